import assert from 'node:assert/strict';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../../../base/clock.ts';
import { organizationId } from '../../../base/ids.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openLmdbQueue } from './open-lmdb-queue.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';

const needs = { clock: systemClock, log: silentLog, limits: LIMITS.queue };
const bounds = { eventsMax: 100, bytesMax: 1_000_000 };

test('a copy holds what was there, and hands it out as repeated; what comes later is new', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'xplain-queue-'));
  t.after(() => removeFolder(folder));
  const organization = organizationId('org_1');
  const entry = (text: string) => ({ organization, events: 1, payload: Buffer.from(text) });
  await using queue = await openLmdbQueue(needs, { directory: join(folder, 'queue') });
  await queue.append(entry('waits'));
  await mkdir(join(folder, 'copy'));

  await queue.copyTo?.(join(folder, 'copy/queue.mdb'));
  await queue.append(entry('too late'));
  const original = await queue.claim(bounds);
  assert.equal(original?.isRepeated, false);

  await using copy = await openLmdbQueue(needs, { directory: join(folder, 'copy') });
  assert.equal(copy.depth().events, 1);
  const claim = await copy.claim(bounds);
  assert.ok(claim !== undefined);
  assert.equal(claim.isRepeated, true);
  assert.deepEqual(
    claim.entries.map(({ payload }) => Buffer.from(payload).toString()),
    ['waits'],
  );
  await copy.acknowledge(claim);
  await copy.append(entry('new'));
  assert.equal((await copy.claim(bounds))?.isRepeated, false);
});
