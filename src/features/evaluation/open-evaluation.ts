import type { Metrics } from '../../base/metrics.ts';
import type { SearchNeeds } from '../../flow/search/index.ts';
import type { EvaluationNeeds } from './evaluation-needs.ts';
import { createRunMeter } from './run-meter.ts';
import { type EvaluationThreads, openEvaluationThreads } from './threads/open-threads.ts';

type Needs = Omit<EvaluationNeeds, keyof SearchNeeds | 'meter' | 'threads'> &
  Pick<EvaluationNeeds, 'metadata' | 'counters' | 'limits'> & {
    readonly search: SearchNeeds;
    readonly metrics: Metrics;
    readonly opened: Pick<AsyncDisposableStack, 'use'>;
    /** Practises before the first input comes. */
    readonly hasApi: boolean;
  };

/** What every evaluation of this node works with, put together once. */
export function openEvaluation(needs: Needs): EvaluationNeeds {
  const threads = needs.opened.use(openEvaluationThreads({ limits: needs.limits.evaluation }));
  if (needs.hasApi) needs.opened.use(warmUpLater(threads));
  const { metadata, counters, limits, plans, log, model, offlineRegion, vendor } = needs;
  return {
    ...needs.search,
    metadata,
    counters,
    limits,
    plans,
    log,
    model,
    offlineRegion,
    vendor,
    threads,
    meter: createRunMeter(needs.metrics),
  };
}

/** End of the start phase; processes that live shorter skip the warm-up. */
const WARM_UP_AFTER_MS = 5_000;

function warmUpLater(threads: EvaluationThreads): Disposable {
  const timer = setTimeout(() => {
    // Without a warm-up, the first large input takes longer and reports any error.
    threads.warmUp().catch(() => {});
  }, WARM_UP_AFTER_MS).unref();
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
