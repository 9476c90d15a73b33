import { systemClock } from '../base/clock.ts';
import { silentLog } from '../base/log.ts';
import { openModel } from '../engines/model/open-model.ts';
import {
  createRunMeter,
  type EvaluationNeeds,
  openEvaluationThreads,
} from '../features/evaluation/index.ts';
import { evaluationRoutes } from '../features/evaluation/routes.ts';
import type { App } from '../http/app.ts';
import type { Access, Node } from './node.ts';

/** What evaluation works with beside the engines. */
export type EvaluationParts = Pick<EvaluationNeeds, 'model'> & {
  readonly threads: ReturnType<typeof openEvaluationThreads>;
};

/**
 * Before the doors, so that on the way back the doors close first. A refused provider does not stop the
 * platform: every run is told so instead.
 */
export async function openEvaluation({ config, log, opened }: Node): Promise<EvaluationParts> {
  const { limits, ai } = config;
  const hasApi = config.roles.includes('api');
  const place = hasApi ? ai.place : { kind: 'offline' as const };
  const model = await openModel({ log: hasApi ? log : silentLog, limits: limits.model }, place);
  if (model.kind === 'open') opened.use(model.provider);
  const threads = opened.use(openEvaluationThreads({ limits: limits.evaluation }));
  if (hasApi) opened.use(warmUpLater(threads));
  return { model, threads };
}

/** When the start is over; whatever lives shorter than that does not pay for it. */
const WARM_UP_AFTER_MS = 5_000;

function warmUpLater(threads: EvaluationParts['threads']): Disposable {
  const timer = setTimeout(() => {
    // Without it the first large input takes longer, and tells whatever is wrong.
    threads.warmUp().catch(() => {});
  }, WARM_UP_AFTER_MS).unref();
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}

export function mountEvaluation(
  app: App,
  { config, engines, log, metrics, lookups, turns }: Node,
  { cache }: Access,
  parts: EvaluationParts,
): void {
  const { limits, plans, ai, aiVendor } = config;
  if (!config.roles.includes('api')) return;
  evaluationRoutes(app, {
    ...engines,
    ...parts,
    lookups,
    turns,
    cache,
    clock: systemClock,
    limits,
    plans,
    log,
    meter: createRunMeter(metrics),
    offlineRegion: ai.offlineRegion,
    vendor: aiVendor,
  });
}
