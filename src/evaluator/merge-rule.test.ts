import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMergeRule } from './merge-rule.ts';

for (const [description, rule] of [
  ['The deployment succeeded', 'latest'],
  ['All tests pass', 'all'],
  ['No errors occurred', 'all'],
  ['Keine Fehler', 'all'],
  ['At least 3 failed logins', 'least'],
  ['More than two retries', 'least'],
  ['At most 5 restarts', 'most'],
  ['Exactly two backups ran', 'exactly'],
] as const) {
  test(`"${description}" is merged by ${rule}`, () => {
    assert.equal(readMergeRule(description), rule);
  });
}
