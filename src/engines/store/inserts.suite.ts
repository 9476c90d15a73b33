import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { logRecord } from '../../../test/support/log-records.ts';
import { DAY_MS } from '../../spec/units.ts';
import { manyRecords, newOrganization, toolsOf } from './store-tools.suite.ts';
import type { LogStore } from './store.ts';

/** What is stored is there at once, whole and once. */
export function testInserts(store: () => LogStore): void {
  const { encoder, insert, count, rollup } = toolsOf(store);

  // First, while nothing can be dropped by a merge: rows that were deleted count until then.
  test('a store that works is up and knows its size', async () => {
    const organization = newOrganization();
    assert.equal((await store().diskUsage()).rows, 0);
    await insert([1, 2, 3].map(() => logRecord({ organization })));

    const usage = await store().diskUsage();

    assert.deepEqual(await store().health(), { state: 'up' });
    assert.equal(usage.rows, 3);
    assert(usage.bytes > 0 && usage.freeBytes > 0);
  });

  test('rows are found as soon as the insert resolves', async () => {
    const organization = newOrganization();

    await insert([1, 2, 3].map((i) => logRecord({ organization, body: `event ${i}` })));

    assert.equal(await count(organization), 3);
  });

  test('several blocks of one batch are stored together', async () => {
    const organization = newOrganization();
    const blocks = [1, 2, 3].map((i) =>
      encoder.encode([logRecord({ organization, body: `${i}` })]),
    );

    await store().insert({
      token: randomUUID(),
      blocks: blocks.map(({ bytes }) => bytes),
      events: blocks.length,
    });

    assert.equal(await count(organization), 3);
  });

  test('a batch that is repeated under its token is there once', async () => {
    const organization = newOrganization();
    const batch = {
      token: randomUUID(),
      blocks: [encoder.encode(manyRecords(organization)).bytes],
    };

    await Promise.all([1, 2, 3].map(() => store().insert({ ...batch, events: 1_000 })));
    await store().insert({ ...batch, events: 1_000 });

    assert.equal(await count(organization), 1_000);
    await rollup(organization);
  });

  test('two batches with the same rows under different tokens are two', async () => {
    const organization = newOrganization();
    const { bytes } = encoder.encode([logRecord({ organization })]);

    await store().insert({ token: randomUUID(), blocks: [bytes], events: 1 });
    await store().insert({ token: randomUUID(), blocks: [bytes], events: 1 });

    assert.equal(await count(organization), 2);
  });

  test('a batch of two thousand different days is one insert', async () => {
    const organization = newOrganization();
    const start = Date.now();

    await insert(
      Array.from({ length: 2_000 }, (_, day) =>
        logRecord({ organization, timestamp: start - day * DAY_MS, retentionDays: 3_650 }),
      ),
    );

    assert.equal(await count(organization), 2_000);
  });
}
