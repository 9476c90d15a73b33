import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChecks } from './checks.ts';
import { readRows } from '../read-rows.ts';
import { runRowChecks } from './run-row-checks.ts';

const LOG = [
  'build ok',
  '',
  'retry 1',
  'retry 2',
  'Test passed',
  '   ',
  'deploy (v1.2) done',
  'retry 3',
];

async function results(checks: string): Promise<string[]> {
  const read = readChecks(`checks:\n${checks}`);
  assert.ok('checks' in read, JSON.stringify(read));
  const rows = await readRows(chunked(LOG.join('\r\n')));
  return runRowChecks(read.checks.rowChecks, rows).map(
    ({ outcome, message, lines }) => `${outcome}: ${message} ${JSON.stringify(lines)}`,
  );
}

async function* chunked(text: string): AsyncGenerator<Uint8Array> {
  for (const byte of new TextEncoder().encode(text)) yield Uint8Array.of(byte);
}

test('absent and present look for text, or for an expression', async () => {
  assert.deepEqual(
    await results(`
  - absent: panic
  - absent: retry
  - present: deploy (v1.2)
  - present: test passed
  - present: /test PASSED/i
`),
    [
      'passed: "panic" not found []',
      'failed: "retry" found on 3 lines [3,4,8]',
      'passed: "deploy (v1.2)" found on 1 line [7]',
      'failed: "test passed" not found []',
      'passed: /test PASSED/i found on 1 line [5]',
    ],
  );
});

test('count takes both ends of its range', async () => {
  const counted = async (range: string) =>
    (await results(`  - { count: retry, ${range} }`))[0]?.replace(/ \[.*/, '');
  assert.equal(await counted('equals: 3'), 'passed: "retry" found on 3 lines, expected exactly 3');
  assert.equal(await counted('max: 3'), 'passed: "retry" found on 3 lines, expected at most 3');
  assert.equal(await counted('min: 3'), 'passed: "retry" found on 3 lines, expected at least 3');
  assert.equal(await counted('max: 2'), 'failed: "retry" found on 3 lines, expected at most 2');
  assert.equal(await counted('min: 4'), 'failed: "retry" found on 3 lines, expected at least 4');
  assert.equal(await counted('equals: 0'), 'failed: "retry" found on 3 lines, expected exactly 0');
  assert.equal(
    await counted('min: 1, max: 9'),
    'passed: "retry" found on 3 lines, expected 1 to 9',
  );
});

test('order wants every pattern behind the one before', async () => {
  assert.deepEqual(
    await results(`
  - order: [build, Test, deploy]
  - order: [Test, build]
  - order: [retry, retry, retry]
  - order: [retry, retry, retry, retry]
  - order: [nothing, build]
`),
    [
      'passed: "build", then "Test", then "deploy" [1,5,7]',
      'failed: "build" not found after "Test" on line 5 [5]',
      'passed: "retry", then "retry", then "retry" [3,4,8]',
      'failed: "retry" not found after "retry" on line 8 [3,4,8]',
      'failed: "nothing" not found []',
    ],
  );
});

test('a title stands before what was found', async () => {
  const [result] = await results('  - { title: No panic, absent: panic }');
  assert.equal(result, 'passed: No panic: "panic" not found []');
});
