import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelsThatFit, labelText, textWidth } from './label-text.ts';

test('a label is one line of what can be seen', () => {
  assert.equal(labelText('  a\r\n\tb\u0000c  '), 'a b c');
  assert.equal(labelText('user\u202egnp.exe\u2066'), 'user gnp.exe');
  assert.equal(labelText('\ud800broken'), '\ufffdbroken');
  assert.equal(labelText('日本語 👩 straße'), '日本語 👩 straße');
});

test('a long label is cut between characters, however long it is', () => {
  assert.equal(labelText('abcdef', 4), 'abc…');
  assert.equal(labelText('👩👩👩👩👩', 3), '👩👩…');
  assert.equal(labelText('x'.repeat(10_000_000), 60).length, 60);
  assert.equal(labelText(' '.repeat(100_000), 5), '…');
});

test('wide letters take more room', () => {
  assert.ok(textWidth('日本', 10) > textWidth('ab', 10));
  assert.equal(textWidth('', 10), 0);
});

test('labels below an axis have room to be read, and those without any are left out', () => {
  const labels = Array.from({ length: 20 }, (_, at) => `/checkout/${at}`);

  assert.deepEqual(labelsThatFit(labels.slice(0, 3), 1_200), labels.slice(0, 3));
  const narrow = labelsThatFit(labels, 350);
  assert.equal(narrow.length, labels.length);
  const shown = narrow.filter((label) => label !== '');
  assert.ok(shown.length > 1 && shown.length < labels.length);
  for (const label of shown) assert.match(label, /^\/check/);
  assert.ok(shown.join('').length * 7 <= 350 + 7 * 10);
  assert.deepEqual(labelsThatFit([], 350), []);
});

test('a label that fits is whole, and one more character cuts it', () => {
  assert.equal(labelText('abcd', 4), 'abcd');
  assert.equal(labelText('abcde', 4), 'abc…');
  assert.equal(labelText('ab', 1), 'a…');
  assert.equal(labelText('ab', 2), 'ab');
  assert.equal(labelText('x'.repeat(60)).length, 60);
  assert.equal(labelText('x'.repeat(61)), `${'x'.repeat(59)}…`);
  // So much is read of it: four units for each character, and a hundred for what is not seen.
  assert.equal(labelText(`${' '.repeat(103)}a`, 1), 'a');
  assert.equal(labelText(`${' '.repeat(104)}a`, 1), '…');
  assert.equal(labelText(`${' '.repeat(107)}a`, 2), 'a');
});

test('letters are as wide as those of their writing', () => {
  assert.equal(Math.round(textWidth('ab', 1_000)), 1_160);
  assert.equal(Math.round(textWidth('\u10ff', 1_000)), 580);
  assert.equal(textWidth('\u1100', 100), 100);
});

test('labels share the width, seven pixels for a character and seven characters at least', () => {
  assert.deepEqual(labelsThatFit(['abcdefgh', 'abcdefgh'], 98), ['abcdef…', 'abcdef…']);
  assert.deepEqual(labelsThatFit(['abcdefgh', 'abcdefgh'], 97), ['abcdefgh', '']);
  assert.deepEqual(labelsThatFit(['abcdefgh', 'abcdefgh'], 112), ['abcdefgh', 'abcdefgh']);
  assert.deepEqual(labelsThatFit(['abc', 'abc'], 0), ['abc', '']);
});
