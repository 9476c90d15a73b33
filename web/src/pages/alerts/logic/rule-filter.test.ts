import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesRule, NO_FILTER, RULE_VIEWS, sortRules } from './rule-filter.ts';

const RULE = {
  name: 'Slow checkout',
  description: 'p95 of the shop',
  query: 'service=checkout',
  tags: ['shop'],
  severity: 'error',
  state: 'normal',
  health: 'ok',
  lastTickAt: '2026-11-01T08:00:00.000Z',
  enabled: true,
  channels: ['chn_owners'],
} as const;
const rule = (part: Partial<Parameters<typeof matchesRule>[0]>) => ({
  ...RULE,
  tags: [...RULE.tags],
  channels: [...RULE.channels],
  ...part,
});

test('all words must be somewhere, in any case', () => {
  assert.equal(matchesRule(rule({}), { ...NO_FILTER, words: 'SHOP slow' }), true);
  assert.equal(matchesRule(rule({}), { ...NO_FILTER, words: 'slow billing' }), false);
  assert.equal(matchesRule(rule({}), { ...NO_FILTER, tag: 'shop', severity: 'error' }), true);
  assert.equal(matchesRule(rule({}), { ...NO_FILTER, tag: 'web' }), false);
  assert.equal(matchesRule(rule({}), { ...NO_FILTER, severity: 'info' }), false);
});

test('each view shows its own', () => {
  const views = (part: Parameters<typeof rule>[0]) =>
    RULE_VIEWS.filter((view) => matchesRule(rule(part), { ...NO_FILTER, view }));

  assert.deepEqual(views({}), ['all']);
  assert.deepEqual(views({ state: 'firing' }), ['all', 'firing']);
  assert.deepEqual(views({ state: 'pending' }), ['all', 'firing']);
  assert.deepEqual(views({ health: 'behind' }), ['all', 'unwell']);
  assert.deepEqual(views({ channels: [] }), ['all', 'untold']);
  assert.deepEqual(views({ enabled: false, channels: [], health: 'disabled' }), ['all', 'off']);
});

test('what needs somebody comes first', () => {
  const rules = [
    rule({ name: 'b' }),
    rule({ name: 'off', enabled: false }),
    rule({ name: 'a' }),
    rule({ name: 'broken', health: 'error' }),
    rule({ name: 'soon', state: 'pending' }),
    rule({ name: 'now', state: 'firing' }),
  ];

  assert.deepEqual(
    sortRules(rules).map(({ name }) => name),
    ['now', 'soon', 'broken', 'a', 'b', 'off'],
  );
});
