import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { refuseWhileFailing } from './refuse-while-failing.ts';

const { probeMs, pendingBytesMax } = LIMITS.queue;

test('after a failure nothing is tried for a moment, then one append finds out', () => {
  const failed = { failedAt: 5_000, pendingBytes: 0 };

  assert.throws(() => refuseWhileFailing(LIMITS.queue, failed, 5_000 + probeMs - 1), {
    code: 'QUEUE_UNAVAILABLE',
  });
  refuseWhileFailing(LIMITS.queue, failed, 5_000 + probeMs);
});

test('what waits for the disk is bounded', () => {
  const busy = (pendingBytes: number) => ({ failedAt: undefined, pendingBytes });

  refuseWhileFailing(LIMITS.queue, busy(pendingBytesMax), 0);
  assert.throws(() => refuseWhileFailing(LIMITS.queue, busy(pendingBytesMax + 1), 0), {
    code: 'QUEUE_UNAVAILABLE',
  });
});
