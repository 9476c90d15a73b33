import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import { SLO_WINDOW_DAYS } from '../../../spec/services.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { sloFigures, type SloSums } from './slo-arithmetic.ts';

const near = (actual: number | null, expected: number, message?: string): void =>
  assert.ok(actual !== null && Math.abs(actual - expected) < 1e-6, `${message}: ${actual}`);

test('attained, budget and burn are what people compute by hand', () => {
  const sums = new Map<number, SloSums>([
    [HOUR_MS, { good: 919, bad: 81 }],
    [5 * MINUTE_MS, { good: 90, bad: 10 }],
    [6 * HOUR_MS, { good: 9_745, bad: 255 }],
  ]);
  const figures = sloFigures({
    target: 99.5,
    windowDays: 30,
    whole: { good: 99_100, bad: 900 },
    measuredSlots: 98,
    expectedSlots: 100,
    within: (windowMs) => sums.get(windowMs) ?? { good: 0, bad: 0 },
  });

  near(figures.attained, 99.1);
  near(figures.budgetLeft, -0.8);
  near(figures.burn['1h'], 16.2);
  near(figures.burn['6h'], 5.1);
  assert.equal(figures.burn['3d'], null);
  assert.deepEqual([figures.coverage, figures.isEnough], [0.98, true]);
  assert.deepEqual(
    figures.signals.map(({ long, short, threshold, isBurning }) => [
      long,
      short,
      Math.round(threshold * 10) / 10,
      isBurning,
    ]),
    [
      ['1h', '5m', 14.4, true],
      ['6h', '30m', 6, false],
      ['3d', '6h', 1, false],
    ],
  );
});

test('a signal needs both windows, and less than nine tenths measured is not enough', () => {
  const withShort = (short: SloSums, measuredSlots: number) =>
    sloFigures({
      target: 99,
      windowDays: 30,
      whole: { good: 1, bad: 0 },
      measuredSlots,
      expectedSlots: 1_000,
      within: (windowMs) => (windowMs === 5 * MINUTE_MS ? short : { good: 80, bad: 20 }),
    });

  const over = withShort({ good: 1, bad: 0 }, 900);
  const burning = withShort({ good: 8, bad: 2 }, 899);
  const unknown = withShort({ good: 0, bad: 0 }, 0);

  const first = ({ signals: [signal] }: ReturnType<typeof sloFigures>) => signal?.isBurning;
  assert.deepEqual([first(over), first(burning), first(unknown)], [false, true, false]);
  assert.deepEqual([over.isEnough, burning.isEnough, unknown.isEnough], [true, false, false]);
});

test('in 200 cases burn and budget equal an independent sum', () => {
  const seed = 29;
  const random = seededRandom(seed);
  for (let at = 0; at < 200; at++) {
    const message = `seed ${seed}, case ${at}`;
    const slots = Array.from({ length: 1 + random.integer(0, 400 - 1) }, () => {
      const total = random.integer(0, 100 - 1);
      return { total, bad: random.integer(0, total) };
    });
    const target = 50 + random.integer(0, 49_999 - 1) / 1_000;
    const windowDays = random.pick(SLO_WINDOW_DAYS);
    const sumOf = (count: number): SloSums => {
      const last = slots.slice(-count);
      const bad = last.reduce((sum, slot) => sum + slot.bad, 0);
      return { bad, good: last.reduce((sum, slot) => sum + slot.total, 0) - bad };
    };
    const figures = sloFigures({
      target,
      windowDays,
      whole: sumOf(slots.length),
      measuredSlots: slots.length,
      expectedSlots: slots.length,
      within: (windowMs) => sumOf(windowMs / (5 * MINUTE_MS)),
    });

    for (const [window, count] of [
      ['1h', 12],
      ['6h', 72],
      ['3d', 864],
    ] as const) {
      let bad = 0;
      let total = 0;
      for (let each = Math.max(0, slots.length - count); each < slots.length; each++) {
        bad += slots[each]?.bad ?? 0;
        total += slots[each]?.total ?? 0;
      }
      if (total === 0) assert.equal(figures.burn[window], null, message);
      else near(figures.burn[window], ((bad / total) * 100) / (100 - target), message);
    }
    const all = sumOf(slots.length);
    const total = all.good + all.bad;
    if (total === 0) continue;
    near(figures.attained, (100 * all.good) / total, message);
    near(figures.budgetLeft, 1 - (100 * all.bad) / (total * (100 - target)), message);
  }
});
