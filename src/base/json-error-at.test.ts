import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonErrorAt } from './json-error-at.ts';

test('the first wrong place is found', () => {
  const cases: [string, number][] = [
    ['[{"event":"a"},{"event":}]', 24],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['[1 2]', 3],
    ['[1,]', 3],
    ['{a:1}', 1],
    ['nul', 0],
    ['01', 0],
    ['"a\nb"', 2],
    ['"\\x"', 1],
    ['[1]]', 3],
    ['{"a":1]', 6],
    ["{'a':1}", 1],
  ];
  for (const [text, at] of cases) assert.equal(jsonErrorAt(text), at, text);
});

test('a text that ends too early is wrong at its end', () => {
  for (const text of ['', '{', '[1', '{"a"', '{"a":', '"abc', '[['.repeat(50_000)]) {
    assert.equal(jsonErrorAt(text), text.length, text.slice(0, 20));
  }
});

test('every valid text is fine to its end, and every cut of one is not parsed', () => {
  const text = JSON.stringify({ a: [1, -2.5e3, true, null, { b: 'x"\\ä' }], c: {}, d: [] });

  assert.equal(jsonErrorAt(text), text.length);
  for (let end = 0; end < text.length; end++) assert.ok(jsonErrorAt(text.slice(0, end)) <= end);
});
