import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Metrics } from '../../base/metrics.ts';
import { LIMITS } from '../../spec/limits.ts';
import { createSearchMeter, createSimpleSearchMeter } from './search-meter.ts';

test('searches are counted while they have a place, and timed when they leave it', (t) => {
  const observed: unknown[] = [];
  const made: unknown[] = [];
  let running: () => unknown = () => undefined;
  const metrics = {
    histogram: (name: string, _help: string, buckets: readonly number[], labels: string[]) => {
      made.push([name, buckets, labels]);
      return { observe: (seconds: number, given: object) => observed.push([seconds, given]) };
    },
    gauge: (name: string, _help: string, read: () => unknown, labels: string[]) => {
      made.push([name, labels]);
      running = read;
    },
  } as unknown as Metrics;
  let now = 1_000;
  t.mock.method(performance, 'now', () => now);
  const start = createSearchMeter(metrics);

  assert.deepEqual(made, [
    ['xplain_search_seconds', [0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10, 30], ['kind']],
    ['xplain_search_running', ['kind']],
  ]);
  assert.deepEqual(running(), []);
  const first = start('query');
  const second = start('query');
  assert.deepEqual(running(), [{ value: 2, labels: { kind: 'query' } }]);
  now += 2_500;
  first();
  assert.deepEqual(observed, [[2.5, { kind: 'query' }]]);
  assert.deepEqual(running(), [{ value: 1, labels: { kind: 'query' } }]);
  second();
  assert.deepEqual(running(), [{ value: 0, labels: { kind: 'query' } }]);
});

test('simple searches are timed in seconds, and the target is told exactly', () => {
  const observed: number[] = [];
  let buckets: readonly number[] = [];
  const metrics = {
    histogram: (_name: string, _help: string, given: readonly number[]) => {
      buckets = given;
      return { observe: (seconds: number) => observed.push(seconds) };
    },
  } as unknown as Metrics;

  createSimpleSearchMeter(metrics)(150);

  assert.deepEqual(observed, [0.15]);
  assert.ok(buckets.includes(LIMITS.targets.queryLatencyP95Ms / 1_000));
});
