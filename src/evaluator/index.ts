/**
 * The evaluator that needs no model: given lines, criteria and items it says what went well, what failed and what
 * was skipped, with verbatim quotes. Pure and deterministic, without any state between runs; it knows no store, no
 * clock and no network, and owns no tables. Its numbers stand in one table, `thresholds.ts`; the labelled set of
 * `test/evaluation` is their gate. What a model says is checked with the same eyes: `judgeText`, `readWords` and
 * `looksLikeInstructions`.
 */
export { looksLikeInstructions } from './detect-instructions.ts';
export type { DraftFinding } from './draft-finding.ts';
export { evaluateOffline, type OfflineInput, type OfflineVerdict } from './evaluate-offline.ts';
export { judgeText, type Judgement } from './judge-text.ts';
export { type MergeRule, readMergeRule } from './merge-rule.ts';
export { readWords, type Word } from './words.ts';
