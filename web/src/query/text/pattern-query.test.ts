import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excludePattern, includePattern, phrasesOf, templateParts } from './pattern-query.ts';

test('phrases are the fixed text in whole words', () => {
  assert.deepEqual(phrasesOf('payment failed for order <NUM>: timed out after <NUM>ms now'), [
    'payment failed for order',
    'timed out after',
    'now',
  ]);
  assert.deepEqual(phrasesOf('{"msg":"cart priced","items":"<NUM>"}'), [
    'msg":"cart priced","items',
  ]);
  assert.deepEqual(phrasesOf('login of u-<*> from <IP>'), ['login of u', 'from']);
  assert.deepEqual(phrasesOf('<NUM>'), []);
});

test('a pattern is included by its phrases and excluded as a whole', () => {
  assert.equal(
    includePattern('level=error', 'paid <NUM> to the bank'),
    'level=error paid "to the bank"',
  );
  assert.equal(
    excludePattern('level=error', 'paid <NUM> to the bank'),
    'level=error NOT (paid "to the bank")',
  );
  assert.equal(excludePattern('', 'job <HEX>'), 'NOT job');
  assert.equal(excludePattern('a', '<NUM>'), 'a');
});

test('placeholders are told apart from text', () => {
  assert.deepEqual(templateParts('a <IP> <b> <*>'), [
    { text: 'a ', isPlaceholder: false },
    { text: '<IP>', isPlaceholder: true },
    { text: ' <b> ', isPlaceholder: false },
    { text: '<*>', isPlaceholder: true },
  ]);
});
