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
