import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stackLevels } from './stack-levels.ts';

test('levels pile up with the worst at the bottom', () => {
  const bucket = (time: string, info: number, error: number) => ({
    time,
    count: info + error,
    values: { info, error },
  });
  const stacked = stackLevels(
    {
      from: '1970-01-01T00:00:00.000Z',
      to: '1970-01-01T00:02:00.000Z',
      span: '1m',
      split: 'level',
      total: 10,
      series: [
        { value: 'info', count: 8 },
        { value: 'error', count: 2 },
      ],
      buckets: [bucket('1970-01-01T00:00:00.000Z', 5, 2), bucket('1970-01-01T00:01:00.000Z', 3, 0)],
      stats: { scannedRows: 0, scannedBytes: 0, elapsedMs: 0 },
      truncated: false,
      limits_applied: [],
      warnings: [],
    },
    (word) => word,
  );

  assert.deepEqual(stacked.x, [0, 60]);
  assert.equal(stacked.bucketSeconds, 60);
  assert.deepEqual(stacked.series, [
    { name: 'info', total: 8, counts: [5, 3], tops: [7, 3] },
    { name: 'error', total: 2, counts: [2, 0], tops: [2, 0] },
  ]);
  assert.deepEqual(stacked.totals, [7, 3]);
});
