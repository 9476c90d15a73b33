import type { Metrics } from '../../base/metrics.ts';
import type { SearchNeeds } from './search-needs.ts';
import type { SearchKind } from './search-turns.ts';

const BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10, 30];

/** How long searches take once they have their place, and how many have one. */
export function createSearchMeter(metrics: Metrics): NonNullable<SearchNeeds['searchMeter']> {
  const running = new Map<SearchKind, number>();
  const seconds = metrics.histogram(
    'xplain_search_seconds',
    'Time of searches from their place to their answer, failed ones included, by kind.',
    BUCKETS_SECONDS,
    ['kind'],
  );
  metrics.gauge(
    'xplain_search_running',
    'Searches that have a place on this node, by kind.',
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
