import type { FindingStatus } from '../spec/evaluation.ts';

/**
 * A finding as stated by an evaluator, before the server has verified any of it: items by number, evidence as a line
 * number and a verbatim quote from the line.
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
