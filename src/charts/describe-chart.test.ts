import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeChart } from './describe-chart.ts';

const START = Date.parse('2026-10-25T00:00:00Z') / 1_000;
const TIMES = { x: [START, START + 60, START + 120], labels: undefined };

test('times, ends and the highest of each series are told, on the clock of the zone', () => {
  const series = [
    { name: 'errors', values: [4, 1, 4] },
    { name: 'negative', values: [-2, -1, -3] },
    { name: 'gaps', values: [null, Number.NaN, 7] },
    { name: 'nothing', values: [null] },
  ];

  assert.equal(
    describeChart({ ...TIMES, series }, 'Europe/Berlin', { unit: 'ms' }),
    'From 2026-10-25 02:00:00 to 2026-10-25 02:02:00 (Europe/Berlin); errors: 1 ms to 4 ms, highest at 2026-10-25 02:00:00; negative: -3 ms to -1 ms, highest at 2026-10-25 02:01:00; gaps: 7 ms to 7 ms, highest at 2026-10-25 02:02:00; nothing: no values.',
  );
});

test('five series are named, and the others counted', () => {
  const named = (count: number): string => {
    const series = Array.from({ length: count }, (_, at) => ({ name: `s${at}`, values: [0] }));
    return describeChart({ x: [0, 1], labels: ['a', 'b'], series }, 'UTC');
  };

  assert.equal(
    named(5),
    '2 groups; s0: 0 to 0, highest at a; s1: 0 to 0, highest at a; s2: 0 to 0, highest at a; s3: 0 to 0, highest at a; s4: 0 to 0, highest at a.',
  );
  assert.equal(
    named(7),
    '2 groups; s0: 0 to 0, highest at a; s1: 0 to 0, highest at a; s2: 0 to 0, highest at a; s3: 0 to 0, highest at a; s4: 0 to 0, highest at a; and 2 more series.',
  );
});

test('groups are counted, and named where they are highest', () => {
  const series = [{ name: 'n', values: [3] }];

  assert.equal(
    describeChart({ x: [0], labels: ['checkout'], series }, 'UTC'),
    '1 group; n: 3 to 3, highest at checkout.',
  );
  assert.equal(
    describeChart({ x: [0, 1], labels: [], series }, 'UTC'),
    '2 groups; n: 3 to 3, highest at .',
  );
  assert.equal(describeChart({ x: [], labels: undefined, series: [] }, 'UTC'), 'Nothing to show.');
});
