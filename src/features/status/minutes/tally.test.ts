import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countMinutes, countTogether, dayOf, sumOf, tallyDays, uptimeOf } from './tally.ts';

const none = 0;
const up = 1;
const slow = 2;
const down = 3;
const care = 4;

test('a minute counts as its result, or as maintenance where it has one', () => {
  const codes = [none, up, slow, down];
  const counted = (isExcluded: (minute: number) => boolean): number[] => [
    ...countMinutes((minute) => codes[minute - 100] ?? 9, isExcluded, 100, 104),
  ];
  assert.deepEqual(
    counted(() => false),
    codes,
  );
  assert.deepEqual(
    counted(() => true),
    [none, care, care, care],
  );
  assert.deepEqual(
    counted((minute) => minute === 102),
    [none, up, care, down],
  );
});

test('of several parts the worst counts: down, then no data, maintenance, slow, up', () => {
  const order = [up, slow, care, none, down];
  for (const [i, worse] of order.entries()) {
    for (const better of order.slice(0, i + 1)) {
      const pairs = [
        [worse, better],
        [better, worse],
      ].map((pair) => pair.map((code) => Uint8Array.of(code)));
      for (const pair of pairs) assert.deepEqual([...countTogether(pair)], [worse]);
    }
  }
  const parts = [Uint8Array.of(up, down), Uint8Array.of(slow, up), Uint8Array.of(up, up)];
  assert.deepEqual([...countTogether(parts)], [slow, down]);
  assert.deepEqual([...(parts[0] ?? [])], [up, down], 'the parts stay as they are');
  assert.deepEqual([...countTogether([])], []);
});

test('minutes are added up by their day, slow ones as up as well', () => {
  const midnight = Date.UTC(2026, 10, 16) / 60_000;
  const counted = Uint8Array.of(none, up, up, slow, slow, slow, down, care, care, care, care);
  assert.deepEqual(tallyDays(counted, midnight), [
    { day: '2026-11-16', up: 5, slow: 3, down: 1, maintenance: 4, none: 1 },
  ]);
  assert.deepEqual(tallyDays(counted, midnight - 2), [
    { day: '2026-11-15', up: 1, slow: 0, down: 0, maintenance: 0, none: 1 },
    { day: '2026-11-16', up: 4, slow: 3, down: 1, maintenance: 4, none: 0 },
  ]);
  const days = tallyDays(new Uint8Array(1_440 + 1).fill(up), midnight);
  assert.deepEqual(
    days.map((day) => [day.day, day.up]),
    [
      ['2026-11-16', 1_440],
      ['2026-11-17', 1],
    ],
  );
  assert.deepEqual(tallyDays(new Uint8Array(), midnight), []);
  assert.equal(dayOf(midnight - 1), '2026-11-15');
});

test('days are added up', () => {
  assert.deepEqual(
    sumOf([
      { up: 1, slow: 2, down: 3, maintenance: 4, none: 5 },
      { up: 10, slow: 20, down: 30, maintenance: 40, none: 50 },
    ]),
    { up: 11, slow: 22, down: 33, maintenance: 44, none: 55 },
  );
  assert.deepEqual(sumOf([]), { up: 0, slow: 0, down: 0, maintenance: 0, none: 0 });
});

for (const [tally, expected] of [
  [
    { up: 75, down: 25, maintenance: 0 },
    { uptime: 0.75, coverage: 1 },
  ],
  [
    { up: 60, down: 20, maintenance: 20 },
    { uptime: 0.75, coverage: 1 },
  ],
  [
    { up: 90, down: 0, maintenance: 0 },
    { uptime: 1, coverage: 0.9 },
  ],
  [
    { up: 89, down: 0, maintenance: 0 },
    { uptime: null, coverage: 0.89 },
  ],
  [
    { up: 0, down: 0, maintenance: 100 },
    { uptime: null, coverage: 1 },
  ],
  [
    { up: 0, down: 100, maintenance: 0 },
    { uptime: 0, coverage: 1 },
  ],
  [
    { up: 1, down: 0, maintenance: 99 },
    { uptime: 1, coverage: 1 },
  ],
] as const) {
  test(`${JSON.stringify(tally)} of 100 minutes is an uptime of ${expected.uptime}`, () => {
    assert.deepEqual(uptimeOf({ ...tally, slow: 0, none: 0 }, 100), expected);
  });
}
