import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOf } from './hash.ts';
import {
  mayBeSeverity,
  SEVERITIES,
  severityName,
  severityOfNumber,
  severityOfWord,
  severityRank,
} from './severity.ts';

test('levels are ordered from what is unknown to what is fatal', () => {
  assert.deepEqual(SEVERITIES, [
    'unknown',
    'trace',
    'debug',
    'info',
    'notice',
    'warn',
    'error',
    'fatal',
  ]);
  assert.deepEqual([0, 6, 7, 8].map(severityName), ['unknown', 'error', 'fatal', 'unknown']);
});

test('words of a message say how bad it is, in three spellings', () => {
  const rows: Readonly<Record<string, string>> = {
    failed: 'error',
    failure: 'error',
    fail: 'error',
    failing: 'error',
    exception: 'error',
    traceback: 'error',
    refused: 'error',
    denied: 'error',
    cannot: 'error',
    unable: 'error',
    aborted: 'error',
    crashed: 'fatal',
    segfault: 'fatal',
    panic: 'fatal',
    killed: 'error',
    timeout: 'warn',
    deprecated: 'warn',
    retrying: 'warn',
    invalid: 'warn',
    error: 'error',
    fine: 'unknown',
    failed2: 'unknown',
  };
  for (const [word, level] of Object.entries(rows)) {
    const capital = `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
    for (const spelling of [word, word.toUpperCase(), capital]) {
      assert.equal(severityName(severityOfWord(hashOf(spelling))), level, spelling);
    }
  }
  assert.equal(severityOfWord(hashOf('fAILED')), 0);
});

test('short names of levels count in capitals, or where a mark says what they are', () => {
  const short = {
    vrb: 'trace',
    trc: 'trace',
    dbg: 'debug',
    inf: 'info',
    wrn: 'warn',
    ftl: 'fatal',
  };
  for (const [word, level] of Object.entries(short)) {
    assert.equal(severityName(severityRank(word.toUpperCase(), false)), level, word);
    assert.equal(severityName(severityRank(word, true)), level, word);
    assert.equal(severityRank(word, false), 0, word);
  }
});

test('numbers are levels of syslog below ten, and of loggers from ten on', () => {
  const names = (...levels: readonly number[]): string[] =>
    levels.map((level) => severityName(severityOfNumber(level)));

  assert.equal(
    names(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1).join(' '),
    'fatal fatal fatal error warn notice info debug unknown unknown unknown',
  );
  assert.equal(
    names(10, 19, 20, 30, 40, 50, 60, 70, 500).join(' '),
    'trace trace debug info warn error fatal fatal fatal',
  );
});

test('what may name a level is known by its hash, as it is mostly written', () => {
  const may = (word: string): boolean => mayBeSeverity(hashOf(word));

  for (const word of ['error', 'ERROR', 'Error', 'warn', 'WARNING', 'E', 'W', 'I', 'F', 'Fatal']) {
    assert.ok(may(word), word);
  }
  for (const word of ['eRROR', 'failed', 'x', '', 'e', 'errors']) {
    assert.equal(may(word), false, word);
  }
});
