import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStoreMaintenance } from './open-store-maintenance.ts';

test('the node that tidies the store tells its size, once it knows it', async () => {
  const gauges = new Map<string, () => unknown>();
  let rows = 7;
  let isTidied = false;
  const job = openStoreMaintenance({
    store: {
      maintain: async () => void (isTidied = true),
      diskUsage: async () => ({ rows, bytes: 100, freeBytes: 1_000 }),
    },
    metrics: { gauge: (name, _help, read) => void gauges.set(name, read) },
  });
  const lease = { hold: async () => {} };
  const reported = (): unknown[] => [...gauges.values()].map((read) => read());

  assert.deepEqual(reported(), [[], [], []]);
  await job.run(new AbortController().signal, lease);
  assert.deepEqual(reported(), [7, 100, 1_000]);
  assert.ok(isTidied);

  rows = 8;
  await job.run(new AbortController().signal, lease);
  assert.equal(gauges.get('xplain_store_rows')?.(), 8);
});
