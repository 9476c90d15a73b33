import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classOf, DIGIT, HEX_LETTER, JOIN, LETTER, PUNCTUATION, SPACE } from './characters.ts';

/** Every printable character of ASCII, by what it is. */
const PRINTABLE = new Map([
  [PUNCTUATION, '=,;:()[]{}<>"\'|`'],
  [DIGIT, '0123456789'],
  [HEX_LETTER, 'abcdefABCDEF'],
  [LETTER, 'ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ'],
  [JOIN, './-_@#$%&*+\\~^!?'],
]);

test('every character of ASCII is what the table says', () => {
  const seen = new Set<number>();
  for (const [kind, characters] of PRINTABLE) {
    for (const character of characters) {
      assert.equal(classOf(character.charCodeAt(0)), kind, character);
      seen.add(character.charCodeAt(0));
    }
  }
  for (let code = 0; code < 128; code += 1) {
    if (!seen.has(code)) assert.equal(classOf(code), SPACE, `code ${code}`);
  }
  assert.equal(seen.size, 94);
});

test('beyond it spaces are spaces, and all else is a letter', () => {
  for (const space of ['\u0080', '\u00a0', '\u2003', '\u2028', '\u3000']) {
    assert.equal(classOf(space.charCodeAt(0)), SPACE, JSON.stringify(space));
  }
  for (const code of [0x2000, 0x200b, 0x2029, 0x202f, 0xfeff]) {
    assert.equal(classOf(code), SPACE, code.toString(16));
  }
  for (const code of [0xa1, 0x1fff, 0x200c, 0x2027, 0x202a, 0x2030, 0x3001, 0xfefe, 0xffff]) {
    assert.equal(classOf(code), LETTER, code.toString(16));
  }
  for (const letter of ['¡', 'µ', 'ß', 'ä', '中', '\ud83d']) {
    assert.equal(classOf(letter.charCodeAt(0)), LETTER, letter);
  }
});
