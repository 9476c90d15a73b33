import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { systemClock } from '../../../base/clock.ts';
import { organizationId } from '../../../base/ids.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { watchFreeSpace } from './free-space.ts';
import { openLmdbQueue } from './open-lmdb-queue.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';

/** More than any disk has. */
const NO_DISK_HAS = 2 ** 60;
const BOUNDS = { eventsMax: 1, bytesMax: 1_000 };
const entry = {
  organization: organizationId('acme'),
  events: 1,
  payload: new Uint8Array([1, 2, 3]),
};

async function temporaryDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-space-'));
  t.after(() => removeFolder(directory));
  return directory;
}

test('on a disk that is nearly full events are refused, and what is there can be stored and replayed', async (t) => {
  const directory = await temporaryDirectory(t);
  const open = (freeBytesMin: number) => {
    const limits = { ...LIMITS.queue, freeBytesMin };
    return openLmdbQueue({ clock: systemClock, log: silentLog, limits }, { directory });
  };
  {
    await using queue = await open(1);
    await queue.append(entry);
    await queue.append(entry);
    const claim = await queue.claim(BOUNDS);
    assert.ok(claim);
    await queue.deadLetter(claim, 'refused');
    assert.deepEqual(await queue.health(), { state: 'up' });
  }
  await using queue = await open(NO_DISK_HAS);

  await assert.rejects(queue.append(entry), {
    code: 'QUEUE_UNAVAILABLE',
    facts: { retryAfterSeconds: LIMITS.queue.retryAfterSeconds },
  });
  const { state, note = '' } = await queue.health();
  assert.equal(state, 'degraded');
  assert.match(note, /nearly full/);

  assert.equal(await queue.replayDeadLetters({}), 1);
  for (const left of [1, 0]) {
    const claim = await queue.claim(BOUNDS);
    assert.ok(claim);
    await queue.acknowledge(claim);
    assert.equal(queue.depth().events, left);
  }
});

test('the disk is looked at again after a while', async (t) => {
  const clock = fakeClock();
  const limits = { probeMs: LIMITS.queue.probeMs, freeBytesMin: NO_DISK_HAS };
  const space = await watchFreeSpace({ clock, limits }, await temporaryDirectory(t));
  assert.equal(space.isShort(), true);

  limits.freeBytesMin = 1;
  clock.advance(limits.probeMs - 1);
  space.isShort();
  await sleep(20);
  assert.equal(space.isShort(), true, 'not for every event');
  clock.advance(1);

  for (let i = 0; space.isShort() && i < 500; i++) await sleep(10);
  assert.equal(space.isShort(), false);
});

test('a disk that cannot be asked is not short of space', async (t) => {
  const needs = { clock: systemClock, limits: { ...LIMITS.queue, freeBytesMin: NO_DISK_HAS } };

  const space = await watchFreeSpace(needs, join(await temporaryDirectory(t), 'none'));

  assert.equal(space.isShort(), false);
});
