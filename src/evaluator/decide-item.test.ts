import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FindingStatus } from '../spec/evaluation.ts';
import { decideItem } from './decide-item.ts';
import { findFailures } from './find-failures.ts';
import { indexLines } from './index-lines.ts';
import { readExpectation } from './read-expectation.ts';

function decide(item: string, lines: readonly string[]) {
  const index = indexLines(lines);
  const { status, confidence, evidence, counted } = decideItem(index, readExpectation(item, index));
  return { status, confidence, counted, cited: evidence.map(({ candidate }) => candidate.segment) };
}

type Case = readonly [
  lines: readonly string[],
  status: FindingStatus,
  confidence: number,
  cited: readonly number[],
];

const UPLOADS: readonly Case[] = [
  [['upload failed', 'upload succeeded'], 'passed', 0.74, [1]],
  [['upload succeeded', 'upload failed'], 'failed', 0.74, [1]],
  [
    ['2026-01-01T10:00:02Z upload failed', '2026-01-01T10:00:01Z upload succeeded'],
    'failed',
    0.74,
    [0],
  ],
  [['2026-01-01T10:00:02Z upload failed', 'upload succeeded'], 'passed', 0.74, [1]],
  [['[2x] upload succeeded', '[1x] upload failed'], 'failed', 0.74, [1]],
  [['[1x] upload failed', '[2x] upload succeeded'], 'failed', 0.74, [0]],
  [
    ['[1x] 2026-01-01T10:00:02Z upload failed', '[2x] 2026-01-01T10:00:03Z upload succeeded'],
    'passed',
    0.74,
    [1],
  ],
  [
    [
      'upload succeeded',
      'upload succeeded again',
      'upload succeeded once more',
      'upload succeeded at last',
    ],
    'passed',
    0.93,
    [0, 1, 2],
  ],
  [['upload succeeded', 'upload failed', 'upload succeeded again'], 'passed', 0.74, [2, 0]],
  [['nothing of the kind'], 'not_found', 0.9, []],
];

for (const [lines, status, confidence, cited] of UPLOADS) {
  test(`after "${lines.join(', ')}" an upload that works is ${status}`, () => {
    assert.deepEqual(decide('The upload works', lines), {
      status,
      confidence,
      counted: undefined,
      cited,
    });
  });
}

const DOORS: readonly Case[] = [
  [['[PASS] door is shut', 'door shut failed'], 'passed', 0.95, [0]],
  [['door shut failed', '[PASS] door is shut'], 'passed', 0.95, [1]],
  [['[FAIL] door is shut', 'door is shut'], 'failed', 0.95, [0]],
  [['the door is shut'], 'passed', 0.83, [0]],
];

for (const [lines, status, confidence, cited] of DOORS) {
  test(`after "${lines.join(', ')}" a shut door is ${status}: a runner's word is the last one`, () => {
    assert.deepEqual(decide('The door is shut', lines), {
      status,
      confidence,
      counted: undefined,
      cited,
    });
  });
}

const PAINTED: readonly Case[] = [
  [['zebra door stuck: error', 'zebra door painted'], 'passed', 0.83, [1]],
  [['zebra door not painted: error', 'zebra door painted'], 'passed', 0.66, [1]],
];

for (const [lines, status, confidence, cited] of PAINTED) {
  test(`after "${lines.join(', ')}" the door is painted: the deed itself is told`, () => {
    assert.deepEqual(decide('The zebra door is painted', lines), {
      status,
      confidence,
      counted: undefined,
      cited,
    });
  });
}

test('a call that failed settles a failure unless the same call went well on the same thing', () => {
  const failed = 'access("/etc/app", R_OK) = -1 ENOENT (No such file or directory)';
  const item = 'Access to /etc/app fails';

  assert.equal(decide(item, [failed]).status, 'passed');
  assert.equal(decide(item, [failed, 'stat("/etc/app", R_OK) = 0']).status, 'passed');
  assert.notEqual(decide(item, [failed, 'access("/etc/app", R_OK) = 0']).status, 'passed');
});

test('a command says nothing by itself, its answer does', () => {
  const lines = ['$ ls', 'a.txt', '$ cat b', 'cat: b: No such file or directory'];

  assert.deepEqual(decide('cat b works', lines).status, 'failed');
  assert.deepEqual(decide('cat b works', lines).cited, [3]);
  assert.equal(decide('cat b works', lines.slice(0, 3)).status, 'not_found');
});

const OVERALL: readonly (readonly [item: string, ...Case])[] = [
  ['All tests pass', ['12 tests passed, 0 failed'], 'passed', 0.7, [0]],
  ['All tests pass', ['12 tests passed, 3 failed'], 'failed', 0.85, [0]],
  ['All tests pass', ['12 tests passed, failed: 3'], 'failed', 0.85, [0]],
  ['All tests pass', ['test a FAILED', 'test b ok'], 'failed', 0.7, [0]],
  ['All tests pass', ['test a FAILED', 'test b FAILED'], 'failed', 0.7, [0]],
  ['All tests pass', ['test a FAILED', '2 tests failed'], 'failed', 0.85, [1]],
  ['All tests pass', ['door a FAILED', 'window b ok'], 'not_found', 0.9, []],
  ['No errors', ['ERROR in the queue', 'ok'], 'failed', 0.7, [0]],
  ['No errors', ['errors: 0', 'errors: 2', 'failed: 0'], 'failed', 0.85, [1]],
  ['No errors', ['errors: 0', 'all is well'], 'passed', 0.7, [0]],
  ['No errors', ['done', 'all fine'], 'not_found', 0.9, []],
  ['No errors', ['could not read a file', 'done'], 'not_found', 0.9, []],
];

for (const [item, lines, status, confidence, cited] of OVERALL) {
  test(`"${item}" is ${status} by "${lines.join(', ')}"`, () => {
    assert.deepEqual(decide(item, lines), { status, confidence, counted: undefined, cited });
  });
}

function failures(criteria: string, lines: readonly string[], max = 99): string[] {
  const index = indexLines(lines);
  return findFailures(index, readExpectation(criteria, index), max).map(
    ({ status, confidence, evidence: [first] }) =>
      `${status} ${confidence} ${first?.candidate.segment ?? '-'}`,
  );
}

test('every kind of failure is told once, and a runner is believed more', () => {
  const lines = [
    'upload 1 failed',
    'upload 2 failed',
    'mail queue failed',
    'all ok',
    '[FAIL] door',
    'could not read the file',
  ];

  assert.deepEqual(failures('List all failures', lines), [
    'failed 0.85 0',
    'failed 0.85 2',
    'failed 0.9 4',
    'failed 0.65 5',
  ]);
  assert.deepEqual(failures('List all failures', lines, 2), ['failed 0.85 0', 'failed 0.85 2']);
  assert.deepEqual(failures('List all failures of the mail', lines), ['failed 0.85 2']);
  assert.deepEqual(failures('List all failures', ['upload fine']), ['not_found 0.9 -']);
});

test('of a pattern one failure is told, and twenty in all', () => {
  const pattern = '[3x] upload <*> failed e.g. upload 1 failed | mail 2 failed';
  const names = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const many = names.slice(0, 25).map((name) => `${name.repeat(5)} queue failed`);

  assert.deepEqual(failures('List all failures', [pattern, 'ERROR: disk']), [
    'failed 0.85 0',
    'failed 0.85 3',
  ]);
  assert.equal(failures('List all failures', many).length, 20);
});
