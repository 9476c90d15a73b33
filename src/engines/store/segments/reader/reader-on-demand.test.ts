import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../sql.ts';
import { rowsOf } from '../../store.ts';
import { isProcessAlive } from '../../child/is-process-alive.ts';
import { openSegmentStore } from '../open-segment-store.ts';
import {
  batchOf,
  insertUntilStored,
  needsOf,
  newFolder,
  waitUntil,
} from '../../../../../test/support/store/supervised-store.ts';

const ONLY_THE_ENGINE = sql`SELECT uniqExact(row_id) AS n FROM logs`;

test('an engine that nobody asks ends, and the next statement has its answer', async (t) => {
  const rest = { unaskedMs: 1, askedMs: 1 };
  await using store = await openSegmentStore(needsOf(), newFolder(t), rest);
  const first = store.enginePid();
  await waitUntil('the end of the first', () => !isProcessAlive(first));
  await insertUntilStored(store, batchOf(7));

  assert.deepEqual(await store.health(), { state: 'up' });
  assert.deepEqual(await store.running(), []);
  assert.equal(store.enginePid(), first, 'none of this needs an engine');
  const answers = await Promise.all(Array.from({ length: 5 }, () => store.query(ONLY_THE_ENGINE)));

  for (const answer of answers) assert.deepEqual(rowsOf(answer), [{ n: 7 }]);
  const second = store.enginePid();
  assert.notEqual(second, first);
  await waitUntil('the end of the second', () => !isProcessAlive(second));
});

test('statements one after the other find an engine however soon it ends', async (t) => {
  const rest = { unaskedMs: 0, askedMs: 0 };
  await using store = await openSegmentStore(needsOf(), newFolder(t), rest);
  await insertUntilStored(store, batchOf(3));

  for (let i = 0; i < 6; i++) {
    assert.deepEqual(rowsOf(await store.query(ONLY_THE_ENGINE)), [{ n: 3 }]);
  }
});

test('stopping while an engine starts leaves none', async (t) => {
  const rest = { unaskedMs: 1, askedMs: 1 };
  const store = await openSegmentStore(needsOf(), newFolder(t), rest);
  const first = store.enginePid();
  await waitUntil('the end of the first', () => !isProcessAlive(first));

  const asked = store.query(ONLY_THE_ENGINE);
  const [answer] = await Promise.allSettled([asked, store[Symbol.asyncDispose]()]);

  assert(answer.status === 'fulfilled' || !isProcessAlive(store.enginePid()));
  assert(!isProcessAlive(store.enginePid()));
});
