/** Evaluation: log rows become numbered lines, and an evaluator judges them by criteria. Owns checks. */
export { createJudge } from './create-judge.ts';
export type { EvaluationNeeds } from './evaluation-needs.ts';
export { openEvaluation } from './open-evaluation.ts';
