import assert from 'node:assert/strict';
import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { systemClock } from '../../../base/clock.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { MB } from '../../../spec/units.ts';
import { acme, birch, drain, entry, EVERYTHING, texts } from '../entries.suite.ts';
import { compactFile } from './compact-file.ts';
import { openLmdbQueue } from './open-lmdb-queue.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';

const needs = { clock: systemClock, log: silentLog, limits: LIMITS.queue };
const eager = (fileBytesCompacted: number) => ({
  ...needs,
  limits: { ...needs.limits, fileBytesCompacted },
});
const large = { organization: acme, events: 1_000, payload: new Uint8Array(MB) };

async function temporaryDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-queue-'));
  t.after(() => removeFolder(directory));
  return directory;
}

async function fileBytes(directory: string): Promise<number> {
  return (await stat(join(directory, 'queue.mdb'))).size;
}

test('the room of what is stored is used again', async (t) => {
  const directory = await temporaryDirectory(t);
  await using queue = await openLmdbQueue(needs, { directory });

  for (let round = 0; round < 30; round++) {
    await Promise.all([1, 2, 3, 4].map(() => queue.append(large)));
    await drain(queue);
  }

  const bytes = await fileBytes(directory);
  assert(bytes < 30 * MB, `120 MB went through, and the file has ${bytes} bytes`);
});

test('a large file that is mostly empty is rewritten, with all that is in it', async (t) => {
  const directory = await temporaryDirectory(t);
  let token: string | undefined;
  {
    await using queue = await openLmdbQueue(needs, { directory });
    await queue.append(entry(birch, 'dead'));
    await queue.spillOldest(1, 'The store was away.');
    await queue.append(entry(birch, 'claimed'));
    token = (await queue.claim(EVERYTHING))?.token;
    await Promise.all(Array.from({ length: 20 }, () => queue.append(large)));
    for (let claim; (claim = await queue.claim(EVERYTHING)) !== undefined;) {
      await queue.acknowledge(claim);
    }
    await queue.append(entry(birch, 'waiting'));
  }
  assert((await fileBytes(directory)) > 20 * MB);
  await writeFile(join(directory, 'compact-queue.mdb'), 'left behind by one who died meanwhile');

  await compactFile(eager(10 * MB), directory);

  assert((await fileBytes(directory)) < MB);
  await using queue = await openLmdbQueue(needs, { directory });
  assert.equal(queue.depth().events, 2);
  const claim = await queue.claim(EVERYTHING);
  assert.equal(claim?.token, token);
  assert.deepEqual(texts(claim), ['claimed']);
  await queue.replayDeadLetters({});
  assert.deepEqual(await drain(queue), ['waiting', 'dead']);
});

test('a small file, or one in use, is left alone', async (t) => {
  const directory = await temporaryDirectory(t);
  {
    await using queue = await openLmdbQueue(needs, { directory });
    await Promise.all([1, 2, 3, 4].map(() => queue.append(large)));
  }
  const before = await fileBytes(directory);
  assert(before < LIMITS.queue.fileBytesCompacted);

  await compactFile(needs, directory);
  await compactFile(eager(MB), directory);

  assert.equal(await fileBytes(directory), before);
});
