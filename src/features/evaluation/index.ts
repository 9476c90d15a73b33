/**
 * Evaluation: log rows become numbered lines, an evaluator judges them by criteria, and the server checks
 * every claim against the rows before it passes on. Keeps nothing of rows, criteria and verdicts; owns no
 * tables.
 */
export type { EvaluationNeeds } from './evaluation-needs.ts';
export { createRunMeter } from './run-meter.ts';
export { openEvaluationThreads } from './threads/open-threads.ts';
