import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleRule, threshold } from '../../../../test/support/alerts/example-rule.ts';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { needsWithoutStore } from '../../../../test/support/needs-without-store.ts';
import { AppError } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import { silentLog } from '../../../base/log.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import { settleCondition } from '../../../contract/alert-rule-form.ts';
import { alertsActor } from './actor-of-rule.ts';
import { inBudget, type StatementTimes } from './asking.ts';
import type { ConditionNeeds } from './condition-needs.ts';
import { findSamples } from './evidence.ts';
import { createRuleTrees } from './rule-trees.ts';
import { createSharing } from './share-counts.ts';

const AT = Date.UTC(2026, 0, 15, 12);
const { signal } = new AbortController();

test('a statement is told its times, and has what is left of them', async () => {
  const given: Omit<StatementTimes, 'onSlot'>[] = [];
  const asking = { tick: { at: AT, timeoutMs: 5_000, signal }, budget: { leftMs: 77.9 } };
  await inBudget(asking, async ({ now, timeoutMs, waitMsMax }) => {
    given.push({ now, timeoutMs, waitMsMax });
  });
  const waited = asking.budget.leftMs;
  await inBudget(asking, async ({ onSlot }) => {
    onSlot();
    const until = performance.now() + 5;
    while (performance.now() < until);
    onSlot();
  });

  assert.deepEqual(given, [{ now: AT, timeoutMs: 77, waitMsMax: 5_000 }]);
  assert.equal(waited, 77.9, 'waiting for a slot spends nothing');
  assert.ok(asking.budget.leftMs <= 72.9 && asking.budget.leftMs > 0, `${asking.budget.leftMs}`);
});

test('without time nothing is asked', async () => {
  for (const leftMs of [0, 0.9]) {
    const asking = { tick: { at: AT, timeoutMs: 5_000, signal }, budget: { leftMs } };

    await assert.rejects(
      inBudget(asking, () => assert.fail('nobody asks')),
      {
        code: 'QUERY_TIMEOUT',
        message: 'The query timed out. Shorten the window or add filters.',
      },
    );
  }
});

test('rules read what every member may read', () => {
  const { organization, who, permissions } = alertsActor(organizationId('org_1'));

  assert.deepEqual([organization, who.kind], ['org_1', 'system']);
  assert.deepEqual([...permissions].toSorted(), [
    'alerts:read',
    'evaluations:run',
    'logs:read',
    'services:read',
  ]);
});

function needsFailing(
  error: () => Error,
): ConditionNeeds & { clock: ReturnType<typeof fakeClock> } {
  const query = async () => Promise.reject(error());
  const search = { ...needsWithoutStore({ now: AT }), store: { query }, searchKind: 'alert' };
  return {
    search: search as unknown as ConditionNeeds['search'],
    metadata: search.metadata,
    trees: createRuleTrees(),
    judge: { judge: () => assert.fail(), estimate: () => assert.fail() },
    log: silentLog,
    clock: fakeClock(AT),
  };
}

function rule(id: string, settings: Partial<AlertRuleSettings> = {}, version = 1) {
  return exampleRule(settings, { id, version });
}

test('rules share a statement when they count events of the same stretch and indexes', async () => {
  const sharing = createSharing(needsFailing(() => new Error('nobody asks')));
  const silence = settleCondition({ kind: 'absence', scope: 'all' });
  const members = settleCondition({ kind: 'absence', scope: 'member', by: ['host'] });
  const lists = await sharing.shareRules([
    rule('plain'),
    rule('other filter', { query: 'level=warn', condition: threshold({ value: 9 }) }),
    rule('silence', { condition: silence }),
    rule('window', { window: 600 }),
    rule('delay', { delay: 5 }),
    rule('late', { lateMax: 600 }),
    rule('index', { query: 'index=_audit' }),
    rule('by', { condition: threshold({ by: ['host'] }) }),
    rule('members', { condition: members }),
    rule('basis', { basis: 'event' }),
    rule('table', { query: 'level=error | stats count' }),
    rule('nested', { query: 'level=error [search a | fields host]' }),
    rule('broken', { query: '* | nonsense' }),
    rule('change', { condition: settleCondition({ kind: 'change' }) }),
  ]);

  assert.deepEqual(
    lists.map((list) => list.map(({ id }) => id)),
    [
      ['plain', 'other filter', 'silence'],
      ['window'],
      ['delay'],
      ['late'],
      ['index'],
      ['by'],
      ['members'],
      ['basis'],
      ['table'],
      ['nested'],
      ['broken'],
      ['change'],
    ],
  );
});

test('after a statement that failed its rules stay alone for ten minutes', async () => {
  const needs = needsFailing(() => new AppError('QUERY_TIMEOUT', 'slow'));
  const sharing = createSharing(needs);
  const rules = [rule('a'), rule('b')];
  const tick = { at: AT, timeoutMs: 1_000, signal };
  const listsOf = async (...those: typeof rules) => (await sharing.shareRules(those)).length;

  const before = await listsOf(...rules);
  const shared = await sharing.countShared(rules, tick);
  const alone = await listsOf(...rules);
  const changed = await listsOf(rule('a', {}, 2), rule('b', {}, 2));
  needs.clock.advance(599_999);
  const still = await listsOf(...rules);
  needs.clock.advance(1);

  assert.deepEqual([shared.counts.size, shared.statements], [0, 0]);
  assert.deepEqual([before, alone, changed, still, await listsOf(...rules)], [1, 2, 1, 2, 1]);
  assert.deepEqual(await sharing.countShared([], tick), { counts: new Map(), statements: 0 });
});

test('a tick that is stopped is no failure of the statement', async () => {
  const sharing = createSharing(needsFailing(() => new AppError('QUERY_TIMEOUT', 'slow')));
  const tick = { at: AT, timeoutMs: 1_000, signal: AbortSignal.abort() };

  await assert.rejects(sharing.countShared([rule('a'), rule('b')], tick), { name: 'AbortError' });
  assert.equal((await sharing.shareRules([rule('a'), rule('b')])).length, 1);
});

test('samples are found where there are events, and a statement that fails leaves them out', async () => {
  const group = { key: null, eventsFrom: AT - 300_000, eventsTo: AT };
  const evidence = ['1', '2', '3', '4', '5', '6'];
  const find = (
    settings: Partial<AlertRuleSettings>,
    error: () => Error = () => assert.fail('nobody asks'),
    details: Record<string, unknown> = {},
  ) => findSamples(needsFailing(error), rule('a', settings), { ...group, details });
  const silence = settleCondition({ kind: 'absence', scope: 'all' });
  const verdict = settleCondition({ kind: 'verdict', criteria: 'x' });

  assert.deepEqual(await find({ condition: silence }), []);
  assert.deepEqual(
    await find({ condition: verdict }, undefined, { evidence }),
    evidence.slice(0, 5),
  );
  assert.deepEqual(await find({ condition: verdict }), []);
  assert.deepEqual(await find({ query: '| makeresults' }), []);
  assert.deepEqual(await find({}, () => new AppError('QUERY_TIMEOUT', 'slow')), []);
  await assert.rejects(
    find({}, () => new TypeError('defect')),
    TypeError,
  );
});
