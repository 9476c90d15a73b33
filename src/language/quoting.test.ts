import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decodeName,
  decodePattern,
  decodeRegex,
  decodeText,
  encodeName,
  encodePattern,
  encodeRegex,
  encodeText,
} from './quoting.ts';

/** What stands between quotes, as a text, a regular expression and a name. */
const DECODED: readonly (readonly [inner: string, text: string, regex: string, name: string])[] = [
  ['', '', '', ''],
  ['a', 'a', 'a', 'a'],
  ['\\d+', '\\d+', '\\d+', '\\d+'],
  ['C:\\temp', 'C:\\temp', 'C:\\temp', 'C:\\temp'],
  ['\\\\', '\\', '\\', '\\'],
  ['\\\\\\\\', '\\\\', '\\\\', '\\\\'],
  ['\\"', '"', '"', '\\"'],
  ["\\'", "\\'", "\\'", "'"],
  ['\\|', '|', '\\|', '\\|'],
  ['\\*', '\\*', '\\*', '\\*'],
  ['a\\', 'a\\', 'a\\', 'a\\'],
  ['\\\\"', '\\"', '\\"', '\\"'],
];

for (const [inner, text, regex, name] of DECODED) {
  test(`${inner} is read in each kind of quotes`, () => {
    assert.deepEqual(
      [decodeText(inner), decodeRegex(inner), decodeName(inner)],
      [text, regex, name],
    );
  });
}

const PATTERNS: readonly (readonly [inner: string, ...pieces: readonly string[]])[] = [
  ['', ''],
  ['a', 'a'],
  ['*', '', ''],
  ['**', '', ''],
  ['***', '', ''],
  ['a*', 'a', ''],
  ['*a', '', 'a'],
  ['a*b', 'a', 'b'],
  ['a**b', 'a', 'b'],
  ['*a*', '', 'a', ''],
  ['a\\*b', 'a*b'],
  ['a\\\\*b', 'a\\', 'b'],
  ['a\\|b', 'a|b'],
  ['a\\"b', 'a"b'],
  ['a\\d', 'a\\d'],
  ['a\\', 'a\\'],
];

for (const [inner, ...pieces] of PATTERNS) {
  test(`${inner} is the pattern ${JSON.stringify(pieces)}`, () => {
    assert.deepEqual(decodePattern(inner), pieces);
    assert.deepEqual(decodePattern(encodePattern(decodePattern(inner))), pieces);
  });
}

test('what is written into quotes is read out again', () => {
  for (const text of [
    '',
    'a',
    '"',
    '\\',
    '\\\\',
    '\\d',
    "it's",
    'a|b',
    'a*b',
    '\\"',
    "\\'",
    'a\\',
  ]) {
    const inside = (quoted: string): string => quoted.slice(1, -1);
    assert.equal(decodeText(inside(encodeText(text))), text);
    assert.equal(decodeRegex(inside(encodeRegex(text))), text);
    assert.equal(decodeName(inside(encodeName(text))), text);
  }
  assert.equal(encodeText('a"\\b'), '"a\\"\\\\b"');
  assert.equal(encodeName("it's \\"), "'it\\'s \\\\'");
  assert.equal(encodePattern(['a*"', '\\']), 'a\\*\\"*\\\\');
});

test('a regular expression has no more backslashes than it needs', () => {
  assert.equal(encodeRegex('\\d+\\s'), '"\\d+\\s"');
  assert.equal(encodeRegex('\\\\'), '"\\\\\\\\"');
  assert.equal(encodeRegex('say "\\w"'), '"say \\"\\w\\""');
});
