/** What came of each check and item, and of all of them together. */
export type Outcome = 'passed' | 'failed' | 'not_evaluable';

export interface CheckResult {
  readonly id: string;
  /** Where it was decided: here on the rows, or by the server. */
  readonly by: 'rows' | 'evaluation';
  readonly outcome: Outcome;
  /** What was found, for people. */
  readonly message: string;
  /** Lines of the input that it rests on, counted from 1. */
  readonly lines: readonly number[];
}

/** Everything that a report shows. */
export interface Report {
  readonly name: string;
  readonly outcome: Outcome;
  readonly rowCount: number | undefined;
  readonly results: readonly CheckResult[];
  /** The evaluator and its cost; undefined if no evaluation ran. */
  readonly evaluation:
    | {
        readonly model: string;
        readonly provider: string;
        readonly region: string;
        readonly creditsSpent: number;
        readonly truncated: boolean;
        readonly summary: string | null;
      }
    | undefined;
  /** Number of checks and items that were not evaluated. */
  readonly unjudged: number;
  /** Why there is no verdict on the criteria. */
  readonly notEvaluated: string | undefined;
}

/** A failure decides regardless of unevaluated items; unevaluated items prevent a pass. */
export function overall(outcomes: readonly Outcome[]): Outcome {
  if (outcomes.includes('failed')) return 'failed';
  return outcomes.includes('not_evaluable') ? 'not_evaluable' : 'passed';
}
