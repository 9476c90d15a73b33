import type { Metrics } from '../../base/metrics.ts';
import { openPayload } from '../../base/queue-payload.ts';
import type { Claim } from '../../engines/queue/queue.ts';
import { SECOND_MS } from '../../spec/units.ts';

const BUCKETS_SECONDS = [
  0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10, 30, 60, 300,
];

/**
 * Called for each claim once it is stored: measures the time from acceptance of each request until its events are
 * searchable. Excludes events of the platform, and requests of which pipelines left nothing.
 */
export function createIngestLatency(metrics: Metrics): (claim: Claim, at: number) => void {
  const seconds = metrics.histogram(
    'xplain_ingest_to_queryable_seconds',
    'Time from accepting a request until its events are searchable. Excludes events over quota.',
    BUCKETS_SECONDS,
  );
  return ({ entries }, at) => {
    for (const { payload } of entries) {
      const { block, sentBytes, acceptedAt } = openPayload(payload);
      if (block.length === 0 || sentBytes === 0) continue;
      // It may have been accepted by a node whose clock is ahead.
      seconds.observe(Math.max(0, at - acceptedAt) / SECOND_MS);
    }
  };
}
