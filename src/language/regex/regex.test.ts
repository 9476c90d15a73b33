import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRegex } from './regex.ts';

test('what RE2 understands passes, with the names of its groups', () => {
  const rows: readonly (readonly [regex: string, ...names: string[]])[] = [
    [''],
    ['abc'],
    ['^a.*?b+$|c{2,5}d{3}e{1,}'],
    ['(?<user>\\w+)@(?P<host>[^\\s]+)', 'user', 'host'],
    ['(a)(?:b)(?i)c(?i:d)(?s-m:e)'],
    ['[]a-z^-][^]\\]]'],
    ['[[:alpha:]_][[:^digit:]]'],
    ['\\d\\D\\s\\S\\w\\W\\b\\B\\A\\z\\pL\\p{Greek}\\P{^Lu}\\x41\\x{1F388}\\t\\n'],
    ['\\Q(not a group\\E(?<x>y)', 'x'],
    ['a{,5}'],
    ['{'],
    ['a{b}'],
    ['\\.\\-\\/\\"\\_'],
    ['(?:)*'],
    ['\\b?'],
    ['(|a)'],
  ];
  for (const [regex, ...names] of rows) {
    const { problem, names: found } = checkRegex(regex);
    assert.equal(problem, undefined, `${regex}: ${problem?.message}`);
    assert.deepEqual(found, names, regex);
  }
});

test('look-around, back-references and the like are refused at their place', () => {
  const rows: readonly (readonly [regex: string, offset: number])[] = [
    ['a(?=b)', 1],
    ['a(?!b)', 1],
    ['(?<=a)b', 0],
    ['(?<!a)b', 0],
    ['(a)\\1', 3],
    ['(?<a>x)\\k<a>', 7],
    ['(?>a)', 0],
    ['(?#c)', 0],
    ['(?(1)a|b)', 0],
    ['(?R)', 0],
    ['(?P=a)', 0],
    ["(?'a'b)", 0],
    ['a++', 2],
    ['a*+', 2],
    ['a{1001}', 1],
    ['\\K', 0],
    ['\\R', 0],
    ['\\h', 0],
    ['\\Z', 0],
    ['\\G', 0],
  ];
  for (const [regex, offset] of rows) {
    const { problem } = checkRegex(regex);
    assert.deepEqual([problem?.code, problem?.offset], ['unsupported-regex', offset], regex);
  }
});

test('what no engine understands is refused at its place', () => {
  const rows: readonly (readonly [regex: string, offset: number])[] = [
    ['(a', 0],
    ['a(b(c)', 1],
    ['a)', 1],
    ['[a', 0],
    ['[]', 0],
    ['*a', 0],
    ['a|*', 2],
    ['(+)', 1],
    ['a**', 2],
    ['a{2}{3}', 4],
    ['a{3,2}', 1],
    ['[z-a]', 1],
    ['a\\', 1],
    ['(?<a>x)(?<a>y)', 7],
    ['(?<1>x)', 0],
    ['(?<a b>x)', 0],
    ['(?<>x)', 0],
  ];
  for (const [regex, offset] of rows) {
    const { problem } = checkRegex(regex);
    assert.deepEqual([problem?.code, problem?.offset], ['invalid-regex', offset], regex);
  }
});

test('the longest regular expressions are judged like short ones', () => {
  const rows: readonly (readonly [piece: string, problem?: string, offset?: number])[] = [
    ['(', 'invalid-regex', 7_999],
    [')', 'invalid-regex', 0],
    ['[', 'invalid-regex', 0],
    ['(?<', 'unsupported-regex', 0],
    ['\\'],
    ['a{'],
    ['(?<a>', 'invalid-regex', 5],
    ['[[:', 'invalid-regex', 0],
    ['a*'],
  ];
  for (const [piece, code, offset] of rows) {
    const { problem } = checkRegex(piece.repeat(8_000 / piece.length));
    assert.deepEqual([problem?.code, problem?.offset], [code, offset], piece);
  }
});
