import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FindingStatus } from '../../../spec/evaluation.ts';
import { takeMajority } from './take-majority.ts';
import type { Verdict } from './verdict.ts';

function answer(status: FindingStatus, name: string): Verdict {
  const finding = { id: 'a', explanation: name, status, confidence: 0.5 };
  return {
    verdict: [JSON.stringify(finding)],
    evidence: [JSON.stringify({ id: 'a', rows: [], name })],
    summary: name,
  };
}

function vote(...statuses: readonly FindingStatus[]) {
  const { verdict, evidence } = takeMajority(
    statuses.map((status, at) => answer(status, String(at))),
  );
  return {
    finding: JSON.parse(verdict[0] ?? '') as object,
    evidence: JSON.parse(evidence[0] ?? '') as object,
  };
}

test('three equal answers are certain', () => {
  assert.deepEqual(vote('failed', 'failed', 'failed'), {
    finding: { id: 'a', explanation: '0', status: 'failed', confidence: 1 },
    evidence: { id: 'a', rows: [], name: '0' },
  });
});

test('two of three decide, with the words and evidence of one of them', () => {
  assert.deepEqual(vote('failed', 'passed', 'passed'), {
    finding: {
      id: 'a',
      explanation: '1',
      status: 'passed',
      confidence: 0.67,
      marks: ['answers_disagree'],
    },
    evidence: { id: 'a', rows: [], name: '1' },
  });
});

test('three different answers prove nothing', () => {
  assert.deepEqual(vote('failed', 'passed', 'skipped'), {
    finding: {
      id: 'a',
      explanation: 'Repeated answers of the model disagree.',
      status: 'not_found',
      confidence: 0.33,
      marks: ['answers_disagree'],
    },
    evidence: { id: 'a', rows: [] },
  });
});
