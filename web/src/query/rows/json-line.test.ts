import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJsonLine } from './json-line.ts';

test('a line of JSON is what it says, and then its fields', () => {
  const text =
    '{"level":"ERROR","msg":"timed out","took":5000,"user":"Ada L","tags":["a"],"x":null}';

  assert.deepEqual(readJsonLine(text, 'error'), {
    message: 'timed out',
    pairs: [
      ['took', '5000'],
      ['user', '"Ada L"'],
      ['tags', '["a"]'],
      ['x', 'null'],
    ],
  });
});

test('without a message there are fields alone; another level than the shown one is told', () => {
  assert.deepEqual(readJsonLine('{"level":"warn","a":1}', 'error'), {
    message: '',
    pairs: [
      ['level', 'warn'],
      ['a', '1'],
    ],
  });
  assert.deepEqual(readJsonLine('{"msg":7}', ''), { message: '', pairs: [['msg', '7']] });
});

test('anything else stays as it is', () => {
  for (const text of [
    '',
    'order placed',
    '{broken',
    '[1]',
    '"a"',
    `{"a":"${'x'.repeat(20_000)}"}`,
  ]) {
    assert.equal(readJsonLine(text, 'info'), undefined, text.slice(0, 20));
  }
});
