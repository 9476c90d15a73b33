import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateOffline } from './evaluate-offline.ts';
import { findEvidence } from './find-evidence.ts';
import { indexLines } from './index-lines.ts';
import { judgeText } from './judge-text.ts';
import { readExpectation } from './read-expectation.ts';
import { readStatus } from './read-status.ts';

/** The status that the first of the lines gives the item, `none` where it gives it none. */
function statusOf(item: string, ...lines: readonly string[]): string {
  const index = indexLines(lines);
  const expectation = readExpectation(item, index);
  const candidate = findEvidence(index, expectation).find(({ segment }) => segment === 0);
  assert.ok(candidate, `${lines[0]} does not speak of ${item}`);
  const judgement = judgeText(lines[0] ?? '', index.wordsOf(0));
  return readStatus(expectation, candidate, judgement, index) ?? 'none';
}

/** By item: what each line says of it. */
const STATUSES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'tool exits with 3': {
    'tool exited with 3': 'passed',
    'tool exited with 4': 'failed',
    'tool failed': 'none',
  },
  'Login takes less than 100 ms': {
    'login took 99 ms': 'passed',
    'login took 101 ms': 'failed',
    'login failed': 'none',
    'login timeout': 'failed',
    'login skipped': 'none',
    'login failed after 50 ms': 'failed',
  },
  'No broken links': {
    'found 0 broken links': 'passed',
    'found 7 broken links': 'failed',
    'no broken links': 'passed',
    'broken links: 7': 'failed',
    'broken links: 0': 'passed',
  },
  'Banner is not disclosed': {
    'banner disclosed': 'failed',
    'banner not disclosed': 'passed',
    'banner check skipped': 'passed',
  },
  'Zebra alarm is logged': { 'zebra alarm': 'passed', 'zebra alarm skipped': 'skipped' },
  'Zebra alarm is not logged': { 'zebra alarm': 'failed' },
  'Zebra import fails': {
    'zebra import failed': 'passed',
    'zebra import passed': 'failed',
    'zebra import skipped': 'skipped',
  },
  'Zebra import succeeds': {
    'zebra import failed': 'failed',
    'zebra import passed': 'passed',
    'zebra import skipped': 'skipped',
    'zebra import': 'none',
  },
  'Zebra import is skipped': { 'zebra import passed': 'failed', 'zebra import skipped': 'skipped' },
  'Zebra mail is sent': {
    'zebra mail delivered': 'passed',
    'zebra mail archived successfully': 'none',
    'start sending zebra mail': 'none',
    'Sending zebra mail': 'none',
  },
  'zebra.csv exists': {
    'zebra.csv written': 'passed',
    'zebra.csv confirmed': 'passed',
    'zebra.csv opened': 'none',
  },
  'Zebra host is reachable': { 'fetched page of zebra host': 'passed' },
  'Zebra test fails': { '--- PASS: zebra test': 'failed', '--- FAIL: zebra test': 'passed' },
  'Zebra test': { '--- PASS: zebra test': 'passed', '--- FAIL: zebra test': 'failed' },
  'Zebra rejects bad keys': { '--- PASS: zebra rejects bad keys': 'passed' },
  'Zebra recovers after its crash': { 'zebra crash': 'none' },
  'Zebra was tried': { 'zebra attempt 1 failed': 'passed' },
  'All zebra rows are valid, no broken one': { 'zebra rows ok': 'none' },
};

test('a line gives an item the status its words and numbers say', () => {
  for (const [item, lines] of Object.entries(STATUSES)) {
    for (const [line, status] of Object.entries(lines)) {
      assert.equal(statusOf(item, line), status, `${item} | ${line}`);
    }
  }
});

test('what began went well if the rows after it say nothing else', () => {
  const item = 'Zebra mail is sent';
  assert.equal(statusOf(item, 'Sending zebra mail', 'done'), 'passed');
  assert.equal(statusOf(item, 'Sending zebra mail', 'error: down'), 'none');
});

const PUMPS = ['alpha', 'beta', 'gamma', 'delta'];
const STARTED = PUMPS.map((name) => `pump ${name} started`);

function judgeParts(names: readonly string[]) {
  const criteria = names.map((name) => `Pump ${name} is started.`).join(' ');
  return evaluateOffline({ lines: STARTED, criteria, items: [], mode: 'test_classification' });
}

test('criteria in parts are one item with a line of evidence for each of the first three', () => {
  const { findings, summary } = judgeParts(PUMPS);
  assert.equal(summary, null);
  assert.deepEqual(findings, [
    {
      item: 1,
      evidence: [
        { n: 1, q: 'pump alpha started' },
        { n: 2, q: 'pump beta started' },
        { n: 3, q: 'pump gamma started' },
      ],
      explanation: 'A row confirms it: "pump alpha started"',
      status: 'passed',
      confidence: 0.83,
      entity: null,
    },
  ]);
});

test('a part that no row speaks of leaves the whole open', () => {
  const [finding] = judgeParts(['alpha', 'zeta']).findings;
  assert.equal(finding?.status, 'not_found');
  assert.deepEqual(finding.evidence, []);
});
