/** One check over two inputs, paid for as two runs. Nothing is kept of them but their entries in the audit log. */
import type { Actor } from '../../../base/actor.ts';
import { AppError, type ErrorDetail } from '../../../base/errors.ts';
import type { CheckComparison } from '../../../contract/check-comparison.ts';
import type { EvaluationResult } from '../../../contract/evaluation.ts';
import { MICRO_CREDITS } from '../../../spec/units.ts';
import type { EvaluationNeeds } from '../evaluation-needs.ts';
import { requireNoPause } from '../failed-runs.ts';
import type { PreparedInput } from '../input/prepared-input.ts';
import { judge, readInput, withoutWords } from '../run-evaluation.ts';
import { readRunnable } from './run-check.ts';

type Half = 'before' | 'after';

/** Both inputs are read before one is judged, so that an unreadable one costs nothing. */
export async function compareCheck(
  needs: EvaluationNeeds,
  actor: Actor,
  id: string,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<CheckComparison> {
  const check = await readRunnable(needs, actor, id);
  if (check.mode === 'generic_verdict') throw withoutItems();
  const own = { ...needs, threads: needs.threads.of(actor.organization) };
  const { detailsMax } = needs.limits.http;
  const prepare = async (input: Uint8Array): Promise<PreparedInput> => {
    const prepared = await readInput(own, actor, input, signal, { check, quotesRows: true });
    if (prepared.kind !== 'prepared') throw new Error('a comparison has no preview');
    return prepared.input;
  };
  const run = async (input: PreparedInput): Promise<EvaluationResult> => {
    const answer = await judge(own, actor, input, signal);
    return (JSON.parse(Buffer.from(answer).toString()) as { data: EvaluationResult }).data;
  };
  try {
    const halves = await own.threads.run({ kind: 'halve', bytes, detailsMax }, signal);
    const earlier = await within('before', 0, () => prepare(halves.before));
    const later = await within('after', 0, () => prepare(halves.after));
    await requireNoPause(needs, actor);
    const before = await within('before', 0, () => run(earlier));
    const after = await within('after', before.creditsSpent, () => run(later));
    return comparisonOf(check.version, before, after);
  } catch (error) {
    throw withoutWords(error);
  }
}

/** Numbers that a model gives to its findings say nothing about which belong together. */
function withoutItems(): AppError {
  const message =
    'Only checks in the mode `test_classification` can be compared: their findings belong to items.';
  return new AppError('VALIDATION_ERROR', message);
}

/** An error says which half it is about, and what the other one has cost. */
async function within<Result>(
  half: Half,
  creditsSpent: number,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, facts, cause } = error;
    const placed = (detail: ErrorDetail): ErrorDetail => ({
      ...detail,
      path: detail.path === '' ? half : `${half}.${detail.path}`,
    });
    const details = facts.details === undefined ? {} : { details: facts.details.map(placed) };
    const fields = { ...facts.fields, half, creditsSpent };
    throw new AppError(
      code,
      `Run \`${half}\`: ${message}`,
      { ...facts, ...details, fields },
      cause,
    );
  }
}

type Compared = CheckComparison['changed'][number]['before'];

function comparisonOf(
  version: number,
  before: EvaluationResult,
  after: EvaluationResult,
): CheckComparison {
  const pairs = before.verdict.flatMap((earlier) => {
    const later = after.verdict.find((finding) => finding.id === earlier.id);
    return later === undefined ? [] : [{ earlier, later }];
  });
  return {
    version,
    before: factsOf(before),
    after: factsOf(after),
    changed: pairs
      .filter(({ earlier, later }) => earlier.status !== later.status)
      .map(({ earlier, later }) => ({
        item: earlier.id,
        before: findingOf(before, earlier),
        after: findingOf(after, later),
      })),
    unchanged: pairs
      .filter(({ earlier, later }) => earlier.status === later.status)
      .map(({ earlier: { id, status } }) => ({ item: id, status: status ?? 'not_found' })),
    creditsSpent: inMicro(before.creditsSpent + after.creditsSpent),
  };
}

/** Without what a sum of fractions adds. */
function inMicro(credits: number): number {
  return Math.round(credits * MICRO_CREDITS) / MICRO_CREDITS;
}

function factsOf(result: EvaluationResult): CheckComparison['before'] {
  const { inputRowCount, truncated, model, provider, region, creditsSpent } = result;
  return { inputRowCount, truncated, model, provider, region, creditsSpent };
}

function findingOf({ evidence }: EvaluationResult, finding: Compared['finding']): Compared {
  return { finding, evidence: evidence.find(({ id }) => id === finding.id)?.rows ?? [] };
}
