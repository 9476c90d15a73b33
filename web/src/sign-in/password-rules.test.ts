import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../src/spec/limits.ts';
import { brokenRules } from './password-rules.ts';

test('each rule is named until it is kept', () => {
  assert.deepEqual(brokenRules(''), [
    'At least 12 characters',
    'An uppercase letter',
    'A lowercase letter',
    'A digit',
  ]);
  assert.deepEqual(brokenRules('Vermilion-Kettle-42'), []);
  assert.deepEqual(brokenRules('vermilion-kettle-42'), ['An uppercase letter']);
});

test('both ends of the length are counted in characters', () => {
  const { charactersMin, charactersMax } = LIMITS.passwords;
  const of = (count: number) => `Aa1${'😀'.repeat(count - 3)}`;
  assert.deepEqual(brokenRules(of(charactersMin)), []);
  assert.equal(brokenRules(of(charactersMin - 1)).length, 1);
  assert.deepEqual(brokenRules(of(charactersMax)), []);
  assert.equal(brokenRules(of(charactersMax + 1)).length, 1);
});
