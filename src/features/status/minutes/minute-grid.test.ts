import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MinuteRow } from '../../../engines/history/history.ts';
import { createMinuteGrid, decide } from './minute-grid.ts';
import { codesOf, isResults, minuteRow, reasonsOf } from './minute-codes.ts';
import { percentile } from './percentile.ts';

const [none, up, slow, down] = [0, 1, 2, 3];
const days31 = 31 * 1_440;

function row(minute: number, results: string, more: Partial<MinuteRow> = {}): MinuteRow {
  const unknown = { httpMs: null, otlpMs: null, searchMs: null, serverMs: null };
  return { minute, results, reasons: '', ...unknown, ...more };
}

test('a minute of a place is known once it was told, and its first result stays', () => {
  const grid = createMinuteGrid();
  assert.equal(grid.newest(), undefined);
  assert.equal(grid.has('a', 100), false);
  assert.equal(grid.add('a', row(100, 'us')), true);
  assert.equal(grid.add('a', row(100, 'dd')), false);
  assert.equal(grid.has('a', 100), true);
  assert.equal(grid.has('a', 101), false);
  assert.equal(grid.has('b', 100), false);
  assert.deepEqual([grid.at(0, 100), grid.at(1, 100), grid.at(2, 100)], [up, slow, none]);
  assert.equal(grid.at(0, 101), none);
  assert.equal(grid.add('a', row(0, 'd')), true, 'the first minute of all');
  assert.equal(grid.at(0, 0), down);
  assert.equal(grid.newest(), 100);
});

test('a minute takes the place of the one 31 days before, never the other way round', () => {
  const grid = createMinuteGrid();
  grid.add('a', row(100, 'd'));
  assert.equal(grid.add('a', row(100 + days31 - 1, 'u')), true);
  assert.equal(grid.at(0, 100), down);
  assert.equal(grid.add('a', row(100 + days31, 'u')), true);
  assert.equal(grid.at(0, 100), none);
  assert.equal(grid.has('a', 100), false);
  assert.equal(grid.at(0, 100 + days31), up);
  assert.equal(grid.add('a', row(100, 'd')), false);
  assert.equal(grid.newest(), 100 + days31);
});

test('places decide together', () => {
  const grid = createMinuteGrid();
  for (const [place, results] of Object.entries({ a: 'dsun', b: 'uusn', c: 'uuud' })) {
    grid.add(place, row(100, results));
  }
  assert.deepEqual(
    [0, 1, 2, 3].map((component) => grid.at(component, 100)),
    [up, up, up, down],
  );
  grid.add('a', row(101, 'd'));
  grid.add('b', row(101, 'u'));
  assert.equal(grid.at(0, 101), down);
});

for (const [reporting, downs, slows, code] of [
  [0, 0, 0, none],
  [1, 0, 0, up],
  [1, 1, 0, down],
  [1, 0, 1, slow],
  [2, 1, 0, down],
  [2, 0, 1, slow],
  [3, 1, 0, up],
  [3, 1, 1, slow],
  [3, 2, 0, down],
  [3, 0, 1, up],
  [3, 0, 2, slow],
  [5, 2, 0, up],
] as const) {
  test(`of ${reporting} places ${downs} say down and ${slows} slow: ${code}`, () => {
    assert.equal(decide(reporting, downs, slows), code);
  });
}

test('latencies are those of one place, in order, without what was not measured', () => {
  const grid = createMinuteGrid();
  const latencies = { httpMs: 1, otlpMs: 2, searchMs: 30, serverMs: 4 };
  grid.add('a', row(100, 'u', latencies));
  grid.add('a', row(101, 'u'));
  grid.add('a', row(102, 'u', { ...latencies, searchMs: 7 }));
  grid.add('a', row(103, 'u', { ...latencies, searchMs: 0 }));
  grid.add('b', row(102, 'u', { searchMs: 99 }));
  const of = (name: 'httpMs' | 'otlpMs' | 'searchMs' | 'serverMs', from: number, to: number) => [
    ...grid.latencies('a', name, from, to),
  ];
  assert.deepEqual(of('searchMs', 100, 103), [7, 30]);
  assert.deepEqual(of('searchMs', 101, 104), [0, 7]);
  assert.deepEqual(of('searchMs', 100 + days31, 103 + days31), []);
  assert.deepEqual(of('httpMs', 100, 101), [1]);
  assert.deepEqual(of('otlpMs', 100, 101), [2]);
  assert.deepEqual(of('serverMs', 100, 101), [4]);
});

for (const [values, share, expected] of [
  [[], 0.5, null],
  [[7], 0.5, 7],
  [[7], 0.99, 7],
  [[1, 2, 3, 4], 0.5, 2],
  [[1, 2, 3, 4], 0.51, 3],
  [[1, 2, 3, 4], 0.95, 4],
  [[1, 2, 3, 4], 0, 1],
  [[1, 2, 3, 4], 1, 4],
] as const) {
  test(`below the share ${share} of [${values.join(', ')}] lies ${expected}`, () => {
    assert.equal(percentile(Float64Array.from(values), share), expected);
  });
}

test('results are a letter for each part; what nobody knows is no data', () => {
  assert.deepEqual(codesOf('nusd'), [0, 1, 2, 3, 0, 0, 0, 0]);
  assert.deepEqual(codesOf('uuuuuuuux'), [1, 1, 1, 1, 1, 1, 1, 1]);
  assert.deepEqual(codesOf('x'), [0, 0, 0, 0, 0, 0, 0, 0]);
});

test('a round becomes a minute, with a reason where there is one', () => {
  const good = { result: 'up' } as const;
  const checks = {
    api: good,
    'ingest-http': { result: 'slow', reason: 'too_slow' },
    'ingest-otlp': good,
    search: { result: 'down', reason: 'unreachable' },
    evaluation: good,
    alerts: { result: 'none', reason: 'not_set_up' },
    web: good,
    'stored-logs': good,
  } as const;
  const latencies = { httpMs: 1, otlpMs: 2, searchMs: 3, serverMs: null };
  const made = minuteRow(7, { checks, latencies, written: [], skewMs: undefined });
  const reasons = ',too_slow,,unreachable,,not_set_up,,';
  assert.deepEqual(made, { minute: 7, results: 'usudunuu', reasons, ...latencies });
  assert.deepEqual(reasonsOf(reasons), [
    undefined,
    'too_slow',
    undefined,
    'unreachable',
    undefined,
    'not_set_up',
    undefined,
    undefined,
  ]);
  assert.deepEqual(reasonsOf('of_a_newer_release,toString').slice(0, 2), [undefined, undefined]);
});

for (const [text, isGood] of [
  ['nusd', true],
  ['u'.repeat(32), true],
  ['u'.repeat(33), false],
  ['', false],
  ['ux', false],
] as const) {
  test(`${JSON.stringify(text)} is ${isGood ? '' : 'not '}how results look`, () => {
    assert.equal(isResults(text), isGood);
  });
}
