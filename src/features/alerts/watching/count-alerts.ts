import type { Clock } from '../../../base/clock.ts';
import type { LabelledValue, Metrics } from '../../../base/metrics.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { PeriodicJob } from '../../../engines/schedule/schedule.ts';
import { MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { type Census, takeCensus } from '../tables/alert-census-table.ts';

interface CountNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

const EVERY_MS = 30 * SECOND_MS;
/** An older census is not reported: another node may count now. */
const GOOD_FOR_MS = 2 * MINUTE_MS;

/** Counts rules, incidents and waiting messages; the node that did so last tells it in its metrics. */
export function countAlerts({ metadata, clock, metrics }: CountNeeds): PeriodicJob {
  let taken: { readonly census: Census; readonly at: number } | undefined;
  const fresh = (): Census | undefined =>
    taken !== undefined && clock.now() - taken.at < GOOD_FOR_MS ? taken.census : undefined;
  const labelled = (of: 'rules' | 'incidents', label: string) => (): LabelledValue[] =>
    (fresh()?.[of] ?? []).map(({ word, count }) => ({ value: count, labels: { [label]: word } }));
  metrics.gauge('xplain_alert_rules', 'Alert rules by health.', labelled('rules', 'health'), [
    'health',
  ]);
  metrics.gauge(
    'xplain_alert_incidents',
    'Stored incidents, by status.',
    labelled('incidents', 'status'),
    ['status'],
  );
  metrics.gauge(
    'xplain_alert_deliveries_waiting',
    'Alert notifications waiting to be sent.',
    () => {
      const census = fresh();
      return census === undefined ? [] : [{ value: census.deliveriesWaiting, labels: {} }];
    },
  );
  return {
    name: 'alert-census',
    everyMs: EVERY_MS,
    run: async () => void (taken = { census: await takeCensus(metadata), at: clock.now() }),
  };
}
