/** Silence: of everybody, and of those who are known to send. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ConditionsUnderTest,
  settleMembers,
  simulatedStore,
  startConditions,
} from '../../../../test/support/alerts/start-conditions.ts';
import type { AlertCondition } from '../../../contract/alert-conditions.ts';
import type { AlertMemberRow } from '../../../engines/metadata/tables/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import type { Rule } from '../rule.ts';
import { advance, type GroupState } from '../states/advance.ts';
import type { Measurement } from './measurement.ts';

const simulated = await simulatedStore();

type Measured = Extract<Measurement, { kind: 'measured' }>;

/** A rule with everything that is kept between two ticks. */
interface Watch {
  readonly tick: () => Promise<{ readonly fired: string[]; readonly resolved: string[] }>;
  readonly last: () => Measured;
  readonly members: () => readonly AlertMemberRow[];
}

function watch(tested: ConditionsUnderTest, rule: Rule): Watch {
  let members: AlertMemberRow[] = [];
  let memory = '';
  let groups: readonly GroupState[] = [];
  let last: Measured | undefined;
  return {
    async tick() {
      const at = tested.clock.now();
      const known = { members, memory, groups: new Set(groups.map(({ hash }) => hash)) };
      last = await tested.measured(rule, at, known);
      assert.deepEqual(await tested.measured(rule, at, known), last, 'measured again');
      const next = advance(rule, groups, last, { at });
      const named = (kind: string): string[] =>
        next.transitions
          .filter((each) => each.kind === kind)
          .map((each) => hostOf(each.hash, [...next.groups, ...groups]))
          .toSorted();
      const told = { fired: named('fired'), resolved: named('resolved') };
      members = settleMembers(rule, members, last);
      memory = last.memory ?? memory;
      groups = next.groups.map((group) => ({ ...group, incidentId: group.incidentId ?? 'inc_1' }));
      return told;
    },
    last() {
      assert(last !== undefined);
      return last;
    },
    members: () => members,
  };
}

function hostOf(hash: string, groups: readonly GroupState[]): string {
  return groups.find((group) => group.hash === hash)?.key?.['host'] ?? hash;
}

const MEMBERS: AlertCondition & { kind: 'absence' } = {
  kind: 'absence',
  scope: 'member',
  by: ['host'],
};
const HOSTS = Array.from({ length: 25 }, (_, i) => `web-${String(i).padStart(2, '0')}`);

/** Ticks every minute; whoever sends does so half a minute before. */
async function pass(
  tested: ConditionsUnderTest,
  { tick }: Watch,
  minutes: number,
  hosts: readonly string[],
): Promise<{ readonly fired: string[]; readonly resolved: string[] }> {
  const told = { fired: [] as string[], resolved: [] as string[] };
  for (let minute = 0; minute < minutes; minute += 1) {
    tested.clock.advance(30 * SECOND_MS);
    if (hosts.length > 0) await tested.write(hosts.map((host) => ({ fields: { host } })));
    tested.clock.advance(30 * SECOND_MS);
    const { fired, resolved } = await tick();
    told.fired.push(...fired);
    told.resolved.push(...resolved);
  }
  return told;
}

test('members: one stops, then twenty, then all are back', async (t) => {
  const tested = await startConditions(t, simulated);
  const rule = tested.newRule({ kind: 'absence', scope: 'member', by: ['host'] }, { window: 120 });
  const watched = watch(tested, rule);

  // Three windows until they are known.
  assert.deepEqual((await pass(tested, watched, 3, HOSTS)).fired, []);
  assert.equal(watched.last().isLearning, true);
  assert.deepEqual((await pass(tested, watched, 7, HOSTS)).fired, []);
  assert.equal(watched.last().isLearning, false);
  assert.equal(watched.last().groups.length, 25);

  assert.deepEqual((await pass(tested, watched, 1, HOSTS.slice(1))).fired, []);
  assert.deepEqual((await pass(tested, watched, 1, HOSTS.slice(1))).fired, ['web-00']);
  assert.deepEqual((await pass(tested, watched, 4, HOSTS.slice(21))).fired, HOSTS.slice(1, 21));
  assert.deepEqual((await pass(tested, watched, 4, HOSTS)).resolved.toSorted(), HOSTS.slice(0, 21));
});

test('members: who has sent before the rule was made is known at its first tick', async (t) => {
  const tested = await startConditions(t, simulated);
  for (let hour = 0; hour < 3; hour += 1) {
    await tested.write([
      { fields: { host: 'a' } },
      ...(hour === 0 ? [{ fields: { host: 'b' } }] : []),
    ]);
    tested.clock.advance(HOUR_MS);
  }
  const rule = tested.newRule({ kind: 'absence', scope: 'member', by: ['host'] });
  const watched = watch(tested, rule);

  const { fired } = await watched.tick();

  assert.deepEqual(fired, ['a']);
  const rows = watched.members().map((row) => `${row.group_key} ${row.windows_seen}`);
  assert.deepEqual(rows.toSorted(), ['{"host":"a"} 3', '{"host":"b"} 1']);
});

test('members: windows count within the time to learn alone', async (t) => {
  const tested = await startConditions(t, simulated);
  const condition = { ...MEMBERS, learn: 3_600 };
  const watched = watch(tested, tested.newRule({ ...condition, minSeen: 2 }));
  await watched.tick();
  const send = async (afterMs: number): Promise<number | undefined> => {
    tested.clock.advance(afterMs);
    await tested.write([{ fields: { host: 'a' } }]);
    tested.clock.advance(SECOND_MS);
    await watched.tick();
    return watched.members()[0]?.windows_seen;
  };

  assert.equal(await send(MINUTE_MS), 1);
  assert.equal(await send(2 * HOUR_MS), 1);
  assert.equal(await send(30 * MINUTE_MS), 2);
});

test('members: those that a rule names are missed before they were ever seen', async (t) => {
  const tested = await startConditions(t, simulated);
  const rule = tested.newRule({
    kind: 'absence',
    scope: 'member',
    by: ['host'],
    expected: [{ host: 'never' }, { host: 'here' }],
  });
  await tested.write([{ fields: { host: 'here' } }]);
  tested.clock.advance(SECOND_MS);
  const watched = watch(tested, rule);

  assert.deepEqual((await watched.tick()).fired, ['never']);
  assert.deepEqual(
    watched.members().map((row) => [row.group_key, row.is_expected]),
    [['{"host":"here"}', 1]],
  );
  // They are never forgotten.
  tested.clock.advance(8 * DAY_MS);
  assert.deepEqual((await watched.tick()).fired, ['here']);
});

test('members: who is silent for too long is forgotten, and the incident ends', async (t) => {
  const tested = await startConditions(t, simulated);
  const rule = tested.newRule({
    kind: 'absence',
    scope: 'member',
    by: ['host'],
    minSeen: 1,
    expire: 3_600,
  });
  const watched = watch(tested, rule);
  await pass(tested, watched, 1, ['a']);
  assert.deepEqual((await pass(tested, watched, 7, [])).fired, ['a']);

  tested.clock.advance(HOUR_MS - 7 * MINUTE_MS - 30 * SECOND_MS);
  assert.deepEqual(await watched.tick(), { fired: [], resolved: [] });
  tested.clock.advance(SECOND_MS);
  assert.deepEqual((await watched.tick()).resolved, ['a']);
  assert.deepEqual(watched.members(), []);
});

test('members: as many are learnt as the rule has room for, and it says when there are more', async (t) => {
  const tested = await startConditions(t, simulated);
  const condition = { ...MEMBERS, minSeen: 1 };
  const senders = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      fields: { host: `h${String(i).padStart(4, '0')}` },
    }));
  const watched = watch(tested, tested.newRule({ ...condition, maxMembers: 1_000 }));
  await tested.write(senders(1_000));
  tested.clock.advance(SECOND_MS);
  await watched.tick();
  assert.deepEqual([watched.last().members?.isFull, watched.members().length], [false, 1_000]);

  await tested.write(senders(1_001));
  tested.clock.advance(SECOND_MS);
  await watched.tick();

  assert.deepEqual([watched.last().members?.isFull, watched.members().length], [true, 1_000]);
  assert.equal(watched.last().isCut, false);
});

test('members: signs of life are written down now and then', async (t) => {
  const tested = await startConditions(t, simulated);
  const { memberSeenEveryMs } = LIMITS.alerts;
  const watched = watch(tested, tested.newRule({ ...MEMBERS, minSeen: 1 }));
  const start = tested.clock.now() + MINUTE_MS;
  const written: number[] = [];
  for (const afterMs of [0, memberSeenEveryMs - 1, memberSeenEveryMs, 2 * memberSeenEveryMs - 1]) {
    tested.clock.advance(start + afterMs - tested.clock.now());
    await tested.write([{ fields: { host: 'a' } }]);
    tested.clock.advance(1);
    await watched.tick();
    if ((watched.last().members?.seen.length ?? 0) > 0) written.push(afterMs);
  }

  assert.deepEqual(written, [0, memberSeenEveryMs]);
});

test('silence is proven by what was accepted, not by what was stored', async (t) => {
  const tested = await startConditions(t, simulated);
  const rule = tested.newRule({ kind: 'absence', scope: 'all' });
  const look = async (): Promise<unknown> => {
    tested.clock.advance(SECOND_MS);
    return (await tested.measured(rule)).groups.map(({ value, holds }) => [value, holds])[0];
  };
  assert.deepEqual(await look(), [0, 'true']);

  // A dead letter is no sign of life.
  const then = tested.clock.now() - HOUR_MS;
  await tested.write([{ timestamp: then, receivedAt: then }]);
  assert.deepEqual(await look(), [0, 'true']);

  // An event that a slow sender had kept for an hour is one.
  await tested.write([{ timestamp: then }]);
  assert.deepEqual(await look(), [1, 'safe']);
});

test('silence is unknown while a gap touches the window', async (t) => {
  const tested = await startConditions(t, simulated);
  const at = tested.clock.now();
  await tested.openGap('node_away', at - 10 * MINUTE_MS, at - 5 * MINUTE_MS);
  const rule = tested.newRule({ kind: 'absence', scope: 'all' });
  const look = async (tickAt: number): Promise<unknown[]> => {
    const { groups, behind } = await tested.measured(rule, tickAt);
    return [groups[0]?.holds, ...behind];
  };

  assert.deepEqual(await look(at), ['unknown', 'node_away']);
  assert.deepEqual(await look(at + SECOND_MS), ['true']);
});
