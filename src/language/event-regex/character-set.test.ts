import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allBut,
  ANY_CHARACTER,
  anyCase,
  type CharacterSet,
  CLASS_ESCAPES,
  NO_CHARACTER,
  overlaps,
  POSIX_CLASSES,
  setOfRange,
  setOfText,
} from './character-set.ts';

/** A bit for each character of ASCII that fits, and one for all beyond it. */
function bits(regex: RegExp, isBeyond: boolean): CharacterSet {
  let set = isBeyond ? 1n << 128n : 0n;
  for (let code = 0; code < 128; code += 1) {
    if (regex.test(String.fromCharCode(code))) set |= 1n << BigInt(code);
  }
  return set;
}

const CLASSES: readonly [name: string, regex: RegExp, isBeyond: boolean][] = [
  ['d', /\d/, false],
  ['D', /\D/, true],
  ['w', /\w/, false],
  ['W', /\W/, true],
  ['s', /\s/, true],
  ['S', /\S/, true],
];

for (const [name, regex, isBeyond] of CLASSES) {
  test(`\\${name} is the set of what it takes`, () => {
    assert.equal(CLASS_ESCAPES[name], bits(regex, isBeyond));
  });
}

const POSIX: readonly [name: string, text: string, isBeyond: boolean][] = [
  ['alpha', 'A-Za-z', false],
  ['digit', '0-9', false],
  ['alnum', '0-9A-Za-z', false],
  ['upper', 'A-Z', false],
  ['lower', 'a-z', false],
  ['space', '\\s', true],
  ['blank', ' \\t', false],
  ['word', '\\w', false],
  ['xdigit', '0-9A-Fa-f', false],
  ['punct', '!-\\/:-@\\[-`{-~', false],
];

for (const [name, text, isBeyond] of POSIX) {
  test(`[:${name}:] is written as what it takes`, () => {
    const set = bits(new RegExp(`[${text}]`), isBeyond);

    assert.deepEqual(POSIX_CLASSES[name], { text, set });
  });
}

test('a range holds its ends, and one bit stands for everything beyond ASCII', () => {
  assert.equal(setOfRange(1, 3), 0b1110n);
  assert.equal(setOfRange(126, 127), 0b11n << 126n);
  assert.equal(setOfRange(127, 128), 0b11n << 127n);
  assert.equal(setOfRange(128, 128), 1n << 128n);
  assert.equal(setOfRange(0x1f600, 0x1f600), 1n << 128n);
  assert.equal(setOfText('\0\u{1F600}'), (1n << 128n) | 1n);
  assert.equal(setOfText(''), 0n);
});

test('all but some characters always has some beyond ASCII', () => {
  assert.equal(allBut(NO_CHARACTER), (1n << 129n) - 1n);
  assert.equal(allBut(ANY_CHARACTER), 1n << 128n);
  assert.equal(allBut(setOfText('a')), ((1n << 129n) - 1n) ^ (1n << 97n));
});

test('letters have two cases, other characters have one', () => {
  assert.equal(anyCase(setOfText('aZ')), setOfText('aAzZ'));
  assert.equal(anyCase(setOfText('Az')), setOfText('aAzZ'));
  for (const other of '@[`{0ä') assert.equal(anyCase(setOfText(other)), setOfText(other));
});

test('sets overlap when they share a character', () => {
  assert.equal(overlaps(setOfText('ab'), setOfText('bc')), true);
  assert.equal(overlaps(setOfText('ab'), setOfText('cd')), false);
  assert.equal(overlaps(setOfText('ä'), setOfText('ö')), true);
});
