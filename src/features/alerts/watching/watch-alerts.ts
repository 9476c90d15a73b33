import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { Metrics } from '../../../base/metrics.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { PeriodicJob } from '../../../engines/schedule/schedule.ts';
import type { ReservedWriter } from '../../../spec/reserved-indexes.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { forgetIncidents, hasReminders, remindOfIncidents } from '../incidents/remind.ts';
import type { SettleNeeds } from '../states/settle-needs.ts';
import { countAlerts } from './count-alerts.ts';
import { hasEventsToShip, shipEvents, type ShipNeeds } from './ship-events.ts';
import { notifyFailingChannels } from './notify-failing-channels.ts';

export interface WatchNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly appendReserved: (
    writer: ReservedWriter,
    ...rest: Parameters<ShipNeeds['append']>
  ) => Promise<void>;
}

/** Opens the periodic jobs that run besides the ticks, on one node at a time. */
export function watchAlerts(needs: WatchNeeds, settling: SettleNeeds): PeriodicJob[] {
  const all = { ...needs, ...settling };
  const append = needs.appendReserved.bind(undefined, 'features/alerts');
  return [
    {
      name: 'alert-reminders',
      everyMs: 5 * SECOND_MS,
      hasWork: () => hasReminders(all),
      run: (signal) => remindOfIncidents(all, signal),
    },
    {
      name: 'alert-events',
      everyMs: SECOND_MS,
      hasWork: () => hasEventsToShip(needs),
      run: (signal) => shipEvents({ ...needs, append }, signal),
    },
    {
      name: 'alert-failing-channels',
      everyMs: MINUTE_MS / 2,
      run: (signal) => notifyFailingChannels(all, signal),
    },
    { name: 'alert-tidying', everyMs: HOUR_MS, run: (signal) => forgetIncidents(needs, signal) },
    countAlerts(needs),
  ];
}
