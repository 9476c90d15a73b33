/** One run of a check: its definition as it is now, and the rows or the time range of the caller. */
import type { Actor } from '../../../base/actor.ts';
import { notFound } from '../../../base/errors.ts';
import { safeStack } from '../../../base/safe-stack.ts';
import type { Check } from '../../../contract/checks.ts';
import type { EvaluationNeeds } from '../evaluation-needs.ts';
import { runEvaluation } from '../run-evaluation.ts';
import { keepOutcomes } from './check-history.ts';
import { requireReadable } from './check-content.ts';
import { checkRows, showCheck } from './checks-table.ts';

export async function runCheck(
  needs: EvaluationNeeds,
  actor: Actor,
  id: string,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const check = await readRunnable(needs, actor, id);
  const answer = await runEvaluation(needs, actor, bytes, signal, { check });
  try {
    await keepOutcomes(needs, actor, check, answer);
  } catch (error) {
    // The verdict is there and paid for.
    needs.log.error({ err: new Error(safeStack(error)) }, 'outcomes of a check not kept');
  }
  return answer;
}

export async function readRunnable(
  { metadata }: Pick<EvaluationNeeds, 'metadata'>,
  { organization }: Actor,
  id: string,
): Promise<Check> {
  const row = await checkRows.find(metadata, organization, id);
  if (row === undefined) throw notFound('check');
  const check = showCheck(row);
  // A macro that it calls may write by now.
  if (check.query !== null) await requireReadable(metadata, organization, check.query);
  return check;
}
