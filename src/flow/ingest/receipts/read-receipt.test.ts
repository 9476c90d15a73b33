import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueryAnswer } from '../../../engines/store/store.ts';
import { deadLetterId } from '../../../engines/queue/queue.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { readReceipt, type ReceiptNeeds } from './read-receipt.ts';
import { createReceiptIds, type ReceiptFacts } from './receipt-ids.ts';

const { receiptMsMax, quotaHoldMsMax } = LIMITS.ingest;
const ACCEPTED_AT = 1_000_000_000_000;
const facts: ReceiptFacts = {
  acceptedAt: ACCEPTED_AT,
  accepted: 5,
  queued: 4,
  firstRow: 0x10_0001n,
  from: ACCEPTED_AT,
  to: ACCEPTED_AT,
  position: 9n,
  isHeld: false,
};

interface World {
  stored?: number;
  /** Position of a dead letter of four events. */
  dead?: bigint;
  storedAt?: number;
  ageMs?: number;
}

function needsOf({ stored = 0, dead, storedAt, ageMs = 10 }: World): ReceiptNeeds {
  const answer: QueryAnswer = {
    queryId: '',
    columns: [{ name: 'events', type: 'UInt64', values: [stored] }],
    rowCount: 1,
    statistics: { rowsRead: 0, bytesRead: 0, elapsedMs: 0 },
  };
  return {
    receipts: createReceiptIds('secret'),
    store: { query: async () => answer },
    queue: {
      listDeadLetters: async ({ organization, ids }) => {
        const id = dead === undefined ? '' : deadLetterId(dead);
        if (organization === undefined || !ids?.includes(id)) return [];
        const rest = { bytes: 1, reason: '', attempts: 5, deadAt: 0, isSpilled: false };
        return [{ id, organization, events: 4, ...rest }];
      },
    },
    storedAt: () => storedAt,
    clock: { now: () => ACCEPTED_AT + ageMs },
    limits: LIMITS.ingest,
  };
}

test('tells what became of a request, step by step', async (t) => {
  const { owner } = await (await openAccess(t)).newOrganization();
  const read = async (world: World, change: Partial<ReceiptFacts> = {}) => {
    const needs = needsOf(world);
    const id = createReceiptIds('secret').write(owner.actor.organization, { ...facts, ...change });
    const { stored, deadLettered, held, queryableSince } = await readReceipt(
      needs,
      owner.actor,
      id,
    );
    return { stored, deadLettered, held, queryableSince };
  };
  const nothing = { stored: 0, deadLettered: 0, held: 0, queryableSince: null };

  assert.deepEqual(await read({}), nothing);
  assert.deepEqual(await read({ stored: 4 }), { ...nothing, stored: 4 });
  assert.deepEqual(await read({ stored: 4, storedAt: ACCEPTED_AT + 3 }), {
    ...nothing,
    stored: 4,
    queryableSince: new Date(ACCEPTED_AT + 3).toISOString(),
  });
  assert.deepEqual(await read({ dead: 9n }), { ...nothing, deadLettered: 4 });
  assert.deepEqual(await read({ dead: 8n }), nothing);
  assert.deepEqual(await read({ ageMs: quotaHoldMsMax }, { isHeld: true }), {
    ...nothing,
    held: 4,
  });
  assert.deepEqual(await read({ ageMs: quotaHoldMsMax + 1 }, { isHeld: true }), nothing);
});

test('is kept for a day, and for its own organization', async (t) => {
  const access = await openAccess(t);
  const { owner } = await access.newOrganization();
  const { owner: stranger } = await access.newOrganization();
  const id = createReceiptIds('secret').write(owner.actor.organization, facts);

  const receipt = await readReceipt(needsOf({ ageMs: receiptMsMax }), owner.actor, id);
  assert.deepEqual([receipt.accepted, receipt.dropped], [5, 1]);
  const refusal = { code: 'NOT_FOUND' };
  await assert.rejects(readReceipt(needsOf({ ageMs: receiptMsMax + 1 }), owner.actor, id), refusal);
  await assert.rejects(readReceipt(needsOf({}), stranger.actor, id), refusal);
  await assert.rejects(readReceipt(needsOf({}), owner.actor, 'made-up'), refusal);
});
