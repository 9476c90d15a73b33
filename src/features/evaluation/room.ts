/**
 * Evaluation: log rows become numbered lines, an evaluator judges them by criteria, and the server checks
 * every claim against the rows before it passes on. Keeps nothing of rows, criteria and verdicts; owns no
 * tables.
 */
import type { Metrics } from '../../base/metrics.ts';
import * as evaluation from '../../contract/evaluation.ts';
import type { SearchNeeds } from '../../flow/search/index.ts';
import type { Room } from '../../room.ts';
import type { EvaluationNeeds } from './evaluation-needs.ts';
import { evaluationRoutes } from './routes.ts';
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

export const evaluationRoom = {
  contract: [evaluation],
  open: (needs) => {
    const threads = needs.opened.use(openEvaluationThreads({ limits: needs.limits.evaluation }));
    if (needs.hasApi) needs.opened.use(warmUpLater(threads));
    const meter = createRunMeter(needs.metrics);
    return {
      routes: (app) => evaluationRoutes(app, { ...needs.search, ...needs, threads, meter }),
    };
  },
} as const satisfies Room<Needs>;

/** When the start is over; whatever lives shorter than that does not pay for it. */
const WARM_UP_AFTER_MS = 5_000;

function warmUpLater(threads: EvaluationThreads): Disposable {
  const timer = setTimeout(() => {
    // Without it the first large input takes longer, and tells whatever is wrong.
    threads.warmUp().catch(() => {});
  }, WARM_UP_AFTER_MS).unref();
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
