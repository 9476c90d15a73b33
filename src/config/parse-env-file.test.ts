import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEnvFile } from './parse-env-file.ts';

test('assignments, comments, quotes and several lines are read', () => {
  const file = parseEnvFile(
    '\uFEFF# comment\r\nA=1\r\n\r\nexport B="two words" # why\r\nC=\'{\n  "x": 1\n}\'\nD = 4\nE=\n',
  );

  assert.deepEqual(file.problems, []);
  assert.deepEqual(file.values, { A: '1', B: 'two words', C: '{\n  "x": 1\n}', D: '4', E: '' });
});

test('a line that is no assignment is a problem, told without its text', () => {
  const { problems } = parseEnvFile('A=1\nsecret-without-name\nB-C=2\n=3\nexportD\n');
  assert.deepEqual(problems, [
    'line 2 is not of the form NAME=value',
    'line 3 is not of the form NAME=value',
    'line 4 is not of the form NAME=value',
    'line 5 is not of the form NAME=value',
  ]);
});

test('a quote that is not closed, or closed too late, is a problem', () => {
  assert.deepEqual(parseEnvFile('A="x\nB=2\n').problems, ['line 1: missing closing quote']);
  assert.deepEqual(parseEnvFile('A="x\nB="y"\nC=3\n').problems, [
    'line 1: there is text after the closing quote',
  ]);
  assert.deepEqual(parseEnvFile('A="x" y\n').problems, [
    'line 1: there is text after the closing quote',
  ]);
});

test('a name set twice is a problem', () => {
  assert.deepEqual(parseEnvFile('A=1\nA=2\n').problems, ['line 2 sets A again']);
});
