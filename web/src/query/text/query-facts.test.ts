import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFacts, tailPart } from './query-facts.ts';

test('a search gives events, also behind commands that keep them', () => {
  assert.equal(readFacts('level=error timeout').isTable, false);
  assert.equal(readFacts('error | eval x=1 | fields x').isTable, false);
  assert.equal(readFacts('').isTable, false);
});

test('an aggregation gives a table, and its events are those before it', () => {
  const facts = readFacts('error ```the | bad``` | eval x=1 | stats count by x | sort -count');

  assert.equal(facts.isTable, true);
  assert.equal(facts.tableStage?.kind, 'stats');
  assert.equal(facts.eventPart, 'error ```the | bad``` | eval x=1');
});

test('bounds in the query are found as they are written', () => {
  const facts = readFacts('error earliest=-7d@d latest=now | head 5');

  assert.equal(facts.ownEarliest, '-7d@d');
  assert.equal(facts.ownLatest, 'now');
});

test('words to mark are those that events must hold', () => {
  const facts = readFacts('timeout "bank gateway" fail*ed NOT (debug OR trace) service=a');

  assert.deepEqual(facts.words, ['timeout', 'bank gateway', 'fail', 'ed']);
});

test('a text that cannot be read has no facts but its problems', () => {
  const facts = readFacts('error | nonsense');

  assert.equal(facts.eventPart, 'error | nonsense');
  assert.ok(facts.result.diagnostics.length > 0);
});

test('a live tail follows the search without commands and bounds', () => {
  assert.deepEqual(tailPart('error earliest=-1h service=a | stats count'), {
    query: 'error  service=a',
    isWhole: false,
  });
  assert.deepEqual(tailPart('level=error'), { query: 'level=error', isWhole: true });
});
