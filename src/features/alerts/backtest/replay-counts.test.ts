/** What is told of every tick from two statements. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AT,
  counted,
  type Measured,
  type ScriptedGap,
  scriptedNeeds,
  type ScriptedRow,
} from '../../../../test/support/counting-store.ts';
import { exampleRule } from '../../../../test/support/alerts/example-rule.ts';
import type { ConditionOf } from '../../../contract/alert-conditions.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import { startAsking } from '../conditions/asking.ts';
import { groupHash } from '../conditions/groups.ts';
import { replayCounts } from './replay-counts.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const TICKS = [AT - 2 * MINUTE_MS, AT - MINUTE_MS, AT];

type Threshold = ConditionOf<'threshold'>;
const OVER: Threshold = {
  kind: 'threshold',
  of: 'count',
  op: '>',
  value: 7,
  by: [],
  recoverAt: null,
};

interface Setting {
  readonly condition?: Partial<Threshold>;
  readonly settings?: Partial<AlertRuleSettings>;
  readonly gaps?: readonly ScriptedGap[];
  /** How many groups a statement may make. */
  readonly groupsMax?: number;
}

async function replay(
  answers: readonly (readonly ScriptedRow[])[],
  { condition = {}, settings = {}, gaps = [], groupsMax = 100_000 }: Setting = {},
) {
  const { needs: given, asked } = scriptedNeeds(answers, { gaps });
  const { limits } = given.search;
  const search = { ...given.search, limits: { ...limits, query: { ...limits.query, groupsMax } } };
  const needs = { ...given, search };
  const whole = { ...OVER, ...condition };
  const rule = exampleRule({ condition: whole, ...settings });
  const tree = await needs.trees.of(needs.metadata, rule);
  const tick = { at: AT, timeoutMs: 5_000, signal: new AbortController().signal };
  const found = await replayCounts(await startAsking(needs, rule, tree, tick), whole, TICKS);
  const at = (tickAt: number, known: readonly string[] = []): Measured => {
    assert(found !== undefined);
    const measurement = found.at(tickAt, new Set(known));
    assert(measurement.kind === 'measured');
    return measurement;
  };
  return { found, at, asked };
}

function standings({ groups }: Measured): unknown[] {
  return groups.map(({ key, value, holds }) => [key?.['host'] ?? null, value, holds]);
}

const numbers = (text: string | undefined): string[] =>
  [...(text ?? '').matchAll(/p\d+,(-?\d+)(?= |$)/g)].map(([, value = '']) => value);

test('each tick has what was stored in its window', async () => {
  const rows = [
    counted({ storing: 0, count: 3 }),
    counted({ storing: 2, count: 4 }),
    counted({ storing: 6, count: 5 }),
  ];
  const { at, asked } = await replay([rows]);

  assert.deepEqual(
    TICKS.map((tick) => standings(at(tick))),
    [[[null, 7, 'safe']], [[null, 4, 'safe']], [[null, 9, 'true']]],
  );
  assert.deepEqual(at(AT), {
    kind: 'measured',
    groups: [
      {
        key: null,
        hash: groupHash(null),
        value: 9,
        holds: 'true',
        eventsFrom: AT - 5 * MINUTE_MS,
        eventsTo: AT,
      },
    ],
    isCut: false,
    behind: [],
    isLearning: false,
  });
  assert.equal(asked.length, 1);
  assert.match(asked[0] ?? '', /2026-01-15 11:53:00.000 .*2026-01-15 12:00:00.000 /);
  assert.ok(numbers(asked[0]).includes(String(AT - 7 * MINUTE_MS)), 'the grid begins there');
  assert.equal(numbers(asked[0]).at(-1), '100000');
});

test('windows that are no multiple of the interval lie on a finer grid', async () => {
  const rows = [0, 1, 2, 3, 4, 5, 6].map((storing) => counted({ storing, count: 10 ** storing }));
  const { at } = await replay([rows], { settings: { window: 90, delay: 20 } });

  assert.deepEqual(
    TICKS.map((tick) => at(tick).groups[0]?.value),
    [111, 11_100, 1_110_000],
  );
  const { eventsFrom, eventsTo } = at(AT).groups[0] ?? {};
  assert.deepEqual([eventsFrom, eventsTo], [AT - 110 * SECOND_MS, AT - 20 * SECOND_MS]);
});

test('a rule without fields has its one group where nothing was stored', async () => {
  const none = await replay([[]]);
  const early = await replay([[counted({ storing: 0, count: 3 })]]);
  const byHost = await replay([[]], { condition: { by: ['host'] } });

  assert.deepEqual(standings(none.at(AT)), [[null, 0, 'safe']]);
  assert.equal(none.at(AT).groups[0]?.hash, groupHash(null));
  assert.deepEqual(standings(early.at(AT)), [[null, 0, 'safe']]);
  assert.deepEqual(byHost.at(AT).groups, []);
});

test('groups are in the order of the store, and absent where a window has none of their events', async () => {
  const rows = [
    counted({ key: ['b'], storing: 6, count: 2 }),
    counted({ key: ['a'], storing: 5, count: 2 }),
    counted({ key: ['c'], storing: 4, count: 8 }),
    counted({ key: ['d'], storing: 0, count: 9 }),
    counted({ key: ['a'], storing: 0, count: 1 }),
  ];
  const most = await replay([rows], { condition: { by: ['host'] } });
  const least = await replay([rows], { condition: { by: ['host'], op: '<', value: 3 } });

  assert.deepEqual(standings(most.at(AT)), [
    ['c', 8, 'true'],
    ['a', 2, 'safe'],
    ['b', 2, 'safe'],
  ]);
  assert.deepEqual(standings(most.at(AT - 2 * MINUTE_MS)), [
    ['d', 9, 'true'],
    ['c', 8, 'true'],
    ['a', 1, 'safe'],
  ]);
  assert.deepEqual(standings(least.at(AT)), [
    ['a', 2, 'true'],
    ['b', 2, 'true'],
    ['c', 8, 'safe'],
  ]);
  assert.match(most.asked[0] ?? '', /ORDER BY `c\d+` DESC/);
  assert.match(least.asked[0] ?? '', /ORDER BY `c\d+` ASC/);
});

test('late events count for the order of groups, and the second of two names, too', async () => {
  const late = { late: 3, lateTimes: [AT - 60 * MINUTE_MS, AT - 60 * MINUTE_MS] } as const;
  const rows = [
    counted({ key: ['a', 'y'], storing: 6, count: 4 }),
    counted({ key: ['a', 'x'], storing: 6, count: 4 }),
    counted({ key: ['b', 'x'], storing: 6, count: 5, ...late }),
  ];
  const { at } = await replay([rows, []], { condition: { by: ['host', 'service'] } });

  assert.deepEqual(
    at(AT).groups.map(({ key, value }) => [key?.['host'], key?.['service'], value]),
    [
      ['b', 'x', 2],
      ['a', 'x', 4],
      ['a', 'y', 4],
    ],
  );
});

test('a rule tells so many groups apart, those first that it knows', async () => {
  const rows = ['a', 'b', 'c'].map((host, i) => counted({ key: [host], storing: 6, count: 9 - i }));
  const two = await replay([rows], { condition: { by: ['host'] }, settings: { maxGroups: 2 } });
  const three = await replay([rows], { condition: { by: ['host'] }, settings: { maxGroups: 3 } });
  const hosts = ({ groups }: Measured) => groups.map(({ key }) => key?.['host']);

  assert.deepEqual([hosts(two.at(AT)), two.at(AT).isCut], [['a', 'b'], true]);
  assert.deepEqual(hosts(two.at(AT, [groupHash({ host: 'c' })])), ['c', 'a']);
  assert.deepEqual([hosts(three.at(AT)), three.at(AT).isCut], [['a', 'b', 'c'], false]);
});

test('more groups than a live answer holds make a tick cut', async () => {
  const cutOf = async (length: number) => {
    const rows = Array.from({ length }, (_, i) =>
      counted({ key: [`h${i}`], storing: 6, count: 1 }),
    );
    const settings = { maxGroups: 5_000 };
    const { at } = await replay([rows], { condition: { by: ['host'] }, settings });
    return at(AT).isCut;
  };

  assert.deepEqual([await cutOf(1_000), await cutOf(1_001)], [false, true]);
});

test('a tick is unsure where its own window may lack events', async () => {
  const few: Partial<Threshold> = { op: '<', value: 3 };
  const behindOf = async (gap: ScriptedGap) => {
    const { at } = await replay([[]], { condition: few, gaps: [gap] });
    return TICKS.map((tick) => [at(tick).behind.join(), at(tick).groups[0]?.holds]);
  };
  const sure = ['', 'true'];
  const unsure = ['lag', 'unknown'];

  const windowOfLast = AT - 5 * MINUTE_MS;
  assert.deepEqual(await behindOf({ kind: 'lag', from_ms: AT - 1, to_ms: null }), [
    sure,
    sure,
    unsure,
  ]);
  assert.deepEqual(await behindOf({ kind: 'lag', from_ms: AT - MINUTE_MS, to_ms: AT }), [
    sure,
    sure,
    unsure,
  ]);
  assert.deepEqual(await behindOf({ kind: 'lag', from_ms: 0, to_ms: windowOfLast - 1 }), [
    unsure,
    unsure,
    sure,
  ]);
  assert.deepEqual(await behindOf({ kind: 'lag', from_ms: 0, to_ms: windowOfLast }), [
    unsure,
    unsure,
    unsure,
  ]);
});

test('each reason for a gap is named once, in order', async () => {
  const gap = { from_ms: AT - 1, to_ms: null };
  const gaps = ['spill', 'lag', 'spill'].map((kind) => ({ kind, ...gap }));
  const { at } = await replay([[]], { gaps });

  assert.deepEqual(at(AT).behind, ['lag', 'spill']);
});

const LATE_AT = AT - 60 * MINUTE_MS;
/** The stretch of the second statement in which the last minute before the last tick lies. */
const LAST_MINUTE = 2_949;

test('late events are counted where they belong, from the tick on whose window has them', async () => {
  const present = counted({ storing: 6, count: 10, late: 4, lateTimes: [LATE_AT, LATE_AT] });
  const late = counted({ own: 10, storing: LAST_MINUTE, count: 8, late: 4 });
  const { at, asked } = await replay([[present], [late]]);

  assert.deepEqual(at(AT).groups, [
    {
      key: null,
      hash: groupHash(null),
      value: 8,
      holds: 'true',
      eventsFrom: LATE_AT - 4 * MINUTE_MS,
      eventsTo: AT,
      details: { late: { from: LATE_AT - 4 * MINUTE_MS, to: LATE_AT + MINUTE_MS } },
    },
  ]);
  assert.deepEqual(standings(at(AT - MINUTE_MS)), [[null, 0, 'safe']]);
  assert.equal(asked.length, 2);
  const grid = numbers(asked[1]);
  assert.ok(grid.includes(String(LATE_AT - 10 * MINUTE_MS)), 'own times');
  assert.ok(grid.includes(String(AT - (LAST_MINUTE + 1) * MINUTE_MS)), 'times of storing');
});

test('what was stored before counts with late events, and hides them where it was told', async () => {
  const present = counted({ storing: 6, count: 10, late: 4, lateTimes: [LATE_AT, LATE_AT] });
  const late = counted({ own: 10, storing: LAST_MINUTE, count: 4, late: 4 });
  const before = (count: number) => counted({ own: 10, storing: 0, count });
  const calm = await replay([[present], [late, before(7)]]);
  const told = await replay([[present], [late, before(8)]]);
  const few = { op: '<', value: 7 } as const;
  const calmed = await replay([[present], [late, before(8)]], { condition: few });

  assert.deepEqual(standings(calm.at(AT)), [[null, 11, 'true']]);
  assert.deepEqual(standings(told.at(AT)), [[null, 6, 'safe']]);
  assert.deepEqual(standings(calmed.at(AT)), [[null, 12, 'safe']]);
});

test('late events of one group are not those of another', async () => {
  const lateTimes = [LATE_AT, LATE_AT] as const;
  const present = [
    counted({ key: ['a'], storing: 6, count: 2, late: 1, lateTimes }),
    counted({ key: ['b'], storing: 6, count: 2 }),
  ];
  const late = ['a', 'b'].map((host) =>
    counted({ key: [host], own: 10, storing: LAST_MINUTE, count: 9, late: 1 }),
  );
  const { at } = await replay([present, late], { condition: { by: ['host'], value: 8 } });

  assert.deepEqual(standings(at(AT)), [
    ['a', 9, 'true'],
    ['b', 2, 'safe'],
  ]);
});

test('the second statement asks around all late events, the oldest and the youngest', async () => {
  const older = LATE_AT - 30 * MINUTE_MS;
  const present = [
    counted({ storing: 6, count: 1, late: 1, lateTimes: [LATE_AT, LATE_AT] }),
    counted({ storing: 5, count: 1, late: 1, lateTimes: [older, older] }),
  ];
  const { asked } = await replay([present, []]);

  assert.match(asked[1] ?? '', /2026-01-15 10:20:00.000 .*2026-01-15 11:10:00.000 /);
});

test('there is no replay where one of the statements has too many rows', async () => {
  const present = counted({ storing: 6, count: 1, late: 1, lateTimes: [LATE_AT, LATE_AT] });
  const many = [1, 2, 3].map((count) => counted({ count }));
  const fits = await replay([many.slice(1)], { groupsMax: 3 });
  const first = await replay([many], { groupsMax: 3 });
  const second = await replay([[present], many], { groupsMax: 3 });

  assert.deepEqual(
    [fits.found === undefined, first.found, second.found],
    [false, undefined, undefined],
  );
  assert.deepEqual([first.asked.length, second.asked.length], [1, 2]);
});
