import assert from 'node:assert/strict';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../base/clock.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { KB } from '../../../spec/units.ts';
import { acme, birch, drain, entry, EVERYTHING, texts } from '../entries.suite.ts';
import type { IngestQueue } from '../queue.ts';
import { openLmdbQueue } from './open-lmdb-queue.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';

const IDLE_MS = 20;
const { idleFileBytesMax } = LIMITS.queue;
const needs = {
  clock: systemClock,
  log: silentLog,
  limits: { ...LIMITS.queue, idleMs: IDLE_MS },
};

async function temporaryDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-queue-'));
  t.after(() => removeFolder(directory));
  return directory;
}

async function fileBytes(directory: string): Promise<number> {
  return (await stat(join(directory, 'queue.mdb'))).size;
}

async function burst(queue: IngestQueue, bytes: number): Promise<void> {
  await queue.append({ organization: acme, events: 1, payload: new Uint8Array(bytes) });
  await drain(queue);
}

async function untilSmall(directory: string): Promise<void> {
  for (let i = 0; i < 500 && (await fileBytes(directory)) > idleFileBytesMax; i++) {
    await sleep(IDLE_MS);
  }
}

test('after a burst the file gets small again, and what comes later is kept', async (t) => {
  const directory = await temporaryDirectory(t);
  {
    await using queue = await openLmdbQueue(needs, { directory });
    await queue.append(entry(birch, 'dead'));
    await queue.spillOldest(1, 'The store was away.');
    for (let round = 0; round < 3; round++) {
      await burst(queue, idleFileBytesMax + KB);
      assert((await fileBytes(directory)) > idleFileBytesMax);
      await untilSmall(directory);
      assert((await fileBytes(directory)) < idleFileBytesMax);
    }
    await queue.append(entry(birch, 'claimed'));
    await queue.claim(EVERYTHING);
    await queue.append(entry(birch, 'waiting'));
  }

  await using queue = await openLmdbQueue(needs, { directory });
  assert.deepEqual(texts(await queue.claim(EVERYTHING)), ['claimed']);
  await queue.replayDeadLetters({});
  assert.deepEqual(await drain(queue), ['waiting', 'dead']);
});

test('a file that is small, in use or written to stays the same file', async (t) => {
  const directory = await temporaryDirectory(t);
  const inode = async (): Promise<number> => (await stat(join(directory, 'queue.mdb'))).ino;
  await using queue = await openLmdbQueue(needs, { directory });
  const before = await inode();

  await burst(queue, idleFileBytesMax / 4);
  await sleep(5 * IDLE_MS);
  assert((await fileBytes(directory)) < idleFileBytesMax);
  assert.equal(await inode(), before);

  const payload = new Uint8Array(idleFileBytesMax + KB);
  await queue.append({ organization: acme, events: 1, payload });
  await sleep(5 * IDLE_MS);
  assert((await fileBytes(directory)) > idleFileBytesMax);
  assert.equal(await inode(), before);
});

test('events that come while it is rewritten are kept', async (t) => {
  const directory = await temporaryDirectory(t);
  const sent: string[] = [];
  const got: string[] = [];
  const inodes = new Set<number>();
  await using queue = await openLmdbQueue(
    { ...needs, limits: { ...needs.limits, idleMs: 1, idleFileBytesMax: 0 } },
    { directory },
  );
  for (let i = 0; i < 300; i++) {
    sent.push(`event ${i}`);
    await queue.append(entry(acme, `event ${i}`));
    await sleep(i % 4);
    got.push(...(await drain(queue)));
    await sleep(i % 5);
    inodes.add((await stat(join(directory, 'queue.mdb'))).ino);
  }

  assert.deepEqual(got, sent);
  assert(inodes.size > 1, 'the file was never rewritten');
});
