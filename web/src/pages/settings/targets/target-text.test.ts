import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReliabilityTarget } from '../../../../../src/contract/targets.ts';
import { measuredText, promiseText, samplesText } from './target-text.ts';

const MEASURED = {
  value: 500,
  isMore: false,
  samples: 1_204,
  from: '2026-11-15T09:30:00.000Z',
  to: '2026-11-16T09:30:00.000Z',
  nodes: 2,
};
const LATENCY: ReliabilityTarget = {
  id: 'ingest_latency',
  unit: 'ms',
  promise: { comparison: 'under', value: 3_000 },
  state: 'met',
  measured: MEASURED,
  basis: '',
  advice: null,
};
const UPTIME: ReliabilityTarget = {
  ...LATENCY,
  id: 'uptime',
  unit: 'ratio',
  promise: { comparison: 'at_least', value: 0.999 },
  measured: { ...MEASURED, value: 0.99904999, nodes: null },
};

test('promises and measurements are told with their units', () => {
  assert.equal(promiseText(LATENCY), 'under 3 s');
  assert.equal(promiseText(UPTIME), 'at least 99.9%');
  assert.equal(measuredText(LATENCY), 'at most 500 ms');
  assert.equal(
    measuredText({ ...LATENCY, measured: { ...MEASURED, value: 300_000, isMore: true } }),
    'over 5 min',
  );
  const point = { ...LATENCY, id: 'recovery_point' as const };
  const aged = (value: number) => measuredText({ ...point, measured: { ...MEASURED, value } });
  assert.deepEqual(
    [aged(754_321), aged(14_400_000), aged(90_000_000)],
    ['12.58 min', '4 h', '1.05 d'],
  );
  assert.equal(measuredText({ ...LATENCY, measured: null }), undefined);
});

test('nothing looks better than it is', () => {
  assert.equal(measuredText(UPTIME), '99.904%');
  assert.equal(
    measuredText({ ...LATENCY, measured: { ...MEASURED, value: 3_000.1 } }),
    'at most 3.01 s',
  );
});

test('what was measured is counted', () => {
  assert.equal(samplesText(LATENCY), '1,204 requests on 2 nodes');
  assert.equal(samplesText(UPTIME), '1,204 minutes');
  const one = { ...MEASURED, samples: 1, nodes: 1 };
  assert.equal(samplesText({ ...LATENCY, measured: one }), '1 request on 1 node');
  const query = { ...LATENCY, id: 'query_latency' as const };
  assert.equal(samplesText({ ...query, measured: one }), '1 search on 1 node');
  assert.equal(samplesText(query), '1,204 searches on 2 nodes');
  assert.equal(samplesText({ ...LATENCY, measured: null }), undefined);
});
