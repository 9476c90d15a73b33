import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { EMPTY_EXPORT } from './export-form.ts';
import { readGiven } from './given-export.ts';

test('an address without anything is an archive of every event', () => {
  assert.deepEqual(readGiven({}), EMPTY_EXPORT);
  assert.deepEqual(readGiven({ mode: 'everything', q: ' ' }), EMPTY_EXPORT);
});

test('a report comes with its range, once a day, for people', () => {
  const { mode, query, timing, format, earliest, latest } = readGiven({
    mode: 'report',
    q: '* | stats count',
    earliest: '-1d@d',
    latest: '@d',
  });

  assert.deepEqual([mode, query, timing, format], ['report', '* | stats count', 'cron', 'csv']);
  assert.deepEqual([earliest, latest], ['-1d@d', '@d']);
});

test('a name of a link is no longer than a name may be', () => {
  const max = LIMITS.exports.nameCharactersMax;

  assert.equal(readGiven({ name: 'x'.repeat(max) }).name.length, max);
  assert.equal(readGiven({ name: 'x'.repeat(max + 1) }).name.length, max);
});
