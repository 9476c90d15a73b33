/** Counts of what arrives late: where it belongs, and never twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ConditionsUnderTest,
  simulatedStore,
  startConditions,
} from '../../../../test/support/alerts/start-conditions.ts';
import type { TestEvent } from '../../../../test/support/start-search.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import type { Rule } from '../rule.ts';
import { advance, type GroupState } from '../states/advance.ts';

const simulated = await simulatedStore();

const times = (count: number, event: TestEvent): TestEvent[] =>
  Array.from({ length: count }, () => event);

/** Ticks a rule minute by minute; what happens in between is written first. Gives the number of incidents. */
async function live(
  tested: ConditionsUnderTest,
  rule: Rule,
  minutes: number,
  happen: (minute: number) => readonly TestEvent[],
): Promise<{ readonly incidents: number; readonly values: (number | null)[] }> {
  let groups: readonly GroupState[] = [];
  let incidents = 0;
  const values: (number | null)[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    tested.clock.advance(30 * SECOND_MS);
    const events = happen(minute);
    if (events.length > 0) await tested.write(events);
    tested.clock.advance(30 * SECOND_MS);
    const at = tested.clock.now();
    const measurement = await tested.measured(rule, at);
    assert.deepEqual(await tested.measured(rule, at), measurement, 'measured again');
    values.push(measurement.groups[0]?.value ?? null);
    const next = advance(rule, groups, measurement, { at });
    incidents += next.transitions.filter(({ kind }) => kind === 'fired').length;
    groups = next.groups.map((group) => ({ ...group, incidentId: group.incidentId ?? 'inc_1' }));
  }
  return { incidents, values };
}

test('late: an event three hours old fires once', async (t) => {
  const tested = await startConditions(t, simulated);
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 0 });

  const { incidents, values } = await live(tested, rule, 12, (minute) =>
    minute === 1 ? [{ agoMs: 3 * HOUR_MS }] : [],
  );

  assert.equal(incidents, 1);
  assert.deepEqual(values, [0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
});

test('late: a dead letter that is replayed fires once', async (t) => {
  const tested = await startConditions(t, simulated);
  const rule = tested.newRule({ kind: 'threshold', op: '>=', value: 1 });

  const { incidents } = await live(tested, rule, 9, (minute) => {
    const then = tested.clock.now() - HOUR_MS;
    return minute === 1 ? [{ timestamp: then, receivedAt: then }] : [];
  });

  assert.equal(incidents, 1);
});

test('late: what is older than lateMax never counts', async (t) => {
  const tested = await startConditions(t, simulated);
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 0 }, { lateMax: 3_600 });
  const once = (agoMs: number) => (minute: number) => (minute === 1 ? [{ agoMs }] : []);

  assert.equal((await live(tested, rule, 9, once(HOUR_MS + SECOND_MS))).incidents, 0);
  assert.equal((await live(tested, rule, 9, once(HOUR_MS - SECOND_MS))).incidents, 1);
});

test('late: a burst of which half comes late fires once', async (t) => {
  const tested = await startConditions(t, simulated);
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 80 });

  const { incidents, values } = await live(tested, rule, 25, (minute) => {
    if (minute === 1) return times(50, {});
    return minute === 12 ? times(50, { agoMs: 11 * MINUTE_MS }) : [];
  });

  assert.equal(incidents, 1);
  assert.equal(Math.max(...values.slice(0, 12).map(Number)), 50);
  assert.equal(Math.max(...values.map(Number)), 100);
});

test('late: a straggler of a burst that was told fires nothing', async (t) => {
  const tested = await startConditions(t, simulated);
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 80 });

  const { incidents } = await live(tested, rule, 30, (minute) => {
    if (minute === 1) return times(100, {});
    return minute === 15 ? [{ agoMs: 14 * MINUTE_MS }] : [];
  });

  assert.equal(incidents, 1);
});

test('late: a straggler at the edge of a burst that was told fires nothing', async (t) => {
  const tested = await startConditions(t, simulated);
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 80 });

  // Some stretches hold just 80 of them, and would hold 81 with the straggler.
  const { incidents } = await live(tested, rule, 30, (minute) => {
    if (minute >= 1 && minute <= 5) return times(20, {});
    return minute === 20 ? [{ agoMs: 17 * MINUTE_MS }] : [];
  });

  assert.equal(incidents, 1);
});

test('late: a host that is always slow is counted all the same', async (t) => {
  const tested = await startConditions(t, simulated);
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 100 });

  const { incidents, values } = await live(tested, rule, 14, () => [
    ...times(12, {}),
    ...times(12, { agoMs: 90 * SECOND_MS }),
  ]);

  assert.equal(incidents, 1);
  assert.equal(Math.max(...values.map(Number)), 120);
});

test('late: few events are no silence as long as late ones come', async (t) => {
  const tested = await startConditions(t, simulated);
  const rule = tested.newRule({ kind: 'threshold', op: '<', value: 5 });

  const { values } = await live(tested, rule, 12, () => times(2, { agoMs: 90 * SECOND_MS }));

  assert.equal(Math.min(...values.slice(6).map(Number)), 10);
});

test('late: groups are counted each for itself', async (t) => {
  const tested = await startConditions(t, simulated);
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 3, by: ['host'] });
  const of = (host: string, agoMs: number): TestEvent => ({ agoMs, fields: { host } });
  await tested.write([of('a', 20 * MINUTE_MS), of('b', 0), of('b', 0)]);
  tested.clock.advance(20 * MINUTE_MS);
  await tested.write([
    ...times(3, of('a', 40 * MINUTE_MS)),
    ...times(3, of('b', 40 * MINUTE_MS)),
    of('c', 0),
  ]);
  tested.clock.advance(MINUTE_MS);

  const { groups } = await tested.measured(rule);

  const found = groups.map(({ key, value, holds }) => `${key?.['host']} ${value} ${holds}`);
  assert.deepEqual(found.toSorted(), ['a 4 true', 'b 3 safe', 'c 1 safe']);
});

test('backlog: what was held up for ten minutes is no burst', async (t) => {
  const tested = await startConditions(t, simulated);
  const rule = tested.newRule({ kind: 'threshold', op: '>', value: 100 });
  const silence = tested.newRule({ kind: 'absence', scope: 'all' }, { window: 120 });
  const stoppedAt = tested.clock.now();
  await tested.openGap('lag', stoppedAt, stoppedAt + 10 * MINUTE_MS);
  const silences: unknown[] = [];

  const { incidents } = await live(tested, rule, 22, (minute) => {
    if (minute < 10) return [];
    const rate = times(10, {});
    // Ten a minute, half of what the threshold asks for, all at once.
    const held = Array.from({ length: 10 }, (_, i) => times(10, { agoMs: (i + 1) * MINUTE_MS }));
    return minute === 10 ? [...rate, ...held.flat()] : rate;
  });
  for (let minute = 1; minute < 12; minute += 1) {
    const { groups, behind } = await tested.measured(silence, stoppedAt + minute * MINUTE_MS);
    silences.push([groups[0]?.holds, ...behind]);
  }

  assert.equal(incidents, 0);
  assert.deepEqual(new Set(silences.slice(0, 10).map(String)), new Set(['unknown,lag']));
});
