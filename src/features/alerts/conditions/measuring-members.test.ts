/** Who is known to send, and who of them is silent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AT,
  counted,
  measure,
  type Measured,
  type ScriptedRow,
  type Setting,
} from '../../../../test/support/counting-store.ts';
import type { AlertCondition } from '../../../contract/alert-conditions.ts';
import type { AlertMemberRow } from '../../../engines/metadata/tables/alerts.ts';
import { groupHash } from './groups.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WINDOW = { eventsFrom: AT - 5 * MINUTE_MS, eventsTo: AT };
const LEARNT = '{"learnt":true}';

type Absence = Extract<AlertCondition, { kind: 'absence' }>;
const MEMBERS: Absence = { kind: 'absence', scope: 'member', by: ['host'], minSeen: 3 };
const hashOf = (host: string): string => groupHash({ host });

function known(host: string, facts: Partial<AlertMemberRow> = {}): AlertMemberRow {
  return {
    organization_id: 'org_example',
    rule_id: 'alr_example',
    group_hash: hashOf(host),
    group_key: JSON.stringify({ host }),
    windows_seen: 3,
    is_expected: 0,
    first_seen_at: AT - 2 * HOUR_MS,
    last_seen_at: AT - 6 * MINUTE_MS,
    ...facts,
  };
}

/** A host that sent something at the end of the window, or when the test says. */
function sign(host: string, facts: { windows?: number; first?: number; last?: number } = {}) {
  const { windows = 1, first = AT - 1_000, last = AT - 1_000 } = facts;
  return counted({ key: [host], count: 2, windows, storedTimes: [first, last] });
}

/** A tick after the first one. */
async function tick(
  members: readonly AlertMemberRow[],
  present: readonly ScriptedRow[],
  condition: Partial<Absence> = {},
  setting: Setting = {},
): Promise<Measured> {
  const { measured } = await measure({ ...MEMBERS, ...condition }, [present], {
    ...setting,
    known: { members, memory: LEARNT },
  });
  return measured;
}

function standings({ groups }: Measured): unknown[] {
  return groups.map(({ key, value, holds }) => [key?.['host'], value, holds]);
}

test('the first tick reads history, and remembers that it did', async () => {
  const history = [sign('a', { windows: 9, first: AT - HOUR_MS, last: AT - 2 * MINUTE_MS })];
  const { measurement, asked } = await measure(MEMBERS, [history, [sign('a')]]);

  assert.deepEqual(measurement, {
    kind: 'measured',
    groups: [{ key: { host: 'a' }, hash: hashOf('a'), value: 2, holds: 'safe', ...WINDOW }],
    isCut: false,
    behind: [],
    isLearning: false,
    memory: LEARNT,
    members: {
      seen: [
        {
          key: { host: 'a' },
          hash: hashOf('a'),
          windowsSeen: 3,
          isExpected: false,
          firstSeenAt: AT - HOUR_MS,
          lastSeenAt: AT - 2 * MINUTE_MS,
        },
      ],
      expired: [],
      isFull: false,
    },
  });
  assert.equal(asked.length, 2);
  assert.match(asked[0] ?? '', /,2026-01-14 12:00:00.000 .*,2026-01-15 12:00:00.000 /);
  assert.match(asked[1] ?? '', /,2026-01-15 11:55:00.000 .*,2026-01-15 12:00:00.000 /);
  assert.ok(asked[0]?.includes(`,${Date.UTC(2026, 0, 14, 12)} `), 'windows of the calendar');
  assert.ok(asked[0]?.endsWith(',10001'));
});

test('a later tick asks once, and has nothing to write when nothing is new', async () => {
  const { measurement, asked } = await measure(MEMBERS, [[sign('a')]], {
    known: { members: [known('a')], memory: LEARNT },
  });

  assert.deepEqual(measurement, {
    kind: 'measured',
    groups: [{ key: { host: 'a' }, hash: hashOf('a'), value: 2, holds: 'safe', ...WINDOW }],
    isCut: false,
    behind: [],
    isLearning: false,
  });
  assert.equal(asked.length, 1);
});

test('whoever is known and sends nothing is silent, unless events may be missing', async () => {
  const silent = await tick([known('a')], []);
  const unsure = await tick([known('a')], [], {}, { isBehind: true });

  assert.deepEqual(standings(silent), [['a', 0, 'true']]);
  assert.deepEqual(standings(unsure), [['a', 0, 'unknown']]);
});

test('while there are more senders than an answer holds nobody is called silent', async () => {
  const present = Array.from({ length: 10_001 }, (_, i) => sign(`h${i}`));
  const { groups, isCut } = await tick([known('a')], present, { maxMembers: 1 });

  assert.deepEqual([groups[0]?.holds, isCut], ['unknown', true]);
});

test('members are learnt window by window', async () => {
  const lastSeen = AT - 6 * MINUTE_MS;
  const once = { windows_seen: 1, last_seen_at: lastSeen };
  const again = await tick([known('a', once)], [sign('a')]);
  const same = await tick([known('a', once)], [sign('a', { last: lastSeen + 1 })]);
  const third = await tick([known('a', { ...once, windows_seen: 2 })], [sign('a')]);

  assert.deepEqual([again.groups, again.isLearning], [[], true]);
  const member = again.members?.seen[0];
  assert.deepEqual([member?.windowsSeen, member?.lastSeenAt], [2, AT - 1_000]);
  assert.deepEqual([same.members, same.isLearning], [undefined, true]);
  assert.deepEqual([third.members?.seen[0]?.windowsSeen, third.isLearning], [3, false]);
  assert.deepEqual(standings(third), [['a', 2, 'safe']]);
});

test('the last sign of life is written down every ten minutes', async () => {
  const seenAfter = async (ms: number) => {
    const last = AT - 1_000;
    const { members } = await tick([known('a', { last_seen_at: last - ms })], [sign('a')]);
    return members?.seen.map(({ lastSeenAt }) => lastSeenAt - last);
  };

  assert.equal(await seenAfter(10 * MINUTE_MS - 1), undefined);
  assert.deepEqual(await seenAfter(10 * MINUTE_MS), [0]);
});

test('an older sign than the last one does not turn time back', async () => {
  const { members } = await tick(
    [known('a', { windows_seen: 2, last_seen_at: AT })],
    [sign('a', { last: AT - MINUTE_MS })],
  );

  assert.equal(members, undefined);
});

test('what was seen too long ago is learnt anew', async () => {
  const learning = { windows_seen: 2, last_seen_at: AT - 6 * MINUTE_MS };
  const after = async (ms: number, facts: Partial<AlertMemberRow> = {}) => {
    const last = AT - 1_000;
    const row = known('a', { ...learning, first_seen_at: last - ms, ...facts });
    const { members } = await tick([row], [sign('a', { first: AT - 9_000 })]);
    const member = members?.seen[0];
    return member === undefined ? undefined : [member.windowsSeen, AT - member.firstSeenAt];
  };

  assert.deepEqual(await after(DAY_MS), [3, DAY_MS + 1_000]);
  assert.deepEqual(await after(DAY_MS + 1), [1, 9_000]);
  assert.equal(await after(DAY_MS + 1, { windows_seen: 3 }), undefined);
  assert.deepEqual(await after(0, { first_seen_at: null }), [3, 9_000]);
  assert.deepEqual(await after(0, { last_seen_at: null }), [1, 9_000]);
});

test('whoever is silent for too long is forgotten, unless the rule names them', async () => {
  const long = { last_seen_at: AT - 7 * DAY_MS - 1 };
  const almost = await tick([known('a', { last_seen_at: AT - 7 * DAY_MS })], []);
  const gone = await tick([known('a', long)], []);
  const unsure = await tick([known('a', long)], [], {}, { isBehind: true });
  const named = await tick([known('a', long)], [], { expected: [{ host: 'a' }] });

  assert.deepEqual([standings(almost), almost.members], [[['a', 0, 'true']], undefined]);
  assert.deepEqual(gone.groups, []);
  assert.deepEqual(gone.members, { seen: [], expired: [hashOf('a')], isFull: false });
  assert.equal(gone.isLearning, false);
  assert.deepEqual([standings(unsure), unsure.members], [[['a', 0, 'unknown']], undefined]);
  assert.deepEqual([standings(named), named.members], [[['a', 0, 'true']], undefined]);
});

test('whoever is forgotten at once is not written down', async () => {
  const old = AT - 7 * DAY_MS - HOUR_MS;
  const { members } = await tick([], [sign('a', { first: old, last: old })]);

  assert.deepEqual(members, { seen: [], expired: [hashOf('a')], isFull: false });
});

test('there is room for so many members, and for those that the rule names', async () => {
  const full = await tick([known('a')], [sign('a'), sign('b')], { maxMembers: 1 });
  const fits = await tick([known('a')], [sign('a'), sign('b')], { maxMembers: 2 });
  const named = await tick([known('a')], [sign('b')], { maxMembers: 1, expected: [{ host: 'b' }] });

  assert.deepEqual(full.members, { seen: [], expired: [], isFull: true });
  assert.deepEqual(standings(full), [['a', 2, 'safe']]);
  assert.deepEqual(
    [fits.members?.seen.map(({ hash }) => hash), fits.members?.isFull],
    [[hashOf('b')], false],
  );
  assert.deepEqual(standings(named), [
    ['a', 0, 'true'],
    ['b', 2, 'safe'],
  ]);
  assert.deepEqual(
    named.members?.seen.map(({ hash, isExpected }) => [hash, isExpected]),
    [[hashOf('b'), true]],
  );
});

test('whom the rule names is missed from the first tick on', async () => {
  const { measured } = await measure({ ...MEMBERS, expected: [{ host: 'b' }] }, [[], []]);

  assert.deepEqual(standings(measured), [['b', 0, 'true']]);
  assert.deepEqual(
    [measured.members, measured.isLearning, measured.memory],
    [undefined, false, LEARNT],
  );
});

test('nobody is known of whom nothing was ever seen', async () => {
  const { measured } = await measure(MEMBERS, [[], []]);

  assert.deepEqual([measured.groups, measured.isLearning], [[], true]);
});

test('a history that is cut makes the answer so', async () => {
  const history = Array.from({ length: 10_001 }, (_, i) => sign(`h${i}`));
  const { measured } = await measure({ ...MEMBERS, maxMembers: 1 }, [history, []]);

  assert.equal(measured.isCut, true);
});
