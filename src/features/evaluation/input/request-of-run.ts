/** A run of a check as the request it stands for: the check says what is asked, the run where. */
import type { ErrorDetail } from '../../../base/errors.ts';
import type { Check, CheckRun } from '../../../contract/checks.ts';
import type { EvaluationRequest } from '../../../contract/evaluation.ts';
import { invalidInput } from './invalid-input.ts';

export type SavedCheck = Pick<
  Check,
  | 'query'
  | 'criteria'
  | 'expectedItems'
  | 'mode'
  | 'model'
  | 'logCompression'
  | 'compressionOptions'
  | 'strategy'
  | 'samples'
  | 'maxCredits'
>;

/** Where the rows of a run come from is the check's to say. */
export function requestOfRun(check: SavedCheck, run: CheckRun): EvaluationRequest {
  const problems = sourceProblems(check, run);
  if (problems.length > 0) throw invalidInput(problems);
  const { rows, log, earliest, latest, preview } = run;
  const times = {
    ...(earliest === undefined ? {} : { earliest }),
    ...(latest === undefined ? {} : { latest }),
  };
  return {
    ...(rows === undefined ? {} : { rows }),
    ...(log === undefined ? {} : { log }),
    ...(check.query === null ? {} : { source: { query: check.query, ...times } }),
    criteria: check.criteria,
    expectedItems: check.expectedItems,
    mode: check.mode,
    ...(check.model === null ? {} : { model: check.model }),
    logCompression: check.logCompression,
    compressionOptions: check.compressionOptions,
    strategy: check.strategy,
    samples: check.samples,
    ...(preview === undefined ? {} : { preview }),
  };
}

/** The lower of both caps; none without any. */
export function capOf(
  { maxCredits: ofCheck }: Pick<SavedCheck, 'maxCredits'>,
  { maxCredits: ofRun }: Pick<CheckRun, 'maxCredits'>,
): { readonly creditsMax?: number } {
  const caps = [ofCheck, ofRun].filter((cap) => cap !== null && cap !== undefined);
  return caps.length === 0 ? {} : { creditsMax: Math.min(...caps) };
}

function sourceProblems({ query }: SavedCheck, run: CheckRun): ErrorDetail[] {
  const [given, message] =
    query === null
      ? [
          ['earliest', 'latest'] as const,
          'The check has no query: each run sends its rows, without a time range.',
        ]
      : [['rows', 'log'] as const, 'The check has a query, which selects the events of the run.'];
  return given.flatMap((path) => (run[path] === undefined ? [] : [{ path, message }]));
}
