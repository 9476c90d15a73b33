import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueryAnswer } from '../../../engines/store/store.ts';
import { bind, type Sql } from '../../../engines/store/sql.ts';
import { deadLetterId } from '../../../engines/queue/queue.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import type { Actor } from '../../../base/actor.ts';
import { organizationId } from '../../../base/ids.ts';
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

const organization = organizationId('org_a');
const actor = { organization } as Actor;

/** The answer, and what was asked for it. */
async function asking(world: World, change: Partial<ReceiptFacts> = {}) {
  const asked: unknown[] = [];
  const usual = needsOf(world);
  const needs: ReceiptNeeds = {
    ...usual,
    store: {
      query: async (statement: Sql) => {
        asked.push(['store', ...bind(statement).parameters.values()]);
        return usual.store.query(statement);
      },
    },
    queue: {
      listDeadLetters: async (filter, page) => {
        asked.push(['dead', filter, page]);
        return usual.queue.listDeadLetters(filter, page);
      },
    },
    storedAt: (queue, position) => {
      asked.push(['stored at', queue, position]);
      return usual.storedAt(queue, position);
    },
  };
  const id = createReceiptIds('secret').write(organization, { ...facts, ...change });
  const { id: answered, ...receipt } = await readReceipt(needs, actor, id);
  assert.equal(answered, id);
  return { receipt, asked };
}

const RECEIPT = {
  acceptedAt: '2001-09-09T01:46:40.000Z',
  accepted: 5,
  dropped: 1,
  stored: 0,
  deadLettered: 0,
  held: 0,
  queryableSince: null,
};
const STORED_AT = ['stored at', 'ingest', 9n];
const DEAD = ['dead', { organization, ids: [deadLetterId(9n)] }, { limit: 1 }];

test('the store is asked for the rows of the request, and dead letters where some are missing', async () => {
  const { receipt, asked } = await asking({ stored: 3, dead: 9n });

  assert.deepEqual(receipt, { ...RECEIPT, stored: 3, deadLettered: 4 });
  const [query, ...rest] = asked;
  assert.deepEqual(
    (query as string[]).filter((value) => /^\d{1,8}$/.test(value)),
    [String(0x10_0001), String(0x13_0001), '1'],
  );
  assert.deepEqual(rest, [STORED_AT, DEAD]);
});

test('where all are stored nobody looks for dead letters, and what was dropped needs no store', async () => {
  const stored = await asking({ stored: 4, storedAt: ACCEPTED_AT + 1_000 });
  assert.deepEqual(stored.receipt, {
    ...RECEIPT,
    stored: 4,
    queryableSince: '2001-09-09T01:46:41.000Z',
  });
  assert.deepEqual(stored.asked.slice(1), [STORED_AT]);

  const dropped = await asking({ stored: 9, storedAt: ACCEPTED_AT }, { queued: 0, firstRow: 0n });
  assert.deepEqual(dropped.receipt, { ...RECEIPT, dropped: 5 });
  assert.deepEqual(dropped.asked, [STORED_AT]);
  const one = await asking({ stored: 1, storedAt: ACCEPTED_AT }, { queued: 1 });
  assert.deepEqual(
    [one.receipt.stored, one.receipt.queryableSince, one.asked.length],
    [1, '2001-09-09T01:46:40.000Z', 2],
  );
});

test('what is held is looked for where it waits, and is no dead letter', async () => {
  const { receipt, asked } = await asking({ stored: 1, dead: 9n }, { isHeld: true });

  assert.deepEqual(receipt, { ...RECEIPT, stored: 1, held: 3 });
  assert.deepEqual(asked.slice(1), [['stored at', 'holding', 9n]]);
  const { receipt: whole } = await asking({ stored: 4 }, { isHeld: true });
  assert.deepEqual(whole, { ...RECEIPT, stored: 4 });
});
