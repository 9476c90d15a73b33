import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { batchOf, needsOf, newFolder } from '../../../../test/support/store/supervised-store.ts';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import { rowsFolder } from '../child/engine-of-folder.ts';
import { sql, string } from '../sql.ts';
import { type LogStore, rowsOf } from '../store.ts';
import { openSegmentStore } from './open-segment-store.ts';
import { readRunningParts } from './read-running.ts';
import { snapshotFolder } from './snapshot-folder.ts';

const never = new AbortController().signal;

async function countIn(store: LogStore, body: string): Promise<unknown> {
  const answer = await store.query(
    sql`SELECT count() AS n FROM logs WHERE body = ${string(body)} AND length(body) > 0`,
  );
  return rowsOf(answer)[0]?.['n'];
}

test('the rows of a folder are read beside its server, as they were when reading began', async (t) => {
  const directory = newFolder(t);
  assert.equal(await readRunningParts(needsOf(), directory), undefined, 'there are no rows');
  {
    await using store = await openSegmentStore(needsOf(), directory);
    await store.insert(batchOf(50, 'first'));
    await store.insert(batchOf(50, 'second'));
    const reader = await readRunningParts(needsOf(), directory);
    assert(reader !== undefined);
    await store.command(sql`DELETE FROM logs WHERE body = 'first'`);
    await store.insert(batchOf(10, 'second'));

    assert.deepEqual([await countIn(reader, 'first'), await countIn(reader, 'second')], [50, 50]);
    assert.deepEqual([await countIn(store, 'first'), await countIn(store, 'second')], [0, 60]);
    await assert.rejects(readRunningParts(needsOf(), directory), /in use by another process/);
    await reader[Symbol.asyncDispose]();
    assert(!existsSync(snapshotFolder(directory)));
  }
  assert.equal(await readRunningParts(needsOf(), directory), undefined, 'nobody runs');
});

test('whatever is joined or deleted meanwhile, a reader has each batch once', async (t) => {
  const directory = newFolder(t);
  const random = seededRandom(8_411);
  await using store = await openSegmentStore(needsOf(), directory);
  let stored = 0;
  const stop = new AbortController();
  const storing = (async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await store.insert(batchOf(20, `batch ${stored}`));
      stored++;
      if (random.chance(0.3)) await store.maintain(never);
    }
  })();
  try {
    for (let round = 0; round < 10; round++) {
      const before = stored;
      const reader = await readRunningParts(needsOf(), directory);
      assert(reader !== undefined);
      await using own = reader;
      const answer = await own.query(
        sql`SELECT body, count() AS n FROM logs WHERE length(body) > 0 GROUP BY body`,
        { resultRowsMax: 0 },
      );
      const counts = new Map(rowsOf(answer).map(({ body, n }) => [body, n]));
      for (let batch = 0; batch < before; batch++) {
        assert.equal(counts.get(`batch ${batch}`), 20, `batch ${batch} of ${before}`);
      }
      assert([...counts.values()].every((count) => count === 20));
    }
  } finally {
    stop.abort();
    await storing;
  }
});

test('what a killed reader has left is removed when the server starts', async (t) => {
  const directory = newFolder(t);
  const left = rowsFolder(snapshotFolder(directory), 'segments');
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, '20261118-0000000001.parquet'), 'a second name of a file');

  await using store = await openSegmentStore(needsOf(), directory);

  assert.deepEqual(await store.health(), { state: 'up' });
  assert(!existsSync(snapshotFolder(directory)));
});
