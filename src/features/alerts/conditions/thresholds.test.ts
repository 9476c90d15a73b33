/** Thresholds: on counts, on columns, by groups, and while events may be missing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ConditionsUnderTest,
  simulatedStore,
  startConditions,
} from '../../../../test/support/alerts/start-conditions.ts';
import { holdTime } from '../../../../test/support/held-time.ts';
import type { TestEvent } from '../../../../test/support/start-search.ts';
import type { AlertCondition } from '../../../contract/alert-conditions.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import type { Slot } from '../../../engines/counters/counters.ts';
import type { Comparison } from '../../../spec/alerts.ts';
import type { Rule } from '../rule.ts';
import { groupHash } from './groups.ts';
import { measureRule } from './measure-rule.ts';

const simulated = await simulatedStore();

const of = (host: string, fields: Record<string, string> = {}): TestEvent => ({
  fields: { host, ...fields },
});
const times = (count: number, event: TestEvent): TestEvent[] =>
  Array.from({ length: count }, () => event);

async function shown(tested: ConditionsUnderTest, rule: Rule, at?: number): Promise<string[]> {
  const { groups } = await tested.measured(rule, at);
  return groups.map(({ key, value, holds }) => {
    const name = key === null ? 'all' : Object.values(key).join('/');
    return `${name} ${value} ${holds}`;
  });
}

/** Events are stored now; the tick comes a second later. */
async function start(
  t: Parameters<typeof startConditions>[0],
  events: readonly TestEvent[],
): Promise<ConditionsUnderTest> {
  const tested = await startConditions(t, simulated);
  if (events.length > 0) await tested.write(events);
  tested.clock.advance(SECOND_MS);
  return tested;
}

test('every comparison holds where it says, and only there', async (t) => {
  const tested = await start(t, times(5, {}));
  const holds = async (op: Comparison, value: number): Promise<unknown> => {
    const { groups } = await tested.measured(tested.newRule({ kind: 'threshold', op, value }));
    return groups[0]?.holds;
  };
  const expected: [Comparison, number, number][] = [
    ['>', 4, 5],
    ['>=', 5, 6],
    ['<', 6, 5],
    ['<=', 5, 4],
    ['=', 5, 4],
    ['!=', 4, 5],
  ];
  for (const [op, holding, safe] of expected) {
    assert.equal(await holds(op, holding), 'true', `${op} ${holding}`);
    assert.equal(await holds(op, safe), 'safe', `${op} ${safe}`);
  }
});

test('between value and recoverAt it is neither firing nor safe', async (t) => {
  const tested = await start(t, times(5, {}));
  const holds = async (value: number, recoverAt: number): Promise<unknown> => {
    const rule = tested.newRule({ kind: 'threshold', op: '>', value, recoverAt });
    return (await tested.measured(rule)).groups[0]?.holds;
  };

  assert.equal(await holds(4, 2), 'true');
  assert.equal(await holds(6, 4), 'between');
  assert.equal(await holds(6, 5), 'safe');
});

test('the window is half open, and no events are a count of 0', async (t) => {
  const tested = await start(t, []);
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 0 }, { window: 60 });
  assert.deepEqual(await shown(tested, rule), ['all 0 safe']);

  const storedAt = tested.clock.now();
  await tested.write([{}]);

  assert.deepEqual(await shown(tested, rule, storedAt), ['all 0 safe']);
  assert.deepEqual(await shown(tested, rule, storedAt + SECOND_MS), ['all 1 true']);
  assert.deepEqual(await shown(tested, rule, storedAt + MINUTE_MS), ['all 1 true']);
  assert.deepEqual(await shown(tested, rule, storedAt + MINUTE_MS + SECOND_MS), ['all 0 safe']);
  const delayed = { ...rule, settings: { ...rule.settings, delay: 10 } };
  assert.deepEqual(await shown(tested, delayed, storedAt + 10 * SECOND_MS), ['all 0 safe']);
  assert.deepEqual(await shown(tested, delayed, storedAt + 11 * SECOND_MS), ['all 1 true']);
});

test('an event is late beyond a minute, and counts where it happened', async (t) => {
  const onTimeMs = LIMITS.alerts.onTimeSecondsMax * SECOND_MS;
  const tested = await start(t, [{ agoMs: onTimeMs }]);
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 5 });
  assert.equal((await tested.measured(rule)).groups[0]?.details, undefined);

  await tested.write([{ agoMs: onTimeMs + 1 }]);
  tested.clock.advance(SECOND_MS);

  const [group] = (await tested.measured(rule)).groups;
  assert.equal(group?.value, 2);
  assert.notEqual(group?.details?.['late'], undefined);
});

test('groups have counts of their own, and long names are cut', async (t) => {
  const long = 'x'.repeat(LIMITS.alerts.groupValueCharactersMax);
  const tested = await start(t, [
    ...times(3, of('a', { zone: '1' })),
    of('b', { zone: '1' }),
    of(`${long}1`, { zone: '2' }),
    of(`${long}2`, { zone: '2' }),
    {},
  ]);
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 2, by: ['host', 'zone'] });

  assert.deepEqual((await shown(tested, rule)).toSorted(), [
    'a/1 3 true',
    'b/1 1 safe',
    `${long}/2 2 safe`,
  ]);
});

test('of more groups than a rule tells apart, it keeps those it knows and then the largest', async (t) => {
  const tested = await start(t, [
    ...times(3, of('most')),
    ...times(2, of('more')),
    of('known'),
    of('other'),
  ]);
  const condition: AlertCondition = { kind: 'threshold', op: '>', value: 0, by: ['host'] };
  const all = tested.newRule(condition, { maxGroups: 4 });
  const some = tested.newRule(condition, { maxGroups: 2 });
  const names = async (rule: Rule, known: readonly string[]): Promise<unknown[]> => {
    const groups = new Set(known.map((host) => groupHash({ host })));
    const answer = await tested.measured(rule, undefined, { groups });
    return [answer.isCut, ...answer.groups.map(({ key }) => key?.['host'])];
  };

  assert.equal((await names(all, []))[0], false);
  assert.deepEqual(await names(some, []), [true, 'most', 'more']);
  assert.deepEqual(await names(some, ['known']), [true, 'known', 'most']);
});

test('behind a reporting command each row is a group, and a column its value', async (t) => {
  const tested = await start(t, [of('a', { ms: '10' }), of('a', { ms: '20' }), of('b')]);
  const rule = tested.newRule(
    { kind: 'threshold', of: 'mean', op: '>', value: 12 },
    { query: '* | stats avg(ms) AS mean BY host' },
  );
  const none = {
    ...rule,
    id: 'alr_none',
    settings: { ...rule.settings, query: 'x=y | stats avg(ms) AS mean BY host' },
  };

  assert.deepEqual((await shown(tested, rule)).toSorted(), ['a 15 true', 'b null unknown']);
  assert.deepEqual(await shown(tested, none), []);
});

test('commands that look at several rows are counted behind them', async (t) => {
  const tested = await start(t, [...times(3, of('a')), of('b')]);
  const rule = tested.newRule(
    { kind: 'threshold', op: '>', value: 1 },
    { query: '* | dedup host' },
  );

  assert.deepEqual(await shown(tested, rule), ['all 2 true']);
});

test('by their own time, events count until the tick', async (t) => {
  const tested = await startConditions(t, simulated);
  const rule = tested.newRule(
    { kind: 'threshold', op: '>', value: 0 },
    { basis: 'event', window: 60, delay: 60 },
  );
  const at = tested.clock.now() + 2 * MINUTE_MS;
  const happenedAt = at - 90 * SECOND_MS;
  tested.clock.advance(2 * MINUTE_MS - SECOND_MS);
  await tested.write([{ timestamp: happenedAt }, { timestamp: at - 59 * SECOND_MS }]);
  tested.clock.advance(SECOND_MS);
  await tested.write([{ timestamp: happenedAt }]);
  tested.clock.advance(MINUTE_MS);

  assert.deepEqual(await shown(tested, rule, at), ['all 1 true']);
});

test('while events may be missing, few of them prove nothing', async (t) => {
  const tested = await start(t, times(5, {}));
  const at = tested.clock.now();
  await tested.openGap('lag', at - MINUTE_MS, null);
  await tested.openGap('quota', at - HOUR_MS, at - 30 * MINUTE_MS);
  const look = async (op: Comparison, value: number): Promise<unknown[]> => {
    const rule = tested.newRule({ kind: 'threshold', op, value });
    const { groups, behind } = await tested.measured(rule, at);
    return [groups[0]?.holds, ...behind];
  };

  assert.deepEqual(await look('>', 4), ['true', 'lag']);
  assert.deepEqual(await look('<', 6), ['unknown', 'lag']);
  assert.deepEqual(await look('<=', 5), ['unknown', 'lag']);
  assert.deepEqual(await look('=', 5), ['unknown', 'lag']);
  const early = tested.newRule({ kind: 'threshold', op: '<', value: 6 });
  assert.deepEqual((await tested.measured(early, at - 2 * MINUTE_MS)).behind, []);
});

test('other organizations are out of reach', async (t) => {
  const tested = await start(t, []);
  const { id } = await tested.search.access.newOrganization();
  await tested.search.write(id, times(3, {}));
  tested.clock.advance(SECOND_MS);

  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 0 });

  assert.deepEqual(await shown(tested, rule), ['all 0 safe']);
});

test('what cannot be evaluated is an answer, too', async (t) => {
  const tested = await start(t, []);
  const condition = { kind: 'threshold', op: '>', value: 0 } as const;
  const codeOf = async (rule: Rule): Promise<unknown> => {
    const measurement = await tested.measure(rule);
    return measurement.kind === 'failed' ? measurement.code : measurement.kind;
  };

  assert.equal(
    await codeOf(tested.newRule(condition, { query: 'index=nowhere' })),
    'UNKNOWN_INDEX',
  );
  assert.equal(await codeOf(tested.newRule(condition, { query: 'index=_audit' })), 'FORBIDDEN');
  assert.equal(
    await codeOf(tested.newRule(condition, { query: null, savedSearch: 'ssr_gone' })),
    'NOT_FOUND',
  );
  await assert.rejects(async () => {
    const tick = { at: tested.clock.now(), timeoutMs: 1_000, signal: AbortSignal.abort() };
    const known = { members: [], memory: '', groups: new Set<string>() };
    await measureRule(tested.needs, tested.newRule(condition), tick, known);
  });
});

test('a saved search is read anew at each tick', async (t) => {
  const tested = await start(t, [of('a'), of('b')]);
  const { metadata, clock } = tested.search.access;
  const now = clock.now();
  const row = {
    id: 'ssr_1',
    organization_id: tested.organization,
    name: 'Hosts',
    description: '',
    query: 'host=a',
    earliest: null,
    latest: null,
    created_by: 'usr_test',
    created_at: now,
    updated_at: now,
  };
  await metadata.db.insertInto('saved_searches').values(row).execute();
  const change = async (query: string): Promise<void> => {
    await metadata.db
      .updateTable('saved_searches')
      .set({ query })
      .where('id', '=', row.id)
      .execute();
  };
  const condition = { kind: 'threshold', op: '>', value: 0 } as const;
  const rule = tested.newRule(condition, { query: null, savedSearch: row.id });

  assert.deepEqual(await shown(tested, rule), ['all 1 true']);
  await change('*');
  assert.deepEqual(await shown(tested, rule), ['all 2 true']);
  await change('earliest=-1h *');
  const refused = await tested.measure(rule);
  assert.equal(refused.kind === 'failed' && refused.code, 'QUERY_SYNTAX_ERROR');
});

test('a rule that watches over alerts passes over its own', async (t) => {
  const tested = await start(t, []);
  const rule = tested.newRule(
    { kind: 'threshold', op: '>', value: 0 },
    { query: 'index=_alerts kind=fired' },
  );
  const fired = (ruleId: string): TestEvent => ({
    index: '_alerts',
    fields: { kind: 'fired', rule_id: ruleId },
  });
  await tested.write([fired(rule.id), fired('alr_another'), fired('alr_third')]);
  tested.clock.advance(SECOND_MS);

  assert.deepEqual(await shown(tested, rule), ['all 2 true']);
});

test('a rule waits for a place among those of its organization', async (t) => {
  const tested = await start(t, [{}]);
  const { counters } = tested.needs.search;
  const places = LIMITS.query.alertSlotsPerOrganization;
  const taken: (Slot | undefined)[] = [];
  for (let place = 0; place < places; place += 1) {
    taken.push(await counters.acquire(`slots:alert:${tested.organization}`, places, HOUR_MS));
  }
  assert(taken.every((slot) => slot !== undefined));

  const waiting = shown(tested, tested.newRule({ kind: 'threshold', op: '>', value: 0 }));
  setTimeout(() => void taken[0]?.release(), 150);

  assert.deepEqual(await waiting, ['all 1 true']);
});

test('the statements of a tick share its time, and waiting for a place takes nothing of it', async (t) => {
  const tested = await start(t, [{ agoMs: 10 * MINUTE_MS }, {}]);
  const time = holdTime(t);
  const { search } = tested.needs;
  const timeouts: number[] = [];
  let isBusy = true;
  const counters: typeof search.counters = {
    ...search.counters,
    acquire: async (...place) => {
      if (!isBusy) return search.counters.acquire(...place);
      isBusy = false;
      time.pass(8 * SECOND_MS);
      return undefined;
    },
  };
  const store: typeof search.store = {
    ...search.store,
    query: (statement, options = {}) => {
      timeouts.push(options.timeoutMs ?? 0);
      time.pass(10 * SECOND_MS);
      return search.store.query(statement, options);
    },
  };
  const needs = { ...tested.needs, search: { ...search, counters, store } };
  const { signal } = new AbortController();
  const tick = { at: tested.clock.now(), timeoutMs: 30 * SECOND_MS, signal };
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 0 });

  const measurement = await measureRule(needs, rule, tick, {
    members: [],
    memory: '',
    groups: new Set(),
  });

  assert.equal(measurement.kind, 'measured');
  assert.deepEqual(timeouts, [30 * SECOND_MS, 20 * SECOND_MS]);
});
