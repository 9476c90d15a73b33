/** What the queue counts and wakes, apart from any engine. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { organizationId } from '../../base/ids.ts';
import { createDepthCount } from './depth-count.ts';
import { oldestPositions } from './oldest-positions.ts';
import { createWakeUp } from './wake-up.ts';

const acme = organizationId('org_acme');
const birch = organizationId('org_birch');

test('the depth grows and shrinks with the entries, of each organization and in all', () => {
  const count = createDepthCount();
  const { depth } = count;
  assert.deepEqual([depth.events, depth.bytes, depth.byOrganization.size], [0, 0, 0]);

  count.add({ organization: acme, events: 2, bytes: 10 });
  count.add({ organization: acme, events: 3, bytes: 20 });
  count.add({ organization: birch, events: 1, bytes: 5 });
  count.subtract({ organization: acme, events: 2, bytes: 10 });

  assert.deepEqual([depth.events, depth.bytes], [4, 25]);
  assert.deepEqual(Object.fromEntries(depth.byOrganization), {
    org_acme: { events: 3, bytes: 20 },
    org_birch: { events: 1, bytes: 5 },
  });
  assert.deepEqual([count.entries(), count.entries(acme), count.entries(birch)], [2, 1, 1]);
});

test('an organization without anything is left out, and one that is not there changes nothing', () => {
  const count = createDepthCount();
  const { depth } = count;
  count.add({ organization: acme, events: 1, bytes: 10 });

  count.subtract({ organization: birch, events: 1, bytes: 10 });
  assert.deepEqual([depth.events, depth.bytes], [1, 10]);
  count.subtract({ organization: acme, events: 1, bytes: 4 });
  assert.deepEqual(depth.byOrganization.get(acme), { events: 0, bytes: 6 });
  count.add({ organization: acme, events: 1, bytes: 0 });
  count.subtract({ organization: acme, events: 0, bytes: 6 });
  assert.deepEqual(depth.byOrganization.get(acme), { events: 1, bytes: 0 });
  count.subtract({ organization: acme, events: 1, bytes: 0 });
  assert.equal(depth.byOrganization.has(acme), false);
  assert.deepEqual([count.entries(), count.entries(acme)], [0, 0]);
});

test('the oldest position of each organization is the lowest', () => {
  const entries = [
    [acme, 5n],
    [birch, 4n],
    [acme, 3n],
    [acme, 7n],
  ] as const;
  const oldest = oldestPositions(
    entries.map(([organization, position]) => ({ organization, position, events: 1, bytes: 1 })),
    ({ position }) => position as never,
  );

  assert.deepEqual(Object.fromEntries(oldest), { org_acme: 3n, org_birch: 4n });
});

/** Whether the wait is over by now. */
async function isOver(waiting: Promise<void>): Promise<boolean> {
  return Promise.race([
    waiting.then(() => true),
    new Promise<false>((no) => setImmediate(no, false)),
  ]);
}

test('all who wait are woken at once, and leave nothing behind', async () => {
  const wakeUp = createWakeUp();
  const { signal } = new AbortController();
  const both = [wakeUp.wait(signal, undefined), wakeUp.wait(signal, 1_000_000)];
  assert.equal(await isOver(Promise.any(both)), false);
  assert.equal(getEventListeners(signal, 'abort').length, 2);

  wakeUp.wake();

  assert.deepEqual(await Promise.all(both.map(isOver)), [true, true]);
  assert.equal(getEventListeners(signal, 'abort').length, 0);
  assert.equal(await isOver(wakeUp.wait(signal, undefined)), false);
});

test('who is told to stop does not wait', async () => {
  const wakeUp = createWakeUp();
  const stopping = new AbortController();
  const waiting = wakeUp.wait(stopping.signal, undefined);
  assert.equal(await isOver(waiting), false);

  stopping.abort();

  assert.equal(await isOver(waiting), true);
  assert.equal(await isOver(wakeUp.wait(stopping.signal, undefined)), true);
});

test('a wait ends by itself after its time, however long or short that is', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const given: (number | undefined)[] = [];
  t.mock.method(globalThis, 'setTimeout', (_work: () => void, ms?: number) => given.push(ms));
  const wakeUp = createWakeUp();
  const { signal } = new AbortController();

  for (const ms of [undefined, 500, -1, 2 ** 31 - 1, 2 ** 31]) void wakeUp.wait(signal, ms);
  wakeUp.wake();

  assert.deepEqual(given, [500, 0, 2_147_483_647, 2_147_483_647]);
});

test('a wait that was ended has no timer left', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const cleared = t.mock.method(globalThis, 'clearTimeout');
  const wakeUp = createWakeUp();
  const { signal } = new AbortController();
  const timed = wakeUp.wait(signal, 1_000);

  t.mock.timers.tick(1_000);
  await timed;
  const other = wakeUp.wait(signal, 1_000);
  wakeUp.wake();
  await other;

  assert.equal(cleared.mock.callCount(), 2);
});
