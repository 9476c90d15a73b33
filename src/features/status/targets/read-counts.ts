import type { TargetId } from '../../../contract/targets.ts';
import type { Buckets } from './buckets.ts';
import type { Counts } from './measure-window.ts';

/** The histograms of this process. */
export interface HistogramReader {
  /** Undefined where nothing of this name is measured. */
  readHistogram(
    name: string,
    labels?: Readonly<Record<string, string>>,
  ): Promise<Buckets | undefined>;
}

/** Maps targets to their histograms. */
const SOURCES: readonly (readonly [
  id: TargetId,
  name: string,
  labels?: Readonly<Record<string, string>>,
])[] = [
  ['ingest_latency', 'xplain_ingest_to_queryable_seconds'],
  ['query_latency', 'xplain_search_simple_seconds'],
  ['alert_latency', 'xplain_alert_ingest_to_firing_seconds', { timing: 'default' }],
];

export async function readCounts(metrics: HistogramReader): Promise<Counts> {
  const read = await Promise.all(
    SOURCES.map(async ([id, name, labels]) => [id, await metrics.readHistogram(name, labels)]),
  );
  return Object.fromEntries(read) as Counts;
}
