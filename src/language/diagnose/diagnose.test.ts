import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from './diagnose.ts';

function underlined(text: string): string[][] {
  return diagnose(text).map(({ code, severity, start, end }) => [
    code,
    severity,
    text.slice(start, end),
  ]);
}

test('a text that cannot be read has its errors underlined, each in its place', () => {
  assert.deepEqual(underlined('a | statz count | eval b=nope(1)'), [
    ['unknown-command', 'error', 'statz'],
    ['unknown-function', 'error', 'nope'],
  ]);
});

test('a text that can be read has advice underlined', () => {
  assert.deepEqual(underlined('web error OR fail'), [
    ['or-precedence', 'warning', 'error OR fail'],
  ]);
  assert.deepEqual(underlined('level=error | stats count'), []);
});
