/** Failed runs are free for their organization, but their answers still cost money: so they are limited. */
import type { Actor } from '../../base/actor.ts';
import { AppError } from '../../base/errors.ts';
import { MINUTE_MS, SECOND_MS } from '../../spec/units.ts';
import type { EvaluationNeeds } from './evaluation-needs.ts';

type PauseNeeds = Pick<EvaluationNeeds, 'counters' | 'limits'>;

/** Throws RATE_LIMITED if too many runs of the organization have failed after a model was called. */
export async function requireNoPause(
  { counters, limits }: PauseNeeds,
  actor: Actor,
): Promise<void> {
  const { failedRunsMax, failedRunsMs } = limits.evaluation;
  const state = await counters.peek(keyOf(actor), failedRunsMax, failedRunsMs);
  if (state.isAllowed) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(state.retryAfterMs / SECOND_MS));
  const minutes = Math.max(1, Math.ceil(state.retryAfterMs / MINUTE_MS));
  const message = `${failedRunsMax} evaluations of this organization ended without a valid verdict. Change the criteria or the model, and retry in ${minutes} min.`;
  throw new AppError('RATE_LIMITED', message, { retryAfterSeconds });
}

export async function noteFailedRun({ counters, limits }: PauseNeeds, actor: Actor): Promise<void> {
  const { failedRunsMax, failedRunsMs } = limits.evaluation;
  await counters.hit(keyOf(actor), failedRunsMax, failedRunsMs);
}

function keyOf({ organization }: Actor): string {
  return `failed-evaluations:${organization}`;
}
