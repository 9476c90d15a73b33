import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainEmpty } from './explain-empty.ts';
import { readFacts } from '../../../query/text/query-facts.ts';

const NOW = Date.UTC(2026, 10, 15);
const DAY = 86_400_000;
const iso = (ms: number): string => new Date(ms).toISOString();

const MAIN = {
  name: 'main',
  retentionDays: 30,
  events: 100,
  oldestEvent: iso(NOW - 10 * DAY),
  newestEvent: iso(NOW - DAY),
};
const EMPTY = { ...MAIN, name: 'web', events: 0, oldestEvent: null, newestEvent: null };
const LAST_WEEK = { from: NOW - 7 * DAY, to: NOW };

function reason(query: string, indexes = [MAIN, EMPTY], range = LAST_WEEK): string {
  return explainEmpty(readFacts(query), indexes, range, NOW).kind;
}

test('an organization without events has nothing yet', () => {
  assert.equal(reason('error', [EMPTY, { ...MAIN, name: '_audit' }]), 'nothingYet');
});

test('an index without events is named', () => {
  assert.equal(reason('index=web'), 'emptyIndexes');
  assert.equal(reason('index=w*'), 'emptyIndexes');
  assert.equal(reason('index IN (web, shop)'), 'emptyIndexes');
  assert.equal(reason('index=web OR index=main'), 'filtered');
});

test('a range that nobody keeps any more, or that lies beside the data, is told', () => {
  const old = { from: NOW - 60 * DAY, to: NOW - 50 * DAY };
  const before = { from: NOW - 20 * DAY, to: NOW - 15 * DAY };
  const after = { from: NOW - DAY / 2, to: NOW };

  assert.equal(reason('error', [MAIN], old), 'outsideRetention');
  assert.equal(reason('error', [MAIN], before), 'outsideData');
  assert.equal(reason('error', [MAIN], after), 'outsideData');
});

test('otherwise a filter excludes everything', () => {
  assert.equal(reason('nonsense_word'), 'filtered');
});
