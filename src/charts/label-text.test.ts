import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelText, textWidth } from './label-text.ts';

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
