import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutText, isPlain, toOneLine, toRuns, toSafeText } from './log-text.ts';

const ESC = '\u001b';

test('ordinary text of any script is left alone', () => {
  for (const text of ['GET /api 200', 'ä 漢字 🎉 👩‍👩‍👧 עברית', '<b>&amp;</b>', 'a\tb\nc']) {
    assert.ok(isPlain(text));
    assert.equal(toSafeText(text), text);
  }
});

test('terminal codes vanish from plain text and become looks in runs', () => {
  const text = `${ESC}[1;31mERROR${ESC}[0m ok ${ESC}[2J${ESC}]0;title\u0007${ESC}[92mfine`;

  assert.equal(toSafeText(text), 'ERROR ok fine');
  assert.deepEqual(toRuns(text), [
    { text: 'ERROR', look: 'red' },
    { text: ' ok ', look: undefined },
    { text: 'fine', look: 'green' },
  ]);
});

test('characters that hide or turn the direction are named', () => {
  assert.equal(
    toSafeText('a\u202Egnp.exe\u202C \u0000\u0007\u200F'),
    'a‹RLO›gnp.exe‹PDF› ‹U+0000›‹U+0007›‹RLM›',
  );
  assert.deepEqual(toRuns('a\u202Eb'), [
    { text: 'a', look: undefined },
    { text: '‹RLO›', look: 'mark' },
    { text: 'b', look: undefined },
  ]);
});

test('an escape without an end is named and hides nothing', () => {
  assert.equal(toSafeText(`${ESC}[31`), '‹ESC›[31');
  assert.equal(toSafeText(`${ESC}]0;no end`), '‹ESC›]0;no end');
});

test('a cut does not leave half a character', () => {
  assert.deepEqual(cutText('ab🎉', 3), { text: 'ab', isCut: true });
  assert.deepEqual(cutText('ab🎉', 4), { text: 'ab🎉', isCut: false });
});

test('line breaks are visible on one line', () => {
  assert.equal(toOneLine('a\n\tat b\r\nc'), 'a ↵ at b ↵ c');
});
