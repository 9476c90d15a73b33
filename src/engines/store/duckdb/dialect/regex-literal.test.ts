import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../../../test/support/seeded-random.ts';
import { literalOf } from './regex-literal.ts';

test('the longest text that every match has is found', () => {
  for (const [regex, literal] of [
    ['/orders/[0-9]*77/(items|refund)', '/orders/'],
    ['timeout', 'timeout'],
    ['^user \\d+ left$', 'user '],
    ['took \\d+\\.\\d+ms', 'took '],
    ['a\\.b\\/c', 'a.b/c'],
    ['ab+cdef', 'cdef'],
    ['abc?def*ghij{2}klm', 'ghi'],
    ['[]abc]xyz', 'xyz'],
    ['[^]abc]xyz', 'xyz'],
    ['[\\]abcdef]xyz', 'xyz'],
    ['(a\\)bcdef)xyz', 'xyz'],
    ['[[:digit:]]+ rows', ' rows'],
    ['(?P<name>.+) failed', ' failed'],
    ['(?s)begin.*end', 'begin'],
    ['naïve Straße', 'naïve Straße'],
    ['x{literal', 'literal'],
  ] as const) {
    assert.equal(literalOf(regex), literal, regex);
  }
});

test('an expression that breaks off is read to its end', () => {
  for (const regex of ['text[abc', 'text(abc', 'text[^', 'text[\\', 'text\\', 'text[[:digit']) {
    assert.equal(literalOf(regex), 'text', regex);
  }
});

test('none where a match may do without', () => {
  for (const regex of [
    '(?i)timeout',
    '(?si)timeout',
    'error|timeout',
    '(error|timeout)',
    '(timeout)?',
    '(?:timeout)*',
    '[timeout]+',
    '\\Qtimeout\\E',
    '\\p{Greek}',
    '\\x{263a}bcd',
    '\\x41bcd',
    '\\123456',
    '\\d\\d\\d',
    'ab',
    '',
  ]) {
    assert.equal(literalOf(regex), undefined, regex);
  }
});

test('whatever an expression matches has its text', () => {
  const seed = 7;
  const random = seededRandom(seed);
  let found = 0;
  for (let round = 0; round < 20_000; round++) {
    const regex = Array.from({ length: 6 }, () => random.pick(PARTS)).join('');
    const text = Array.from({ length: 60 }, () => random.pick(['a', 'b', '.'])).join('');
    const literal = literalOf(regex);
    if (literal === undefined || !new RegExp(regex, 's').test(text)) continue;
    found++;

    assert(text.includes(literal), `${regex} on ${text}, seed ${seed}`);
  }
  assert(found > 100);
});

const PARTS = [
  'a',
  'b',
  'ab',
  '\\.',
  '.',
  '[ab]',
  '[^a]',
  '(ab|b)',
  'a?',
  'b*',
  'a+',
  'b{0,2}',
  '(?:a)',
] as const;
