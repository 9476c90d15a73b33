/** Changes against the same time of earlier days and weeks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ConditionsUnderTest,
  simulatedStore,
  startConditions,
} from '../../../../test/support/alerts/start-conditions.ts';
import type { AlertCondition } from '../../../contract/alert-conditions.ts';
import { openZone } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import type { Rule } from '../rule.ts';
import { earlierWindows } from './measure-change.ts';

const simulated = await simulatedStore();

type Change = Partial<Extract<AlertCondition, { kind: 'change' }>>;

function changeRule(tested: ConditionsUnderTest, change: Change = {}, query = '*'): Rule {
  const condition = { kind: 'change', compare: 'day', ...change } as const;
  return tested.newRule(condition, { basis: 'event', delay: 60, query });
}

/** Writes events that happened in the middle of the window of a tick. */
async function happened(
  tested: ConditionsUnderTest,
  tickAt: number,
  count: number,
  fields: Record<string, string> = {},
): Promise<void> {
  const timestamp = tickAt - 3 * MINUTE_MS;
  await tested.write(Array.from({ length: count }, () => ({ timestamp, fields })));
}

/** Days before the tick, and how many events there were each time. */
async function history(
  tested: ConditionsUnderTest,
  tickAt: number,
  counts: Readonly<Record<number, number>>,
): Promise<void> {
  for (const [days, count] of Object.entries(counts)) {
    if (count > 0) await happened(tested, tickAt - Number(days) * DAY_MS, count);
  }
}

async function holds(tested: ConditionsUnderTest, rule: Rule, at: number): Promise<unknown> {
  const { groups, isLearning } = await tested.measured(rule, at);
  return isLearning ? 'learning' : groups[0]?.holds;
}

test('both amounts must differ from the median', async (t) => {
  const tested = await startConditions(t, simulated);
  const at = tested.clock.now() + 2 * MINUTE_MS;
  await history(tested, at, { 0: 30, 1: 18, 2: 22, 3: 20, 4: 500 });
  tested.clock.advance(2 * MINUTE_MS);
  const look = (change: Change): Promise<unknown> => holds(tested, changeRule(tested, change), at);

  // The median of 18, 20, 22 and 500 is 21: nine more, and 43 percent.
  assert.equal(await look({ percent: 42, minDifference: 9 }), 'true');
  assert.equal(await look({ percent: 43, minDifference: 9 }), 'safe');
  assert.equal(await look({ percent: 42, minDifference: 9.5 }), 'safe');
  assert.equal(await look({ percent: 42, minDifference: 9, direction: 'up' }), 'true');
  assert.equal(await look({ percent: 42, minDifference: 9, direction: 'down' }), 'safe');

  const { groups } = await tested.measured(changeRule(tested), at);
  const details = groups[0]?.details as { reference: number; earlier: { value: number }[] };
  assert.equal(details.reference, 21);
  assert.deepEqual(
    details.earlier.map(({ value }) => value),
    [18, 22, 20, 500],
  );
});

test('a fall is no fall while events may be missing', async (t) => {
  const tested = await startConditions(t, simulated);
  const at = tested.clock.now() + 2 * MINUTE_MS;
  await history(tested, at, { 0: 5, 1: 40, 2: 40 });
  tested.clock.advance(2 * MINUTE_MS);
  const falling = changeRule(tested, { direction: 'down' });
  assert.equal(await holds(tested, falling, at), 'true');

  await tested.openGap('spilling', at - MINUTE_MS, null);

  assert.equal(await holds(tested, falling, at), 'unknown');
  assert.deepEqual((await tested.measured(falling, at)).behind, ['spilling']);
  await history(tested, at, { 1: 0 });
});

test('with too few filled periods it is still learning', async (t) => {
  const { changePeriodsMin } = LIMITS.alerts;
  const look = async (filled: number): Promise<unknown> => {
    const tested = await startConditions(t, simulated);
    const at = tested.clock.now() + 2 * MINUTE_MS;
    const earlier = Array.from({ length: filled }, (_, i): [number, number] => [i + 1, 10]);
    await history(tested, at, Object.fromEntries<number>([[0, 100], ...earlier]));
    tested.clock.advance(2 * MINUTE_MS);
    return holds(tested, changeRule(tested), at);
  };

  assert.equal(await look(changePeriodsMin - 1), 'learning');
  assert.equal(await look(changePeriodsMin), 'true');
});

test('what was now is a filled period a day later', async (t) => {
  const tested = await startConditions(t, simulated);
  const at = tested.clock.now() + 2 * MINUTE_MS;
  await history(tested, at, { 0: 100, 1: 10 });
  tested.clock.advance(2 * MINUTE_MS);

  const later = at + DAY_MS;
  tested.clock.advance(DAY_MS);
  await history(tested, later, { 0: 100 });
  tested.clock.advance(MINUTE_MS);

  assert.equal(await holds(tested, changeRule(tested), later + MINUTE_MS), 'true');
});

test('a time at which other things happened is filled: what was never there can begin', async (t) => {
  const tested = await startConditions(t, simulated);
  const at = tested.clock.now() + 2 * MINUTE_MS;
  await history(tested, at, { 1: 3, 2: 3 });
  await happened(tested, at, 50, { status: '500' });
  tested.clock.advance(2 * MINUTE_MS);

  assert.equal(await holds(tested, changeRule(tested, {}, 'status=500'), at), 'true');
});

test('a group that has ceased to send is compared, too', async (t) => {
  const tested = await startConditions(t, simulated);
  const at = tested.clock.now() + 2 * MINUTE_MS;
  for (const days of [1, 2]) {
    for (const host of ['a', 'b']) {
      await happened(tested, at - days * DAY_MS, 20, { host });
    }
  }
  await happened(tested, at, 20, { host: 'a' });
  tested.clock.advance(2 * MINUTE_MS);

  const { groups } = await tested.measured(changeRule(tested, { by: ['host'] }), at);

  const found = groups.map(({ key, value, holds: each }) => `${key?.['host']} ${value} ${each}`);
  assert.deepEqual(found.toSorted(), ['a 20 safe', 'b 0 true']);
});

test('columns are compared like counts', async (t) => {
  const tested = await startConditions(t, simulated);
  const at = tested.clock.now() + 2 * MINUTE_MS;
  for (const [days, ms] of [
    [0, '900'],
    [1, '100'],
    [2, '120'],
  ] as const) {
    await happened(tested, at - days * DAY_MS, 2, { ms });
  }
  tested.clock.advance(2 * MINUTE_MS);
  const rule = changeRule(tested, { of: 'mean', direction: 'up' }, '* | stats avg(ms) AS mean');

  assert.equal(await holds(tested, rule, at), 'true');
});

test('change compares wall clock: in both weeks in which clocks change', async (t) => {
  const tested = await startConditions(t, simulated);
  const { metadata } = tested.search.access;
  await metadata.db
    .updateTable('organizations')
    .set({ timezone: 'Europe/Berlin' })
    .where('id', '=', tested.organization)
    .execute();
  // 11:00 in Berlin on the Wednesday after; a week before it was 11:00 at another time of UTC.
  for (const [at, sameClock] of [
    [Date.UTC(2026, 3, 1, 9), Date.UTC(2026, 2, 25, 10)],
    [Date.UTC(2026, 9, 28, 10), Date.UTC(2026, 9, 21, 9)],
  ] as const) {
    tested.clock.advance(at - 2 * MINUTE_MS - tested.clock.now());
    await happened(tested, at, 30);
    for (const week of [0, 1]) {
      await happened(tested, sameClock - week * 7 * DAY_MS, 10);
      await happened(tested, at - (week + 1) * 7 * DAY_MS, 30);
    }
    tested.clock.advance(2 * MINUTE_MS);
    const rule = changeRule(tested, { compare: 'week', periods: 2 });

    const { groups } = await tested.measured(rule, at);

    const details = groups[0]?.details as { earlier: { value: number; to: number }[] };
    assert.deepEqual(
      details.earlier.map(({ value }) => value),
      [10, 10],
    );
    assert.equal(groups[0]?.holds, 'true');
    assert.equal(details.earlier[0]?.to, sameClock - MINUTE_MS);
  }
});

test('windows of earlier days begin and end by the clock on the wall', () => {
  const zone = openZone('Europe/Berlin');
  assert(zone !== undefined);
  const noon = Date.UTC(2026, 2, 29, 10);

  const [day] = earlierWindows(zone, { from: noon - 12 * HOUR_MS, to: noon }, 'day', 1);

  // From 23:00 the day before the clocks change: that night has an hour less.
  assert.deepEqual(day, {
    from: Date.UTC(2026, 2, 27, 22),
    to: Date.UTC(2026, 2, 28, 11),
  });
});
