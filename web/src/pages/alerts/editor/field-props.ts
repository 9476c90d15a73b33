import type { RuleDraft, Settled } from '../logic/rule-draft.ts';

/** What every part of the editor works on. */
export interface RuleFieldProps {
  readonly draft: RuleDraft;
  /** The draft with every default. */
  readonly settled: Settled;
  /** The server's error for a field. */
  readonly problemOf: (path: string) => string | undefined;
  readonly onChange: (draft: RuleDraft) => void;
}
