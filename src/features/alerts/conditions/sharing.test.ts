/** Which rules are counted together, and what becomes of them when that fails. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT, type ScriptedRow, scriptedNeeds } from '../../../../test/support/counting-store.ts';
import { exampleRule, threshold } from '../../../../test/support/alerts/example-rule.ts';
import { holdTime } from '../../../../test/support/held-time.ts';
import { AppError } from '../../../base/errors.ts';
import { type Log, silentLog } from '../../../base/log.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import type { Rule } from '../rule.ts';
import { settleCondition } from '../../../contract/alert-rule-form.ts';
import { createSharing } from './share-counts.ts';

const { signal } = new AbortController();
const NOT_SHARED_MS = 600_000;
const TICK = { at: AT, timeoutMs: 5_000, signal };

function start(answers: readonly (readonly ScriptedRow[])[] = []) {
  const { needs: given, asked } = scriptedNeeds(answers);
  const clock = { at: AT, now: () => clock.at };
  const logged: unknown[] = [];
  const log: Log = { ...silentLog, warn: (fields, message) => logged.push([message, fields]) };
  const state: { failure?: Error } = {};
  const timeouts: (number | undefined)[] = [];
  const store = {
    ...given.search.store,
    query: (...about: Parameters<typeof given.search.store.query>) => {
      timeouts.push(about[1]?.timeoutMs);
      return state.failure === undefined
        ? given.search.store.query(...about)
        : Promise.reject(state.failure);
    },
  };
  const needs = { ...given, search: { ...given.search, store }, clock, log };
  return { sharing: createSharing(needs), needs, asked, clock, logged, state, timeouts };
}

const rule = (id: string, settings: Partial<AlertRuleSettings> = {}, version = 1): Rule =>
  exampleRule(settings, { id, version });

const ids = (lists: readonly (readonly Rule[])[]): string[] =>
  lists.map((list) => list.map(({ id }) => id).join('+'));

test('rules that count the same events by when they were stored are counted together', async () => {
  const { sharing } = start();
  const silence = settleCondition({ kind: 'absence', scope: 'all' });
  const members = settleCondition({ kind: 'absence', scope: 'member', by: ['host'] });
  const change = settleCondition({ kind: 'change' });

  const lists = await sharing.shareRules([
    rule('a'),
    rule('b', { query: 'level=warn' }),
    rule('c', { condition: silence }),
    rule('grouped', { condition: threshold({ by: ['host'] }) }),
    rule('members', { condition: members }),
    rule('change', { condition: change }),
    rule('event', { basis: 'event' }),
    rule('window', { window: 600 }),
    rule('delay', { delay: 1 }),
    rule('late', { lateMax: 1 }),
    rule('index', { query: 'index=_audit level=error' }),
    rule('table', { query: '* | stats count' }),
    rule('nested', { query: 'level=error [search level=warn | fields host]' }),
    rule('nowhere', { query: 'index=nowhere' }),
    rule('d', { interval: 120, severity: 'critical' }),
  ]);

  assert.deepEqual(ids(lists), [
    'a+b+c+d',
    'grouped',
    'members',
    'change',
    'event',
    'window',
    'delay',
    'late',
    'index',
    'table',
    'nested',
    'nowhere',
  ]);
});

test('a fault of ours is not taken for one of a rule', async () => {
  const { needs } = start();
  const trees = { of: () => Promise.reject(new TypeError('broken')) };
  const refused = { of: () => Promise.reject(new AppError('NOT_FOUND', 'It is gone.')) };

  await assert.rejects(createSharing({ ...needs, trees }).shareRules([rule('a')]), TypeError);
  const alone = await createSharing({ ...needs, trees: refused }).shareRules([
    rule('a'),
    rule('b'),
  ]);
  assert.deepEqual(ids(alone), ['a', 'b']);
});

test('where nobody asks nothing is counted', async () => {
  const { sharing, asked } = start();

  assert.deepEqual(await sharing.countShared([], TICK), { counts: new Map(), statements: 0 });
  assert.deepEqual(asked, []);
});

test('one statement counts for all of them, within ten seconds at most', async (t) => {
  holdTime(t);
  const { sharing, asked, timeouts } = start();
  const rules = [rule('a'), rule('b', { query: 'level=warn' })];

  const { counts, statements } = await sharing.countShared(rules, TICK);

  assert.deepEqual([[...counts.keys()], statements, asked.length], [['a', 'b'], 1, 1]);
  assert.match(asked[0] ?? '', /2026-01-15 11:55:00.000 .*2026-01-15 12:00:00.000 /);
  await sharing.countShared(rules, { ...TICK, timeoutMs: 10_001 });
  assert.deepEqual(timeouts, [5_000, 10_000]);
});

test('rules whose statement failed are asked for one by one for a while', async () => {
  const { sharing, clock, logged, state } = start();
  const rules = [rule('a'), rule('b'), rule('c')];
  state.failure = new AppError('QUERY_TIMEOUT', 'It took too long.');

  const shared = await sharing.countShared(rules.slice(0, 2), TICK);
  assert.deepEqual(shared, { counts: new Map(), statements: 0 });
  assert.deepEqual(logged, [
    ['shared statement of alert rules paused', { code: 'QUERY_TIMEOUT', rules: 2 }],
  ]);
  assert.deepEqual(ids(await sharing.shareRules(rules)), ['a', 'b', 'c']);
  const newer = [rule('a', {}, 2), rule('b'), rule('c')];
  assert.deepEqual(ids(await sharing.shareRules(newer)), ['a+c', 'b'], 'of this version alone');
  clock.at += NOT_SHARED_MS - 1;
  assert.deepEqual(ids(await sharing.shareRules(rules)), ['a', 'b', 'c']);
  clock.at += 1;
  assert.deepEqual(ids(await sharing.shareRules(rules)), ['a+b+c']);
});

test('whatever else goes wrong is told as a fault of ours, and what was stopped is thrown', async () => {
  const { sharing, logged, state } = start();
  state.failure = new TypeError('broken');

  await sharing.countShared([rule('a')], TICK);
  const [, fields] = logged[0] as [string, { code: string }];
  assert.equal(typeof fields.code, 'string');
  const stopped = AbortSignal.abort(new Error('stopped'));
  await assert.rejects(sharing.countShared([rule('a')], { ...TICK, signal: stopped }), /stopped/);
  assert.equal(logged.length, 1);
});
