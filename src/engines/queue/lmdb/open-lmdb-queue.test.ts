import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../../../base/clock.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';
import { acme, claimed, depthOf, EMPTY, entry, EVERYTHING, texts } from '../entries.suite.ts';
import type { IngestQueue } from '../queue.ts';
import { testQueue } from '../queue.suite.ts';
import { openLmdbQueue } from './open-lmdb-queue.ts';

const needs = { clock: systemClock, log: silentLog, limits: LIMITS.queue };

test('of two changes of a claim at once the second finds what the first has left, also on disk', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-queue-'));
  t.after(() => removeFolder(directory));
  {
    await using queue = await openLmdbQueue(needs, { directory });
    await queue.append(entry(acme, 'one'));
    const claim = await claimed(queue);
    await Promise.all([queue.acknowledge(claim), queue.retryLater(claim, 0)]);

    await queue.append(entry(acme, 'two'));
    const other = await claimed(queue);
    assert.deepEqual(texts(other), ['two']);
    await Promise.all([queue.retryLater(other, 0), queue.retryLater(other, 0)]);
  }
  await using queue = await openLmdbQueue(needs, { directory });
  const again = await claimed(queue);

  assert.deepEqual([texts(again), again.attempts], [['two'], 2]);
  assert.equal(await queue.claim(EVERYTHING), undefined);
  await queue.acknowledge(again);
  assert.deepEqual(depthOf(queue), EMPTY);
});

testQueue('LMDB', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-queue-'));
  let current: IngestQueue | undefined;
  t.after(async () => {
    await current?.[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });
  return {
    async open() {
      await current?.[Symbol.asyncDispose]();
      current = await openLmdbQueue(needs, { directory });
      return current;
    },
  };
});
