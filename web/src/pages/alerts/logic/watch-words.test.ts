import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agoWords, tellsNobody, watchWords } from './watch-words.ts';

const NOW = Date.parse('2026-11-15T10:00:12.000Z');
const AT = '2026-11-15T10:00:00.000Z';

test('the newest tick of the rules that are on counts', () => {
  const rules = [
    { enabled: true, lastTickAt: '2026-11-15T09:59:00.000Z' },
    { enabled: true, lastTickAt: AT },
    { enabled: false, lastTickAt: '2026-11-15T10:00:11.000Z' },
  ];

  assert.equal(watchWords(rules, NOW), '2 rules, checked 12 s ago');
});

test('what was never looked at says so', () => {
  assert.equal(watchWords([], NOW), 'No rules');
  assert.equal(watchWords([{ enabled: true, lastTickAt: null }], NOW), '1 rule, not checked yet');
  assert.equal(watchWords([{ enabled: false, lastTickAt: AT }], NOW), '1 rule, all disabled');
});

test('the longer ago, the rounder', () => {
  assert.equal(agoWords(-500), '0 s ago');
  assert.equal(agoWords(119_000), '119 s ago');
  assert.equal(agoWords(600_000), '10 minutes ago');
  assert.equal(agoWords(3 * 3_600_000), '3 hours ago');
});

test('a rule without channels tells nobody', () => {
  assert.equal(tellsNobody({ channels: [] }), true);
  assert.equal(tellsNobody({ channels: ['chn_owners'] }), false);
});
