import type { Metrics } from '../../base/metrics.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import type { PeriodicJob } from '../schedule/schedule.ts';
import type { DiskUsage, LogStore } from './store.ts';

interface MaintenanceNeeds {
  readonly store: Pick<LogStore, 'maintain' | 'diskUsage'>;
  readonly metrics: Pick<Metrics, 'gauge'>;
}

/** Tidies the store and measures it. The node that does so tells its size; the others have nothing to tell. */
export function openStoreMaintenance({ store, metrics }: MaintenanceNeeds): PeriodicJob {
  let usage: DiskUsage | undefined;
  const gauge = (name: string, help: string, of: (known: DiskUsage) => number): void =>
    metrics.gauge(name, help, () => (usage === undefined ? [] : of(usage)));
  gauge('xplain_store_rows', 'Events in the store.', ({ rows }) => rows);
  gauge('xplain_store_bytes', 'Disk usage of the events in the store.', ({ bytes }) => bytes);
  gauge(
    'xplain_store_free_bytes',
    'Free space on the fullest disk of the store.',
    ({ freeBytes }) => freeBytes,
  );
  return {
    name: 'store-maintenance',
    everyMs: MINUTE_MS,
    async run(signal) {
      await store.maintain(signal);
      usage = await store.diskUsage();
    },
  };
}
