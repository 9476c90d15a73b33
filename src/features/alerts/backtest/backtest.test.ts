/** Back-tests: the same ticks that were lived through. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf, startBacktest } from '../../../../test/support/alerts/start-backtest.ts';
import { holdTime } from '../../../../test/support/held-time.ts';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import { isoTime } from '../../../base/clock.ts';
import type { AlertCondition } from '../../../contract/alert-conditions.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { startAsking } from '../conditions/asking.ts';
import type { Measurement } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';
import { recordTicks } from './record-ticks.ts';
import { replayCounts } from './replay-counts.ts';
import { pastTicks, sampleTicks } from './past-ticks.ts';

const RULES: readonly [AlertCondition, Partial<AlertRuleSettings>][] = [
  [
    { kind: 'threshold', op: '>', value: 12, by: ['host'] },
    { window: 300, maxGroups: 2 },
  ],
  [
    { kind: 'threshold', op: '>=', value: 20, recoverAt: 10 },
    { window: 90, delay: 20 },
  ],
  [{ kind: 'threshold', op: '<', value: 4 }, { window: 90 }],
];

test('after two hours live with late data, the back-test has the same ticks', async (t) => {
  const tested = await startBacktest(t);
  const random = seededRandom(15);
  const rules = RULES.map(([condition, settings]) => tested.newRule(condition, settings));
  const begin = tested.clock.now();
  await tested.openGap('lag', begin + 50 * MINUTE_MS, begin + 53 * MINUTE_MS);
  const live = rules.map((rule) => ({
    rule,
    record: recordTicks(rule),
    found: [] as Measurement[],
  }));
  for (let minute = 0; minute < 120; minute += 1) {
    for (const half of [0, 1]) {
      tested.clock.advance(30 * SECOND_MS);
      const events = half === 0 ? eventsOf(minute, random) : [];
      if (events.length > 0) await tested.write(events);
    }
    const at = tested.clock.now();
    for (const { rule, record, found } of live) {
      const measurement = await tested.measured(rule, at, { groups: record.known() });
      found.push(measurement);
      record.add(at, measurement);
    }
  }

  for (const { rule, record, found } of live) {
    const { sampled, problem, basis, ...backtest } = await tested.backtest(rule);
    assert.deepEqual([sampled, problem, basis], [false, undefined, 'arrival']);
    assert.deepEqual(backtest, record.result());
    assert.equal(backtest.ticks, 120);

    const ticks = pastTicks(rule, 0, tested.clock.now(), 2);
    const tree = await tested.needs.trees.of(tested.needs.metadata, rule);
    const tick = { at: 0, timeoutMs: 30_000, signal: new AbortController().signal };
    const asking = await startAsking(tested.needs, rule, tree, tick);
    assert(rule.settings.condition.kind === 'threshold');
    const replay = await replayCounts(asking, rule.settings.condition, ticks);
    const again = recordTicks(rule);
    for (const [i, at] of ticks.entries()) {
      assert(replay !== undefined);
      const measurement = replay.at(at, again.known());
      assert.deepEqual(measurement, found[i], `${rule.id} at ${isoTime(at)}`);
      again.add(at, measurement);
    }
  }
  // It would prove little if nothing had happened.
  const firings = live.map(({ record }) => record.result().firings.length);
  assert(
    firings.every((count) => count > 0),
    String(firings),
  );
  const lates = live.flatMap(({ found }) =>
    found.filter(
      (each) => each.kind === 'measured' && each.groups.some((g) => g.details?.['late']),
    ),
  );
  assert(lates.length > 50, String(lates.length));
});

test('a query that depends on the moment is asked at each tick', async (t) => {
  const tested = await startBacktest(t);
  const condition = { kind: 'threshold', of: 'n', op: '>', value: 80 } as const;
  const query = '* | stats max(_time) AS last | eval n=now()-last';

  const { sampled } = await tested.backtest(tested.newRule(condition, { query }), { hours: 1.5 });

  assert.equal(sampled, true);
});

test('firings tell from when to when, and how far it went', async (t) => {
  const tested = await startBacktest(t);
  const begin = tested.clock.now();
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 3 }, { window: 60 });
  for (let minute = 1; minute <= 20; minute += 1) {
    const burst = { 5: 4, 6: 9 }[minute] ?? (minute === 20 ? 5 : 0);
    if (burst > 0) await tested.write(Array.from({ length: burst }, () => ({})));
    tested.clock.advance(MINUTE_MS);
  }

  const { ticks, series, firings, messages } = await tested.backtest(rule, { hours: 0.5 });

  const minute = (count: number): string => isoTime(begin + count * MINUTE_MS);
  assert.equal(ticks, 30);
  assert.equal(series.length, 30);
  assert.deepEqual(series.at(-1), [minute(20), 5]);
  assert.deepEqual(firings, [
    { group: null, from: minute(5), to: minute(8), peak: 9 },
    { group: null, from: minute(20), to: null, peak: 5 },
  ]);
  assert.equal(messages, 3);
});

test('other rules are asked for some of their ticks', async (t) => {
  const tested = await startBacktest(t);
  for (let minute = 1; minute <= 90; minute += 1) {
    await tested.write([{ fields: { ms: String(minute) } }]);
    tested.clock.advance(MINUTE_MS);
  }
  const rule = tested.newRule(
    { kind: 'threshold', of: 'high', op: '>', value: 80 },
    { query: '* | dedup ms | stats max(ms) AS high' },
  );

  const few = await tested.backtest(rule, { hours: 1 });
  const many = await tested.backtest(rule, { hours: 1.5 });

  assert.deepEqual([few.ticks, few.sampled], [60, false]);
  assert.deepEqual([many.ticks, many.sampled], [LIMITS.alerts.testTicksSampled, true]);
  assert.equal(few.firings.length, 1);
  assert.deepEqual(few.series.at(-1)?.[1], 90);
});

test('a back-test has so long for all of its ticks', async (t) => {
  const tested = await startBacktest(t);
  const { testMsMax } = LIMITS.alerts;
  const condition = { kind: 'threshold', of: 'high', op: '>', value: 80 } as const;
  const rule = tested.newRule(condition, { query: '* | stats max(ms) AS high' });
  const exact = tested.newRule({ kind: 'threshold', op: '>', value: 80 });
  const time = holdTime(t);
  const testTaking = async (each: Rule, tookMs: number) => {
    const timeouts: number[] = [];
    tested.onStatement = (timeoutMs) => {
      if (timeouts.push(timeoutMs) === 1) time.pass(tookMs);
    };
    const { ticks, sampled, problem } = await tested.backtest(each, { hours: 0.1 });
    return { found: [ticks, sampled, problem], timeouts };
  };

  const inTime = await testTaking(rule, testMsMax - 1);
  const late = await testTaking(rule, testMsMax);
  const counted = await testTaking(exact, 0);

  assert.deepEqual(inTime.found, [6, false, undefined]);
  assert.deepEqual(inTime.timeouts, [testMsMax, 1, 1, 1, 1, 1]);
  assert.deepEqual(late.found, [
    1,
    true,
    'Only some of the checks were run, because the time limit was reached.',
  ]);
  assert.deepEqual(late.timeouts, [testMsMax]);
  assert.ok(counted.timeouts.length > 0 && counted.timeouts.every((ms) => ms === testMsMax));
});

test('members are learnt in a back-test, too', async (t) => {
  const tested = await startBacktest(t);
  for (let minute = 1; minute <= 40; minute += 1) {
    const hosts = minute < 30 ? ['a', 'b'] : ['a'];
    await tested.write(hosts.map((host) => ({ fields: { host } })));
    tested.clock.advance(MINUTE_MS);
  }
  const rule = tested.newRule(
    { kind: 'absence', scope: 'member', by: ['host'] },
    { window: 120, delay: 0 },
  );

  const { firings } = await tested.backtest(rule, { hours: 0.5 });

  assert.deepEqual(
    firings.map(({ group, to }) => [group, to]),
    [[{ host: 'b' }, null]],
  );
});

test('a query that cannot be run is told', async (t) => {
  const tested = await startBacktest(t);
  const condition = { kind: 'threshold', op: '>', value: 0 } as const;

  await assert.rejects(tested.backtest(tested.newRule(condition, { query: 'index=nowhere' })), {
    code: 'UNKNOWN_INDEX',
  });
  const table = tested.newRule(condition, { query: 'index=nowhere | stats count' });
  const { problem, ticks } = await tested.backtest(table);
  assert.equal(ticks, 0);
  assert.match(problem ?? '', /nowhere/);
});

test('verdicts show what they would cost, and spend only where they may', async (t) => {
  const tested = await startBacktest(t);
  const rule = tested.newRule({ kind: 'verdict', criteria: 'Is it well?' }, { interval: 300 });
  for (let minute = 1; minute <= 60; minute += 5) {
    tested.clock.advance(5 * MINUTE_MS);
    await tested.write([{}]);
  }
  tested.clock.advance(5 * MINUTE_MS);

  const preview = await tested.backtest(rule);
  const real = await tested.backtest(rule, { hours: 1, spend: true });

  assert.deepEqual(preview.credits, { perTick: 0.25, perDay: 72, spent: 0 });
  assert.equal(preview.ticks, 0);
  assert.deepEqual([real.ticks, real.sampled], [LIMITS.alerts.testVerdictsMax, true]);
  assert.equal(real.credits?.spent, 0.5 * LIMITS.alerts.testVerdictsMax);
});

test('channels get a message only when asked for', async (t) => {
  const tested = await startBacktest(t);
  const rule = tested.newRule(
    { kind: 'threshold', op: '>', value: 0 },
    { channels: ['chn_1', 'chn_gone'] },
  );

  assert.equal((await tested.backtest(rule)).sent, undefined);
  assert.deepEqual(tested.tests, []);
  const { sent } = await tested.backtest(rule, { notify: true });

  assert.deepEqual(tested.tests, ['chn_1', 'chn_gone']);
  assert.deepEqual(sent, [
    { channelId: 'chn_1', state: 'sent' },
    { channelId: 'chn_gone', state: 'dead', error: 'No such channel.' },
  ]);
});

test('a back-test has the grid of the rule, and the longest has all of its ticks', async (t) => {
  const tested = await startBacktest(t);
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 0 }, { interval: 30 });
  const ticks = pastTicks(rule, 17, Date.UTC(2026, 0, 1, 12, 0, 16), LIMITS.alerts.testHoursMax);

  assert.equal(ticks.length, (168 * HOUR_MS) / (30 * SECOND_MS));
  assert.equal(ticks.at(-1), Date.UTC(2026, 0, 1, 11, 59, 47));
  assert.equal((await tested.backtest(rule, { hours: 168 })).ticks, ticks.length);
  assert.deepEqual(sampleTicks([1, 2, 3, 4, 5], 2), [3, 5]);
  assert.deepEqual(sampleTicks([1, 2], 2), [1, 2]);
});
