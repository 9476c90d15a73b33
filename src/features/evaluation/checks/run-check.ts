/** One run of a check: its definition as it is now, and the rows or the time range of the caller. */
import type { Actor } from '../../../base/actor.ts';
import { notFound } from '../../../base/errors.ts';
import type { EvaluationNeeds } from '../evaluation-needs.ts';
import { runEvaluation } from '../run-evaluation.ts';
import { requireReadable } from './check-content.ts';
import { checkRows, showCheck } from './checks-table.ts';

export async function runCheck(
  needs: EvaluationNeeds,
  actor: Actor,
  id: string,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const row = await checkRows.find(needs.metadata, actor.organization, id);
  if (row === undefined) throw notFound('check');
  const check = showCheck(row);
  // A macro that it calls may write by now.
  if (check.query !== null) await requireReadable(needs.metadata, actor.organization, check.query);
  return runEvaluation(needs, actor, bytes, signal, { check });
}
