/** Evaluations requested by the platform itself. They cost, are limited and are recorded like those of users. */
import { systemActor } from '../../base/actor.ts';
import { AppError } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type {
  EvaluationPreview,
  EvaluationResult,
  ExpectedItem,
} from '../../contract/evaluation.ts';
import type { FindingStatus, SERVER_MARKS } from '../../spec/evaluation.ts';
import { LIMITS } from '../../spec/limits.ts';
import { MINUTE_MS, SECOND_MS } from '../../spec/units.ts';
import type { EvaluationNeeds } from './evaluation-needs.ts';
import { runEvaluation } from './run-evaluation.ts';

export interface JudgedRows {
  readonly criteria: string;
  readonly expectedItems?: readonly ExpectedItem[];
  readonly mode?: string;
  readonly model?: string;
  /** As a search gives them, newest first; `_id` names the event. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** There were more. */
  readonly isCut: boolean;
}

/** The storable part of a verdict: no word of a row or of an explanation. */
export interface KeptVerdict {
  readonly findings: readonly {
    readonly id: string;
    readonly status: FindingStatus | undefined;
    readonly confidence: number | undefined;
    /** Nothing was found, but part of the input was not examined. */
    readonly isIncomplete: boolean;
    readonly eventIds: readonly string[];
  }[];
  readonly creditsSpent: number;
}

export function createJudge(needs: EvaluationNeeds, job: string) {
  const run = async (
    organization: OrganizationId,
    { rows, isCut, ...asked }: JudgedRows,
    isPreview: boolean,
    signal: AbortSignal,
  ): Promise<unknown> => {
    const actor = systemActor(organization, job, ['evaluations:run', 'logs:read']);
    // The given rows replace those of the search.
    const body = { ...asked, source: { query: '*' }, preview: isPreview };
    const bytes = Buffer.from(JSON.stringify(body));
    const isOfEvents = rows.every((row) => '_id' in row);
    const found = { rows, isOfEvents, isTruncated: isCut };
    const answer = await runEvaluation(needs, actor, bytes, signal, { found });
    return (JSON.parse(Buffer.from(answer).toString()) as { data: unknown }).data;
  };
  return {
    async judge(
      organization: OrganizationId,
      rows: JudgedRows,
      signal: AbortSignal,
    ): Promise<KeptVerdict> {
      await requireTurn(needs, organization, job);
      // Without `preview` it is the result.
      return keptOf((await run(organization, rows, false, signal)) as EvaluationResult);
    },
    async estimate(
      organization: OrganizationId,
      rows: JudgedRows,
      signal: AbortSignal,
    ): Promise<number> {
      const preview = (await run(organization, rows, true, signal)) as EvaluationPreview;
      return preview.creditEstimate.charged;
    },
  };
}

/** Limit per organization, regardless of its number of rules. */
async function requireTurn(
  { counters }: Pick<EvaluationNeeds, 'counters'>,
  organization: OrganizationId,
  job: string,
): Promise<void> {
  const max = LIMITS.alerts.verdictRunsPerMinuteMax;
  const state = await counters.hit(`verdicts:${job}:${organization}`, max, MINUTE_MS);
  if (state.isAllowed) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(state.retryAfterMs / SECOND_MS));
  const message = `Alert rules of this organization can run at most ${max} evaluations a minute.`;
  throw new AppError('RATE_LIMITED', message, { retryAfterSeconds });
}

const INCOMPLETE: keyof typeof SERVER_MARKS = 'input_truncated';

function keptOf({ verdict, evidence, creditsSpent }: EvaluationResult): KeptVerdict {
  const rows = new Map(evidence.map((each) => [each.id, each.rows]));
  return {
    findings: verdict.map(({ id, status, confidence, marks = [] }) => ({
      id,
      // The answer was written with the same status names.
      status: status as FindingStatus | undefined,
      confidence,
      isIncomplete: marks.some((mark) => mark === INCOMPLETE),
      eventIds: (rows.get(id) ?? []).flatMap(({ eventId }) => eventId ?? []),
    })),
    creditsSpent,
  };
}
