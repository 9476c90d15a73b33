/** Rules that share a statement find what each of them finds by itself. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { type SeededRandom, seededRandom } from '../../../../test/support/seeded-random.ts';
import {
  type ConditionsUnderTest,
  simulatedStore,
  startConditions,
} from '../../../../test/support/alerts/start-conditions.ts';
import type { TestEvent } from '../../../../test/support/start-search.ts';
import type { AlertCondition } from '../../../contract/alert-conditions.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import type { Rule } from '../rule.ts';
import { measureRule } from './measure-rule.ts';
import { createSharing, type Sharing } from './share-counts.ts';

const simulated = await simulatedStore();
const SEED = Number(process.env['SEED'] ?? 20_260_707);
const NOTHING = { members: [], memory: '', groups: new Set<string>() };

interface Shares {
  readonly tested: ConditionsUnderTest;
  readonly sharing: Sharing;
  /** The statements that the store was asked. */
  readonly asked: { count: number };
  readonly tick: { at: number; timeoutMs: number; signal: AbortSignal };
}

async function start(
  t: TestContext,
  events: readonly TestEvent[],
  fail?: () => void,
): Promise<Shares> {
  const tested = await startConditions(t, simulated);
  await tested.write(events);
  tested.clock.advance(SECOND_MS);
  const asked = { count: 0 };
  const { search } = tested.needs;
  const store = {
    ...search.store,
    query: (...given: Parameters<typeof search.store.query>) => {
      asked.count += 1;
      fail?.();
      return search.store.query(...given);
    },
  };
  const needs = { ...tested.needs, search: { ...search, store }, clock: tested.clock };
  const { signal } = new AbortController();
  const tick = { at: tested.clock.now(), timeoutMs: 30 * SECOND_MS, signal };
  return { tested, asked, tick, sharing: createSharing(needs) };
}

const HOSTS = ['a', 'b', 'c'] as const;
const WORDS = ['timeout', 'refused', 'ok', 'Disk full'] as const;

function randomEvents(random: SeededRandom, count: number): TestEvent[] {
  return Array.from({ length: count }, () => ({
    body: `${random.pick(WORDS)} after ${random.integer(1, 50)} ms`,
    level: random.pick(['info', 'error', 'warn']),
    agoMs: random.chance(0.7)
      ? random.integer(0, 50) * SECOND_MS
      : random.integer(1, 90) * MINUTE_MS,
    fields: random.chance(0.8)
      ? { host: random.pick(HOSTS), took: String(random.integer(1, 50)) }
      : {},
  }));
}

/** What one statement can count, as people write it. */
const PLAIN = [
  (random: SeededRandom) => '*'.repeat(random.integer(1, 1)),
  (random: SeededRandom) => `level=${random.pick(['error', 'info', 'fatal'])}`,
  (random: SeededRandom) => `level=error ${random.pick(['timeout', 'full', 'nothing'])}`,
  (random: SeededRandom) => `"${random.pick(WORDS)}" NOT host=${random.pick(HOSTS)}`,
  (random: SeededRandom) => `host!=${random.pick(HOSTS)} OR took>${random.integer(1, 50)}`,
  (random: SeededRandom) => `host IN (a, ${random.pick(HOSTS)}) | fields host`,
  (random: SeededRandom) => `* | where tonumber(took) < ${random.integer(1, 50)} OR isnull(took)`,
  (random: SeededRandom) =>
    `ms* | rex "after (?<n>\\d+)" | eval big=1 | table n, big, h${random.integer(1, 3)}`,
  (random: SeededRandom) => `* | regex _raw="after ${random.integer(1, 5)}\\d "`,
] as const;

/** What must be asked for by itself. */
const ALONE: readonly [string, AlertCondition, Partial<AlertRuleSettings>?][] = [
  ['level=error | stats count by host', { kind: 'threshold', op: '>', value: 1 }],
  ['*', { kind: 'threshold', op: '>', value: 1, by: ['host'] }],
  ['* [search level=error | fields host]', { kind: 'threshold', op: '>', value: 1 }],
  ['* | head 5', { kind: 'threshold', op: '>', value: 1 }],
  ['*', { kind: 'threshold', op: '>', value: 1 }, { basis: 'event' }],
  ['*', { kind: 'absence', scope: 'member', by: ['host'] }],
];

function randomRule(random: SeededRandom, tested: ConditionsUnderTest): Rule {
  const query = random.pick(PLAIN)(random);
  const settings = { query, window: random.pick([60, 300]), lateMax: random.pick([86_400, 3_600]) };
  if (random.chance(0.2)) return tested.newRule({ kind: 'absence', scope: 'all' }, settings);
  const op = random.pick(['>', '<', '>=', '=', '!=', '<=']);
  const condition = { kind: 'threshold', op, value: random.integer(0, 40) } as const;
  return tested.newRule(condition, settings);
}

test('what generated rules find together is what each finds alone', async (t) => {
  const random = seededRandom(SEED);
  const { tested, sharing, asked, tick } = await start(t, randomEvents(random, 200));
  const rules = Array.from({ length: 120 }, () => randomRule(random, tested));

  const lists = await sharing.shareRules(rules);

  assert.deepEqual(
    lists
      .flat()
      .map(({ id }) => id)
      .toSorted(),
    rules.map(({ id }) => id).toSorted(),
  );
  let [shared, told] = [0, 0];
  for (const list of lists) {
    const { counts, statements } = await sharing.countShared(list, tick);
    told += statements;
    for (const rule of list) {
      const counted = counts.get(rule.id);
      shared += counted === undefined ? 0 : 1;
      const together = await measureRule(tested.needs, rule, { ...tick, counted }, NOTHING);
      const alone = await measureRule(tested.needs, rule, tick, NOTHING);
      assert.deepEqual(together, alone, `seed ${SEED}: ${rule.settings.query}`);
    }
  }
  assert.ok(shared > 100, `seed ${SEED}: ${shared} rules were counted together`);
  assert.equal(asked.count, told);
  assert.ok(told < shared / 5, `seed ${SEED}: ${told} statements for ${shared} rules`);
});

test('whatever is no plain count of events is asked for by itself', async (t) => {
  const { tested, sharing } = await start(t, [{}]);
  const alone = ALONE.flatMap(([query, condition, settings]) =>
    [1, 2].map(() => tested.newRule(condition, { ...settings, query })),
  );
  const plain = [1, 2].map(() => tested.newRule({ kind: 'threshold', op: '>', value: 1 }));

  const lists = await sharing.shareRules([...alone, ...plain]);

  assert.deepEqual(
    lists.filter((list) => list.length > 1),
    [plain],
  );
  assert.equal(lists.length, alone.length + 1);
});

test('rules of other times or other indexes have a statement of their own', async (t) => {
  const { tested, sharing } = await start(t, [{}]);
  const newRule = (settings: Partial<AlertRuleSettings>): Rule =>
    tested.newRule({ kind: 'threshold', op: '>', value: 1 }, settings);
  const rules = [
    newRule({}),
    newRule({ window: 600 }),
    newRule({ delay: 10 }),
    newRule({ lateMax: 3_600 }),
    newRule({ query: 'index=_alerts' }),
    newRule({ query: 'index=nowhere' }),
  ];

  const lists = await sharing.shareRules(rules);

  assert.equal(lists.length, rules.length);
});

test('one statement counts for as many rules as it may, and the next begins another', async (t) => {
  const { tested, sharing, tick } = await start(t, [{}]);
  const { sharedRulesMax } = LIMITS.alerts;
  const rules = Array.from({ length: sharedRulesMax + 1 }, (_, number) =>
    tested.newRule({ kind: 'threshold', op: '>', value: 1 }, { query: `level=l${number}` }),
  );

  const [exact = []] = await sharing.shareRules(rules.slice(1));
  const [more = []] = await sharing.shareRules(rules);

  assert.equal((await sharing.countShared(exact, tick)).statements, 1);
  assert.equal((await sharing.countShared(more, tick)).statements, 2);
});

test('rules that look for words have a statement of their own, and those with the same filter one count', async (t) => {
  const { tested, sharing, tick } = await start(t, [{ body: 'one' }, { body: 'two', level: 'a' }]);
  const newRule = (query: string): Rule =>
    tested.newRule({ kind: 'threshold', op: '>', value: 1 }, { query });
  const same = Array.from({ length: LIMITS.alerts.sharedRulesMax + 1 }, () => newRule('level=a'));
  const words = ['one', 'level=a two', 'three'].map(newRule);

  const one = await sharing.countShared(same, tick);
  const both = await sharing.countShared([...same, ...words], tick);

  assert.deepEqual([one.statements, both.statements], [1, 2]);
  assert.deepEqual(
    [...same, ...words].map(({ id }) => both.counts.get(id)?.count),
    [...same.map(() => 1), 1, 1, 0],
  );
});

test('a filter that cannot be run with the others keeps nobody from counting', async (t) => {
  const { tested, sharing, tick } = await start(t, [{ body: 'one' }, { body: 'two' }]);
  const rules = [
    'one',
    '* | where big > 1 | eval big=2',
    '* | eval big=2 | where big=2',
    'two',
  ].map((query) => tested.newRule({ kind: 'threshold', op: '>', value: 0 }, { query }));

  const { counts } = await sharing.countShared(rules, tick);

  assert.deepEqual(
    rules.map(({ id }) => counts.get(id)?.count),
    [1, 0, undefined, 1],
  );
});

test('after a statement for several rules has failed each goes alone for a while', async (t) => {
  let isFailing = true;
  const { tested, sharing, tick } = await start(t, [{}], () => {
    if (isFailing) throw new Error('on purpose');
  });
  const rules = [1, 2].map(() => tested.newRule({ kind: 'threshold', op: '>', value: 0 }));

  const failed = await sharing.countShared(rules, tick);
  isFailing = false;
  const after = await sharing.shareRules(rules);
  tested.clock.advance(LIMITS.alerts.notSharedMs - 1);
  const still = await sharing.shareRules(rules);
  tested.clock.advance(1);
  const again = await sharing.shareRules(rules);

  assert.equal(failed.counts.size, 0);
  assert.deepEqual([after.length, still.length, again.length], [2, 2, 1]);
});

test('a statement for several rules has a time of its own, and no more than the rules have', async (t) => {
  const timeouts: number[] = [];
  const { tested, tick } = await start(t, [{}]);
  const { search } = tested.needs;
  const store = {
    ...search.store,
    query: (...[statement, options]: Parameters<typeof search.store.query>) => {
      timeouts.push(options?.timeoutMs ?? 0);
      return search.store.query(statement, options);
    },
  };
  const needs = { ...tested.needs, search: { ...search, store }, clock: tested.clock };
  const rules = [1, 2].map(() => tested.newRule({ kind: 'threshold', op: '>', value: 0 }));
  const sharing = createSharing(needs);

  await sharing.countShared(rules, { ...tick, timeoutMs: HOUR_MS });
  await sharing.countShared(rules, { ...tick, timeoutMs: 5 * SECOND_MS });

  const [long = 0, short = 0] = timeouts;
  assert.ok(long <= LIMITS.alerts.sharedMsMax && long > LIMITS.alerts.sharedMsMax / 2, `${long}`);
  assert.ok(short <= 5 * SECOND_MS, `${short}`);
});
