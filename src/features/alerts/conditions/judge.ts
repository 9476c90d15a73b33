import type { OrganizationId } from '../../../base/ids.ts';
import type { FindingStatus } from '../../../spec/evaluation.ts';

/** Has rows judged, as evaluations do: for credits, within the EU, and with an entry in the audit log. */
export interface Judge {
  /** Throws what an evaluation throws. */
  judge(
    organization: OrganizationId,
    question: JudgeQuestion,
    signal: AbortSignal,
  ): Promise<JudgeAnswer>;
  /** Cost of the rows alone, in credits. Spends nothing. */
  estimate(
    organization: OrganizationId,
    question: JudgeQuestion,
    signal: AbortSignal,
  ): Promise<number>;
}

export interface JudgeQuestion {
  readonly criteria: string;
  readonly expectedItems?: readonly { readonly id: string; readonly description: string }[];
  readonly mode?: string;
  readonly model?: string;
  /** As a search gives them, newest first; `_id` names the event. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** There were more. */
  readonly isCut: boolean;
}

/** The part of a verdict that may be stored: no text of a row or an explanation. */
export interface JudgeAnswer {
  readonly findings: readonly {
    readonly id: string;
    readonly status: FindingStatus | undefined;
    readonly confidence: number | undefined;
    /** Nothing was found, but not everything was examined. */
    readonly isIncomplete: boolean;
    readonly eventIds: readonly string[];
  }[];
  readonly creditsSpent: number;
}
