import type { FindingStatus } from '../spec/evaluation.ts';

/**
 * A finding as an evaluator states it, before the server has checked a word of it: items by number, evidence
 * as the number of a line and a verbatim quote from it.
 */
export interface DraftFinding {
  /** Number of the expected item, from 1; undefined in generic_verdict mode. */
  readonly item: number | undefined;
  readonly evidence: readonly { readonly n: number; readonly q: string }[];
  readonly explanation: string;
  readonly status: FindingStatus;
  readonly confidence: number;
  readonly entity: { readonly type: string; readonly key: string } | null;
}
