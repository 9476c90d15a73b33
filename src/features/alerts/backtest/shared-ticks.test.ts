/** Back-tests that share statements: each tick has what it has alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf, startBacktest } from '../../../../test/support/alerts/start-backtest.ts';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import type { TestEvent } from '../../../../test/support/start-search.ts';
import { isoTime } from '../../../base/clock.ts';
import type { AlertCondition } from '../../../contract/alert-conditions.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { pastTicks } from './past-ticks.ts';
import { recordTicks } from './record-ticks.ts';

const OF_VALUES: readonly [AlertCondition, Partial<AlertRuleSettings>][] = [
  [
    { kind: 'threshold', of: 'hosts', op: '>', value: 2 },
    { query: '* | stats dc(host) AS hosts', window: 300 },
  ],
  [
    { kind: 'threshold', of: 'n', op: '<', value: 2 },
    { query: 'host=web* | stats count AS n | where n < 9', window: 60, delay: 20 },
  ],
  [
    { kind: 'threshold', of: 'n', op: '>', value: 8 },
    { query: '* | stats count AS n by host | eval n=n*2', window: 150, maxGroups: 2 },
  ],
  [
    { kind: 'threshold', op: '>', value: 10, by: ['host'] },
    { window: 240, basis: 'event', delay: 60 },
  ],
  [
    { kind: 'threshold', op: '>', value: 10 },
    { window: 90, basis: 'event', delay: 120 },
  ],
];

/** Windows that overlap more than one statement bears, and commands that look at several rows. */
const OF_ROWS: typeof OF_VALUES = [
  [
    { kind: 'threshold', of: 'hosts', op: '>', value: 2 },
    { query: '* | stats dc(host) AS hosts', window: 2_400 },
  ],
  [
    { kind: 'threshold', of: 'n', op: '>', value: 8 },
    { query: '* | stats count AS n by host | sort 2 -n | table host n', window: 2_160 },
  ],
  [
    { kind: 'threshold', of: 'n', op: '>', value: 8 },
    { query: '* | stats count AS n by host | sort -n, host | head 1 | fields host n', window: 150 },
  ],
  [
    { kind: 'threshold', of: 'share', op: '>', value: 80 },
    {
      query: '* | stats count AS n by host | eventstats sum(n) AS all | eval share=100*n/all',
      window: 150,
    },
  ],
];

test('statistics of every tick are those of one tick after the other', async (t) => {
  const tested = await startBacktest(t);
  const random = seededRandom(16);
  const begin = tested.clock.now();
  await tested.openGap('lag', begin + 50 * MINUTE_MS, begin + 53 * MINUTE_MS);
  for (let minute = 0; minute < 70; minute += 1) {
    tested.clock.advance(MINUTE_MS);
    // A quiet quarter of an hour has windows without any event.
    const events = minute > 40 && minute < 55 ? [] : eventsOf(minute, random);
    if (events.length > 0) await tested.write(events);
  }

  for (const [condition, settings] of [...OF_VALUES, ...OF_ROWS]) {
    const rule = tested.newRule(condition, settings);
    const record = recordTicks(rule);
    for (const at of pastTicks(rule, 0, tested.clock.now(), 1.1)) {
      const storedBy = tested.clock.now();
      record.add(at, await tested.measured(rule, at, { groups: record.known() }, { storedBy }));
    }
    let statements = 0;
    tested.onStatement = () => void (statements += 1);
    const { sampled, problem, basis, warnings, ...backtest } = await tested.backtest(rule, {
      hours: 1.1,
    });
    assert.equal(warnings, undefined);
    tested.onStatement = () => {};
    const name = JSON.stringify([condition, settings]);
    assert.deepEqual([sampled, problem, basis], [false, undefined, rule.settings.basis], name);
    assert.deepEqual(backtest, record.result(), name);
    assert.ok(backtest.firings.length > 0, name);
    // Two more ask what the groups leave out.
    assert.ok(statements <= 5, `${statements} statements: ${name}`);
  }
});

test('a comparison with earlier days has at every tick what it has alone', async (t) => {
  const tested = await startBacktest(t);
  const random = seededRandom(17);
  for (const day of [0, 1, 2]) {
    for (let minute = 0; minute < 70; minute += 1) {
      tested.clock.advance(MINUTE_MS);
      const isQuiet = (day === 1 && minute > 20 && minute < 40) || (day === 0 && minute < 10);
      const events = isQuiet ? [] : eventsOf(minute, random);
      if (day === 2 && minute === 50) events.push(...Array.from({ length: 60 }, () => ({})));
      if (events.length > 0) await tested.write(events);
    }
    if (day < 2) tested.clock.advance(24 * HOUR_MS - 70 * MINUTE_MS);
  }

  const change = { kind: 'change', compare: 'day', periods: 2, minDifference: 5 } as const;
  for (const [condition, settings] of [
    [change, { basis: 'event' }],
    [{ ...change, by: ['host'] }, { basis: 'event' }],
    [
      { ...change, of: 'n' },
      { basis: 'event', query: '* | stats count AS n' },
    ],
    [change, { basis: 'arrival' }],
  ] satisfies [AlertCondition, Partial<AlertRuleSettings>][]) {
    const rule = tested.newRule(condition, { ...settings, window: 300 });
    const record = recordTicks(rule);
    for (const at of pastTicks(rule, 0, tested.clock.now(), 1.1)) {
      const storedBy = tested.clock.now();
      record.add(at, await tested.measured(rule, at, { groups: record.known() }, { storedBy }));
    }
    const {
      sampled,
      problem,
      basis,
      warnings: _warnings,
      ...found
    } = await tested.backtest(rule, {
      hours: 1.1,
    });

    const name = JSON.stringify([condition, settings]);
    assert.deepEqual([sampled, problem, basis], [false, undefined, settings.basis], name);
    assert.deepEqual(found, record.result(), name);
    assert.ok(found.firings.length > 0, name);
  }
});

test('of history that was loaded later, event time shows each episode', async (t) => {
  const tested = await startBacktest(t);
  const begin = tested.clock.now();
  tested.clock.advance(2 * HOUR_MS);
  const burst = (minute: number): TestEvent[] =>
    Array.from({ length: 20 }, () => ({ timestamp: begin + minute * MINUTE_MS + 1_000 }));
  await tested.write([...burst(20), ...burst(70)]);
  tested.clock.advance(MINUTE_MS);
  const rules = [{}, { query: '* | stats count' }].map((query) => ({ window: 60, ...query }));

  for (const settings of rules) {
    const firings = async (basis: 'arrival' | 'event') => {
      const condition = { kind: 'threshold', of: 'count', op: '>', value: 5 } as const;
      const rule = tested.newRule(condition, { ...settings, basis });
      const found = await tested.backtest(rule, { hours: 2 });
      assert.deepEqual([found.sampled, found.basis], [false, basis]);
      return found.firings.map(({ from, peak }) => [from, peak]);
    };

    assert.equal((await firings('arrival')).length, 1);
    const minute = (count: number): string => isoTime(begin + count * MINUTE_MS);
    assert.deepEqual(await firings('event'), [
      [minute(21), 20],
      [minute(71), 20],
    ]);
  }
});

test('events that lack the field of a group are counted', async (t) => {
  const tested = await startBacktest(t);
  await tested.write([{ fields: { service: 'cart' } }, {}, {}, {}]);
  tested.clock.advance(MINUTE_MS);
  const condition = { kind: 'threshold', of: 'count', op: '>', value: 0 } as const;
  const warningsOf = async (...rule: Parameters<typeof tested.newRule>) =>
    (await tested.backtest(tested.newRule(...rule), { hours: 0.1 })).warnings;

  const warnings = [{ code: 'rows-dropped', message: '3 rows without `service` are excluded.' }];
  assert.deepEqual(await warningsOf({ ...condition, by: ['service'] }), warnings);
  assert.deepEqual(await warningsOf(condition, { query: '* | stats count by service' }), warnings);
  const silent: AlertCondition = { kind: 'absence', scope: 'member', by: ['service'] };
  assert.deepEqual(await warningsOf(silent), warnings);
  assert.equal(await warningsOf(condition), undefined);
  assert.equal(
    await warningsOf(condition, { query: 'service=* | stats count by service' }),
    undefined,
  );
});

test('a table of more rows than a statement returns is read in halves', async (t) => {
  const tested = await startBacktest(t);
  for (let minute = 0; minute < 70; minute += 1) {
    tested.clock.advance(MINUTE_MS);
    await tested.write(['a', 'b'].map((host) => ({ fields: { host } })));
  }
  const rule = tested.newRule(
    { kind: 'threshold', of: 'n', op: '>', value: 1 },
    { query: '* | stats count AS n by host', window: 120 },
  );
  const whole = await tested.backtest(rule, { hours: 1.1 });

  tested.groupsMax = 50;
  const halved = await tested.backtest(rule, { hours: 1.1 });

  assert.equal(whole.sampled, false);
  assert.deepEqual(halved, whole);
});
