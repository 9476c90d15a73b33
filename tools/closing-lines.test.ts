import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closingLines, CLOSING_LINES_MAX, failuresOf } from './closing-lines.ts';
import type { TestFileOutcome } from './run-test-file.ts';

const COUNTS = { tests: 1, suites: 0, passed: 0, failed: 1, cancelled: 0, skipped: 0, todo: 0 };

function outcome(part: Partial<TestFileOutcome>): TestFileOutcome {
  return {
    file: 'a.test.ts',
    isGood: false,
    counts: COUNTS,
    skips: [],
    shown: [],
    problems: [],
    failures: [],
    output: '',
    seconds: 1,
    ...part,
  };
}

test('nothing is said where nothing failed', () => {
  assert.deepEqual(closingLines(failuresOf([outcome({ isGood: true })])), []);
});

test('one failure is told with its test, its file and its error', () => {
  const failures = [
    { test: 'adds (line 3)', text: 'AssertionError: 1 !== 2\n\n    at a.test.ts:4' },
  ];
  assert.deepEqual(closingLines(failuresOf([outcome({ failures })])), [
    '# failures 1, once more:',
    '✖ a.test.ts: adds (line 3)',
    '  AssertionError: 1 !== 2',
    '      at a.test.ts:4',
  ]);
});

test('a file that ended before its tests did is told with its last words', () => {
  const problems = ['ended before its tests did'];
  const lines = closingLines(failuresOf([outcome({ problems, output: 'SyntaxError: x\n' })]));
  assert.deepEqual(lines.slice(1), [
    '✖ a.test.ts ended before its tests did',
    '✖ a.test.ts wrote',
    '  SyntaxError: x',
  ]);
});

test('many failures share the lines there are', () => {
  const text = 'x\n'.repeat(100);
  for (const count of [1, 3, 20, 38, 39, 500]) {
    const failures = Array.from({ length: count }, (_, number) => ({ test: `t${number}`, text }));
    const lines = closingLines(failuresOf([outcome({ failures })]));
    assert.ok(lines.length <= CLOSING_LINES_MAX, `${count}: ${lines.length}`);
    assert.equal(lines[0], `# failures ${count}, once more:`);
    assert.equal(lines.at(-1), count > 38 ? `and ${count - 38} more` : lines.at(-1));
    const last = `✖ a.test.ts: t${Math.min(count, 38) - 1}`;
    assert.ok(lines.includes(last), `the last is told, too: ${last}`);
  }
});
