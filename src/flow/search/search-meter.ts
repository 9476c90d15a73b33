import type { Metrics } from '../../base/metrics.ts';
import { SECOND_MS } from '../../spec/units.ts';
import type { SearchNeeds } from './search-needs.ts';
import type { SearchKind } from './search-slots.ts';

const BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10, 30];
const SIMPLE_BUCKETS_SECONDS = [
  0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.125, 0.15, 0.175, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1,
  2.5, 5, 10, 30,
];

/** Records the duration of each simple search of people and programs, from request to response. */
export function createSimpleSearchMeter(metrics: Metrics): (ms: number) => void {
  const seconds = metrics.histogram(
    'xplain_search_simple_seconds',
    'Latency of simple searches by users and programs, including waits and failures: filters without commands after a pipe or subsearches.',
    SIMPLE_BUCKETS_SECONDS,
  );
  return (ms) => seconds.observe(ms / SECOND_MS);
}

/** How long searches take once they have their slot, and how many have one. */
export function createSearchMeter(metrics: Metrics): NonNullable<SearchNeeds['searchMeter']> {
  const running = new Map<SearchKind, number>();
  const seconds = metrics.histogram(
    'xplain_search_seconds',
    'Duration of searches from slot to response, including failed ones, by type.',
    BUCKETS_SECONDS,
    ['kind'],
  );
  metrics.gauge(
    'xplain_search_running',
    'Searches with a slot on this node, by type.',
    () => [...running].map(([kind, value]) => ({ value, labels: { kind } })),
    ['kind'],
  );
  return (kind) => {
    const startedAt = performance.now();
    running.set(kind, (running.get(kind) ?? 0) + 1);
    return () => {
      running.set(kind, (running.get(kind) ?? 1) - 1);
      seconds.observe((performance.now() - startedAt) / 1_000, { kind });
    };
  };
}
