/** Checks behind the real gate. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Check } from '../../../src/contract/checks.ts';
import { type EvaluationOptions, startEvaluation } from './start-evaluation.ts';

export const CHECKS = '/api/v1/checks';
export const CHECK_DRAFT = {
  name: 'deploy',
  criteria: 'The deployment went through',
  expectedItems: [{ id: 'migrated', description: 'The schema was migrated' }],
};
/** Rows that pass it, in the eyes of the built-in evaluator. */
export const PASSING_ROWS = ['INFO schema migrated', 'INFO deployed'];
/** What a model may say of any rows. */
export const NOT_FOUND = {
  findings: [
    { item: 1, evidence: [], explanation: 'x', status: 'not_found', confidence: 1, entity: null },
  ],
  summary: null,
};

export async function startChecks(t: TestContext, options: EvaluationOptions = {}) {
  const started = await startEvaluation(t, options);
  const { call, owner, token } = started;
  const create = async (draft: object = {}): Promise<Check> => {
    const answer = await call(`POST ${CHECKS}`, { as: owner, body: { ...CHECK_DRAFT, ...draft } });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.data as Check;
  };
  const run = ({ id }: { readonly id: string }, body: unknown, as: string = token) =>
    call(`POST ${CHECKS}/${id}/run`, { as, body });
  return { ...started, create, run };
}
