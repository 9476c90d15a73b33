import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../base/clock.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import type { IngestQueue } from '../queue.ts';
import { testQueue } from '../queue.suite.ts';
import { openLmdbQueue } from './open-lmdb-queue.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';

const needs = { clock: systemClock, log: silentLog, limits: LIMITS.queue };

testQueue('LMDB', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-queue-'));
  let current: IngestQueue | undefined;
  t.after(async () => {
    await current?.[Symbol.asyncDispose]();
    removeFolder(directory);
  });
  return {
    async open() {
      await current?.[Symbol.asyncDispose]();
      current = await openLmdbQueue(needs, { directory });
      return current;
    },
  };
});
