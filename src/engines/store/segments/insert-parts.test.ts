/** Batches that may have been stored before, while others are being stored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { logRecord } from '../../../../test/support/log-records.ts';
import { newFolder } from '../../../../test/support/store/supervised-store.ts';
import { systemClock } from '../../../base/clock.ts';
import { organizationId } from '../../../base/ids.ts';
import { silentLog } from '../../../base/log.ts';
import { createBlockEncoder } from '../block-encoder.ts';
import { createRowIds } from '../row-ids.ts';
import { openSegmentStore } from './open-segment-store.ts';

const needs = { clock: systemClock, limits: LIMITS, log: silentLog };
const encoder = createBlockEncoder(createRowIds(systemClock, 7));
const never = new AbortController().signal;

function blockOf(organization: string, rows: number): Uint8Array {
  const parts = { organization: organizationId(organization), timestamp: Date.now() };
  return encoder.encode(Array.from({ length: rows }, () => logRecord(parts))).bytes;
}

test('a repetition that arrives while its batch is being stored is stored once', async (t) => {
  await using store = await openSegmentStore(needs, newFolder(t));
  const [one, other] = [blockOf('org_a', 3), blockOf('org_a', 4)];

  await Promise.all([
    store.insert({ token: 'first', blocks: [blockOf('org_a', 1)], events: 1 }),
    // These two wait together.
    store.insert({ token: 'second', blocks: [one], events: 3 }),
    store.insert({ token: 'again', blocks: [one, other], events: 7, isRepeated: true }),
    store.insert({ token: 'and again', blocks: [other], events: 4, isRepeated: true }),
  ]);

  assert.equal((await store.diskUsage()).rows, 1 + 3 + 4);
});

test('repetitions are told apart while parts are joined, of each organization', async (t) => {
  await using store = await openSegmentStore(needs, newFolder(t));
  const owners = ['org_a', 'org_b', 'org_c'];
  const batches = Array.from({ length: 60 }, (_, i) => blockOf(owners[i % 3] ?? '', 20));
  const send = (round: number): Promise<void[]> =>
    Promise.all(
      batches.map((block, i) =>
        store.insert({ token: `${round} ${i}`, blocks: [block], events: 20, isRepeated: true }),
      ),
    );
  await send(1);

  await Promise.all([send(2), store.maintain(never)]);

  assert.equal((await store.diskUsage()).rows, 60 * 20);
});
