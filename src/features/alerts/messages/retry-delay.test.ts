import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRetryAfter } from './read-retry-after.ts';
import { retryDelayMs } from './retry-delay.ts';

const NOW = Date.UTC(2026, 0, 15, 12);

test('a message waits longer after each try, and a little more or less than the others', () => {
  const [first, second, last] = [1, 2, 99].map((attempts) => retryDelayMs(attempts, 0.5));

  assert.deepEqual([first, second, last], [5_000, 30_000, 28_800_000]);
  assert.deepEqual([retryDelayMs(1, 0), retryDelayMs(1, 1)], [4_500, 5_500]);
  assert.equal(retryDelayMs(0, 0.5), 0);
});

test('a receiver may ask for a pause, in seconds or until a date', () => {
  const after = (text: string | undefined): number | undefined => {
    const until = readRetryAfter(text, NOW);
    return until === undefined ? undefined : until - NOW;
  };

  assert.equal(after(undefined), undefined);
  assert.equal(after(' 7 '), 7_000);
  assert.equal(after('0.3001'), 301);
  assert.equal(after('0'), undefined);
  assert.equal(after('Thu, 15 Jan 2026 12:00:05 GMT'), 5_000);
  assert.equal(after('Thu, 15 Jan 2026 12:00:00 GMT'), undefined);
  assert.equal(after('soon'), undefined);
  assert.equal(after('86400'), 86_400_000);
  assert.equal(after('86401'), 86_400_000);
});
