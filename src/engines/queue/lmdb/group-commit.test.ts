import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { AppError } from '../../../base/errors.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import type { Operation, Table, Tables } from './tables.ts';

/** Stands in for LMDB: notes how many records each transaction has, and ends it when the test says so. */
function fakeDisk() {
  const transactions: number[] = [];
  const pending: PromiseWithResolvers<boolean>[] = [];
  let records = 0;
  const table = {
    put: () => ++records,
    remove: () => ++records,
  } as unknown as Table;
  const root = {
    batch(write: () => void) {
      records = 0;
      write();
      transactions.push(records);
      const outcome = Promise.withResolvers<boolean>();
      pending.push(outcome);
      return outcome.promise;
    },
  };
  return {
    table,
    tables: { root } as unknown as Tables,
    transactions,
    async settle(error?: Error) {
      while (pending.length === 0) await nextTurn();
      if (error === undefined) pending.shift()?.resolve(true);
      else pending.shift()?.reject(error);
      await nextTurn();
    },
  };
}

function groupOn(tables: Tables): GroupCommit {
  return createGroupCommit(
    { log: silentLog, clock: { now: () => 1_000 }, limits: LIMITS.queue },
    tables,
  );
}

function put(table: Table, bytes: number): Operation {
  return { table, key: Buffer.from('key'), value: new Uint8Array(bytes) };
}

test('who comes while a transaction is written shares the next one', async () => {
  const disk = fakeDisk();
  const group = groupOn(disk.tables);
  const first = [1, 2].map(() => group.commit([put(disk.table, 1)]));
  while (disk.transactions.length === 0) await nextTurn();
  const others = [1, 2, 3].map(() => group.commit([put(disk.table, 1)]));
  assert.equal(group.pendingBytes, 5);

  await disk.settle();
  await Promise.all(first);
  await disk.settle();
  await Promise.all(others);

  assert.deepEqual(disk.transactions, [2, 3]);
  assert.equal(group.pendingBytes, 0);
});

test('a transaction takes a bounded number of bytes, and more only from a single caller', async () => {
  const disk = fakeDisk();
  const group = groupOn(disk.tables);
  const half = LIMITS.queue.commitBytesMax / 2;
  const all = [half, half, 1, LIMITS.queue.commitBytesMax + 1].map((bytes) =>
    group.commit([put(disk.table, bytes)]),
  );

  for (let n = 0; n < 3; n++) await disk.settle();
  await Promise.all(all);

  assert.deepEqual(disk.transactions, [2, 1, 1]);
});

test('a transaction takes a bounded number of records', async () => {
  const disk = fakeDisk();
  const group = groupOn(disk.tables);
  const many = Array.from({ length: LIMITS.queue.commitRecordsMax - 1 }, () => put(disk.table, 0));
  const all = [group.commit(many), group.commit([put(disk.table, 0)])];
  all.push(group.commit([put(disk.table, 0)]));

  for (let n = 0; n < 2; n++) await disk.settle();
  await Promise.all(all);

  assert.deepEqual(disk.transactions, [LIMITS.queue.commitRecordsMax, 1]);
});

test('a refused transaction is refused to all who share it, with the reason and a time to wait', async () => {
  const disk = fakeDisk();
  const group = groupOn(disk.tables);
  const both = [1, 2].map(() => group.commit([put(disk.table, 1)]));
  const reason = new Error('No space left on device');
  const { promise: commitError, reject } = Promise.withResolvers<never>();

  await Promise.all([
    disk
      .settle(Object.assign(new Error('Commit failed'), { commitError }))
      .then(() => reject(reason)),
    ...both.map((one) =>
      assert.rejects(one, (error: AppError) => {
        assert.equal(error.code, 'QUEUE_UNAVAILABLE');
        assert.equal(error.cause, reason);
        assert.equal(error.facts.retryAfterSeconds, LIMITS.queue.retryAfterSeconds);
        return true;
      }),
    ),
  ]);
  assert.equal(group.failedAt, 1_000);

  const next = group.commit([put(disk.table, 1)]);
  await disk.settle();
  await next;
  assert.equal(group.failedAt, undefined);
});

test('while the disk hangs everything is refused, until it answers', async (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const disk = fakeDisk();
  const group = groupOn(disk.tables);
  const first = group.commit([put(disk.table, 1)]);
  while (disk.transactions.length === 0) await nextTurn();

  t.mock.timers.tick(LIMITS.queue.appendMsMax);

  assert.equal(group.isStuck, true);
  await assert.rejects(group.commit([put(disk.table, 1)]), { code: 'QUEUE_UNAVAILABLE' });
  await disk.settle();
  await first;
  assert.equal(group.isStuck, false);
});

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
