/** What rules make of what the store counts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AT,
  counted,
  measure,
  type Measured,
  type ScriptedRow,
} from '../../../../test/support/counting-store.ts';
import type { AlertCondition } from '../../../contract/alert-conditions.ts';
import { groupHash } from './groups.ts';

const MINUTE_MS = 60_000;
const WINDOW = { eventsFrom: AT - 5 * MINUTE_MS, eventsTo: AT };

const OVER: AlertCondition = { kind: 'threshold', op: '>', value: 7 };
const hostHash = (host: string): string => groupHash({ host });

/** How each group stands: its host, its value, and whether the condition holds. */
function standings({ groups }: Measured): unknown[] {
  return groups.map(({ key, value, holds }) => [key?.['host'] ?? null, value, holds]);
}

test('counts are compared group by group', async () => {
  const answer = [counted({ key: ['a'], count: 8 }), counted({ key: ['b'], count: 7 })];
  const { measurement, asked } = await measure({ ...OVER, by: ['host'] }, [answer]);

  assert.deepEqual(measurement, {
    kind: 'measured',
    groups: [
      { key: { host: 'a' }, hash: hostHash('a'), value: 8, holds: 'true', ...WINDOW },
      { key: { host: 'b' }, hash: hostHash('b'), value: 7, holds: 'safe', ...WINDOW },
    ],
    isCut: false,
    behind: [],
    isLearning: false,
  });
  assert.equal(asked.length, 1);
  assert.match(asked[0] ?? '', /`c4` DESC.* p1,60000 .*p12,1001$/);
});

test('groups whose names are cut to the same are one', async () => {
  const long = 'x'.repeat(256);
  const answer = [
    counted({ key: [`${long}1`], count: 5 }),
    counted({ key: [`${long}2`], count: 4 }),
  ];
  const { measured } = await measure({ ...OVER, by: ['host'] }, [answer]);

  assert.deepEqual(standings(measured), [[long, 9, 'true']]);
});

test('where few events fire the fewest come first, and nothing is told while some may be missing', async () => {
  const few: AlertCondition = { ...OVER, op: '<', by: ['host'] };
  const answer = [counted({ key: ['a'], count: 1 })];
  const { measured, asked } = await measure(few, [answer], { isBehind: true });

  assert.deepEqual(standings(measured), [['a', 1, 'unknown']]);
  assert.deepEqual(measured.behind, ['lag']);
  assert.match(asked[0] ?? '', /`c4` ASC/);
});

test('of more groups than the rule tells apart the known ones are kept', async () => {
  const answer = ['a', 'b', 'c'].map((host) => counted({ key: [host], count: 9 }));
  const { measured } = await measure({ ...OVER, by: ['host'] }, [answer], {
    settings: { maxGroups: 2 },
    known: { groups: new Set([hostHash('c')]) },
  });

  assert.deepEqual(
    [standings(measured), measured.isCut],
    [
      [
        ['c', 9, 'true'],
        ['a', 9, 'true'],
      ],
      true,
    ],
  );
});

test('more groups than an answer holds make it cut', async () => {
  const answer = Array.from({ length: 1_001 }, (_, i) => counted({ key: [`h${i}`], count: 1 }));
  const { measured } = await measure({ ...OVER, by: ['host'] }, [answer], {
    settings: { maxGroups: 2_000 },
  });

  assert.deepEqual([measured.groups.length, measured.isCut], [1_000, true]);
});

const LATE_AT = AT - 60 * MINUTE_MS;

/** The minutes before and after the late events, as the second statement numbers them. */
function late(facts: { own?: number; count: number; late: number }): ScriptedRow {
  return counted({ own: 10, lateTimes: [LATE_AT, LATE_AT], ...facts });
}

test('late events are counted where they belong', async () => {
  const present = counted({ count: 10, late: 4, lateTimes: [LATE_AT, LATE_AT] });
  const { measured, asked } = await measure(OVER, [[present], [late({ count: 8, late: 4 })]]);

  const stretch = { from: LATE_AT - 4 * MINUTE_MS, to: LATE_AT + MINUTE_MS };
  assert.deepEqual(measured.groups, [
    {
      key: null,
      hash: groupHash(null),
      value: 8,
      holds: 'true',
      eventsFrom: stretch.from,
      eventsTo: AT,
      details: { late: stretch },
    },
  ]);
  const second = asked[1] ?? '';
  for (const value of [
    '2026-01-15 10:50:00.000',
    '2026-01-15 11:10:00.000',
    '2026-01-15 12:00:00.000',
    `${Date.UTC(2026, 0, 15, 10, 50)}`,
    `${AT - 5 * MINUTE_MS}`,
    '60000',
  ]) {
    assert.ok(second.includes(`,${value} `), value);
  }
  assert.ok(!second.includes(',2026-01-15 11:55:00.000 '));
});

test('late events that are no more than those on time change nothing', async () => {
  const present = counted({ count: 12, late: 4, lateTimes: [LATE_AT, LATE_AT] });
  const { measured } = await measure(OVER, [[present], [late({ count: 8, late: 4 })]]);

  assert.deepEqual(measured.groups, [
    { key: null, hash: groupHash(null), value: 8, holds: 'true', ...WINDOW },
  ]);
});

test('stragglers of what was told already fire nothing', async () => {
  const present = counted({ count: 4, late: 1, lateTimes: [LATE_AT, LATE_AT] });
  const told = await measure(OVER, [[present], [late({ count: 9, late: 1 })]]);
  const few = await measure({ ...OVER, op: '<=' }, [[present], [late({ count: 9, late: 1 })]]);

  assert.deepEqual(standings(told.measured), [[null, 3, 'safe']]);
  assert.deepEqual(standings(few.measured), [[null, 9, 'safe']]);
});

test('what was counted together with other rules is not counted again', async () => {
  const tick = { counted: { count: 9, late: 0, lateTimes: undefined } };
  const threshold = await measure(OVER, [], { tick });
  const absence = await measure({ kind: 'absence', scope: 'all' }, [], { tick });

  assert.deepEqual(standings(threshold.measured), [[null, 9, 'true']]);
  assert.deepEqual(standings(absence.measured), [[null, 9, 'safe']]);
  assert.deepEqual([threshold.asked, absence.asked], [[], []]);
});

test('values are read from the columns of a table', async () => {
  const rows = [
    ['a', '8.5'],
    ['b', null],
    ['c', 'none'],
    ['d', 7],
  ];
  const { measured } = await measure({ ...OVER, of: 'mean' }, [rows], {
    settings: { query: 'level=error | stats avg(ms) AS mean BY host' },
  });

  assert.deepEqual(standings(measured), [
    ['a', 8.5, 'true'],
    ['b', null, 'unknown'],
    ['c', null, 'unknown'],
    ['d', 7, 'safe'],
  ]);
  const { eventsFrom, eventsTo } = measured.groups[0] ?? {};
  assert.deepEqual({ eventsFrom, eventsTo }, WINDOW);
});

test('of several values of one group the one counts that matters', async () => {
  const long = 'x'.repeat(256);
  const rows = [
    [`${long}1`, 8],
    [`${long}2`, 3],
    [`${long}3`, null],
  ];
  const settings = { query: 'level=error | stats avg(ms) AS mean BY host' };
  const most = await measure({ ...OVER, of: 'mean' }, [rows], { settings });
  const least = await measure({ ...OVER, of: 'mean', op: '<' }, [rows], { settings });

  assert.deepEqual(standings(most.measured), [[long, 8, 'true']]);
  assert.deepEqual(standings(least.measured), [[long, 3, 'true']]);
});

test('rows of other queries are counted by another command', async () => {
  const { measured, asked } = await measure({ ...OVER, by: ['host'] }, [[['a', 9]]], {
    settings: { query: 'level=error | head 50' },
  });

  assert.deepEqual(standings(measured), [['a', 9, 'true']]);
  assert.match(asked[0] ?? '', /count\(/);
});

test('silence is no event at all', async () => {
  const silence: AlertCondition = { kind: 'absence', scope: 'all' };
  const silent = await measure(silence, [[counted({ count: 0 })]]);
  const nobody = await measure(silence, [[]]);
  const heard = await measure(silence, [[counted({ count: 1 })]], { isBehind: true });
  const unsure = await measure(silence, [[counted({ count: 0 })]], { isBehind: true });

  assert.deepEqual(silent.measurement, {
    kind: 'measured',
    groups: [{ key: null, hash: groupHash(null), value: 0, holds: 'true', ...WINDOW }],
    isCut: false,
    behind: [],
    isLearning: false,
  });
  assert.deepEqual(
    [nobody, heard, unsure].map(({ measured }) => standings(measured)),
    [[[null, 0, 'true']], [[null, 1, 'safe']], [[null, 0, 'unknown']]],
  );
});

test('what goes wrong is an answer', async () => {
  const broken = await measure(OVER, [], { settings: { query: '* | nonsense' } });
  const table = await measure({ kind: 'absence', scope: 'all' }, [], {
    settings: { query: '* | stats count' },
  });
  const slow = await measure(OVER, [], { tick: { timeoutMs: 0 } });
  const judging = await measure({ kind: 'verdict', criteria: 'x' }, [[['a']]], {
    settings: { query: '* | table host' },
  });

  assert.equal(
    broken.measurement.kind === 'failed' && broken.measurement.code,
    'QUERY_SYNTAX_ERROR',
  );
  assert.deepEqual(table.measurement, {
    kind: 'failed',
    code: 'QUERY_SYNTAX_ERROR',
    message: 'The query of a no-data rule must return events.',
  });
  assert.deepEqual(slow.measurement, {
    kind: 'failed',
    code: 'QUERY_TIMEOUT',
    message: 'The query timed out. Shorten the window or add filters.',
  });
  assert.deepEqual(judging.measurement, {
    kind: 'failed',
    code: 'INTERNAL',
    message: "The rule couldn't be evaluated.",
  });
});
