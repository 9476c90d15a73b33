import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../spec/limits.ts';
import type { FindingStatus } from '../../../spec/evaluation.ts';
import { mergeParts } from './merge-parts.ts';
import type { Verdict } from './verdict.ts';

/** A part whose finding cites one row of its own. */
function part(status: FindingStatus, row: number, more: object = {}): Verdict {
  const rows = status === 'not_found' ? [] : [{ row, start: 0, end: 9, sha256: `${row}` }];
  const finding = { id: 'a', explanation: `row ${row}`, status, confidence: 0.9, ...more };
  return {
    verdict: [JSON.stringify(finding)],
    evidence: [JSON.stringify({ id: 'a', rows })],
    summary: 'One part.',
  };
}

function merged(description: string, parts: readonly Verdict[]) {
  const { verdict, evidence, summary } = mergeParts([{ id: 'a', description }], parts);
  const finding = JSON.parse(verdict[0] ?? '') as {
    status: FindingStatus;
    explanation: string;
    marks?: string[];
  };
  const { rows } = JSON.parse(evidence[0] ?? '') as { rows: { row: number }[] };
  return { ...finding, rows: rows.map(({ row }) => row), summary };
}

const STATUSES = ['passed', 'failed', 'not_found', 'skipped'] as const;

for (const [description, rules] of Object.entries({
  'The deployment succeeded': {
    'failed passed': 'passed',
    'passed failed': 'failed',
    'passed skipped': 'skipped',
    'failed not_found': 'failed',
    'not_found passed': 'passed',
    'not_found not_found': 'not_found',
  },
  'No errors occurred': {
    'failed passed': 'failed',
    'passed failed': 'failed',
    'passed not_found': 'passed',
    'skipped passed': 'passed',
  },
  'At least 3 logins failed': {
    'passed failed': 'passed',
    'failed failed': 'not_found',
    'failed skipped': 'skipped',
  },
  'At most 3 logins failed': {
    'passed failed': 'failed',
    'passed passed': 'not_found',
  },
  'Exactly 3 logins failed': { 'passed not_found': 'not_found', 'failed passed': 'not_found' },
})) {
  for (const [parts, expected] of Object.entries(rules)) {
    test(`${description}: ${parts} is ${expected}`, () => {
      const statuses = parts.split(' ').map((name) => STATUSES.find((each) => each === name));
      const result = merged(
        description,
        statuses.map((status, at) => part(status ?? 'skipped', at + 1)),
      );
      assert.equal(result.status, expected);
      assert.equal(result.summary, null);
    });
  }
}

test('the deciding part explains, and rows of others with its status follow', () => {
  const parts = [part('passed', 1), part('failed', 2), part('passed', 3)];

  const { explanation, rows, marks } = merged('The deployment succeeded', parts);

  assert.deepEqual([explanation, rows, marks], ['row 3', [3, 1], ['parts_disagree']]);
});

test('parts that agree carry no mark, and evidence has its limit', () => {
  const count = LIMITS.evaluation.evidenceRowsMax + 3;
  const parts = Array.from({ length: count }, (_, at) => part('passed', at + 1));

  const { rows, marks } = merged('The deployment succeeded', parts);

  assert.equal(rows.length, LIMITS.evaluation.evidenceRowsMax);
  assert.equal(marks, undefined);
});

test('that something was left out stays known where nothing is found', () => {
  const clipped = part('not_found', 2, { marks: ['input_truncated'] });

  assert.deepEqual(merged('It ran', [part('not_found', 1), clipped]).marks, ['input_truncated']);
});

test('one part is passed on as it is', () => {
  const only = part('failed', 1);

  assert.equal(mergeParts([{ id: 'a', description: 'x' }], [only]), only);
});
