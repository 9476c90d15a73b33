import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { openCounters } from './open-counters.ts';

const needs = { clock: systemClock, log: silentLog, limits: LIMITS.counters };

test('without Redis this process counts, and answers at once', async () => {
  await using counters = await openCounters(needs, { kind: 'memory' });
  assert.deepEqual(await counters.health(), { state: 'up' });
  assert.ok(!(counters.hit('k', 1, 1_000) instanceof Promise));
});

test('a Redis that is not there stops nothing', async () => {
  // Nothing listens on port 1.
  await using counters = await openCounters(needs, { kind: 'redis', url: 'redis://127.0.0.1:1' });
  assert.equal((await counters.health()).state, 'degraded');
  assert.equal((await counters.hit('k', 1, 1_000)).isAllowed, true);
});
