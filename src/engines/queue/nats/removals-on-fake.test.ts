/** What is removed from a server of a few maps, and when. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acme, entry } from '../entries.suite.ts';
import { createLedger } from './ledger.ts';
import { storeEntry } from './entries.ts';
import { encodeManifest, entryRef, type Fate, newManifest } from './manifest.ts';
import { openMemoryServer } from './memory-server.suite.ts';
import { removeSoon, sweep, sweepChunks } from './remove-entries.ts';

const CREATED = 5_000;

/** A server with two entries, and a manifest about the first of them. */
async function openWith(fate: Fate) {
  const server = openMemoryServer();
  const { queue, streams, clock } = server;
  await storeEntry(queue, entry(acme, 'one'));
  await storeEntry(queue, entry(acme, 'two'));
  const [first, second] = [...queue.ledger.entries.values()];
  assert.ok(first !== undefined && second !== undefined);
  const manifest = newManifest({ token: 'm', fate, entries: [first.ref], createdAt: 0 });
  const { seq } = await queue.js.publish('test.control.manifest.m', encodeManifest(manifest), {});
  const known = { ...manifest, sequence: seq, time: BigInt(CREATED) * 1_000_000n };
  queue.ledger.apply(known);
  return {
    ...server,
    known,
    first,
    second,
    sweepAt: async (ageMs: number): Promise<void> => {
      clock.at = CREATED + ageMs;
      await sweep(queue);
    },
    /** Entries on the server, and whether the manifest is there and known. */
    left: () => [
      [...streams.test_entries.keys()],
      streams.test_control.has(seq),
      queue.ledger.manifests.has('m'),
    ],
  };
}

test('the manifest of what is gone goes 30 seconds after its entries, and not before it is as old', async () => {
  const { queue, sweepAt, left } = await openWith('gone');
  queue.removed.set('m', performance.now() - 31_000);

  await sweepAt(30_000);
  assert.deepEqual(left(), [[1, 2], true, true]);

  await sweepAt(30_001);
  assert.deepEqual(left(), [[1, 2], false, false]);
  assert.equal(queue.removed.has('m'), false);
});

test('a server has time to write down what was removed', async () => {
  const { queue, sweepAt, left } = await openWith('gone');
  queue.removed.set('m', performance.now());

  await sweepAt(70_000);

  assert.deepEqual(left(), [[1, 2], true, true]);
  assert.equal(queue.removed.has('m'), true);
});

test('what another node should have removed is removed after twice the time', async () => {
  const { queue, sweepAt, left } = await openWith('gone');

  await sweepAt(60_000);
  assert.deepEqual(left(), [[1, 2], true, true]);
  assert.equal(queue.removed.has('m'), false);

  await sweepAt(60_001);
  assert.deepEqual(left(), [[2], true, true]);
  assert.equal(queue.removed.has('m'), true);
});

test('what another node has forgotten meanwhile is forgotten', async () => {
  const { queue, streams, sweepAt, left } = await openWith('gone');
  streams.test_control.clear();

  await sweepAt(60_001);

  assert.deepEqual(left(), [[1, 2], false, false]);
  assert.equal(queue.removed.has('m'), false);
});

for (const fate of ['held', 'free', 'dead', 'waiting'] as const) {
  test(`a manifest of what is ${fate} stays as long as it has an entry`, async () => {
    const { sweepAt, left } = await openWith(fate);

    await sweepAt(70_000);

    assert.deepEqual(left(), [[1, 2], true, true]);
  });
}

for (const [fate, isLeft] of [
  ['held', true],
  ['free', true],
  ['dead', false],
  ['waiting', false],
] as const) {
  test(`a manifest of what was ${fate} ${isLeft ? 'stays' : 'goes'} when its entries are another's`, async () => {
    const { queue, known, sweepAt, left } = await openWith(fate);
    const other = { ...known, token: 'other', fate: 'held' as const, sequence: 9 };
    queue.ledger.apply({ ...other, time: 10n ** 15n });

    await sweepAt(70_000);

    assert.deepEqual(left(), [[1, 2], isLeft, isLeft]);
  });
}

test('entries are removed soon, also those that this node does not know', async () => {
  const { queue, known, streams, first, second } = await openWith('gone');
  const strange = entryRef(2, '---');
  const before = performance.now();

  removeSoon(queue, { ...known, entries: [first.ref, second.ref, strange] }, [first]);
  assert.equal(queue.removals.size, 1);
  await Promise.all(queue.removals);

  assert.deepEqual([...streams.test_entries.keys()], []);
  assert.equal(queue.removals.size, 0);
  assert.ok((queue.removed.get('m') ?? 0) >= before);
});

test('an entry that has the number of another one is not taken for it', async () => {
  const { queue, known, streams } = await openWith('gone');

  removeSoon(queue, { ...known, entries: [entryRef(2, '---')] }, []);
  await Promise.all(queue.removals);

  assert.deepEqual([...streams.test_entries.keys()], [1, 2]);
});

test('what could not be removed is not said to be, unless it was not there', async () => {
  const { queue, known, streams, first } = await openWith('gone');
  queue.jsm.streams.deleteMessage = () => Promise.reject(new Error('not now'));

  removeSoon(queue, known, [first]);
  await Promise.all(queue.removals);
  assert.equal(queue.removed.has('m'), false);

  streams.test_entries.delete(first.sequence);
  removeSoon(queue, known, [first]);
  await Promise.all(queue.removals);
  assert.equal(queue.removed.has('m'), true);
});

test('a node that began anew does not count on what it removed before', async () => {
  const { queue, known, first } = await openWith('gone');

  removeSoon(queue, known, [first]);
  Object.assign(queue, { ledger: createLedger(queue.limits) });
  await Promise.all(queue.removals);

  assert.equal(queue.removed.has('m'), false);
});

test('chunks that never became an entry are removed after ten minutes, and nothing else', async () => {
  const { queue, clock, streams } = openMemoryServer();
  const publish = (subject: string) => queue.js.publish(subject, 'part', {});
  await publish(`test.chunk.${acme}.1000-old`);
  await publish(`test.chunk.${acme}.1000-other`);
  await publish(`test.entry.${acme}`);
  const looseChunks = new Map([['1000-old', [1, 2, 3, 4]]]);
  Object.assign(queue, { looseChunks });

  clock.at = 1_000 + 600_000 - 1;
  await sweepChunks(queue);
  assert.deepEqual([[...streams.test_entries.keys()], looseChunks.size], [[1, 2, 3], 1]);

  clock.at += 1;
  await sweepChunks(queue);
  assert.deepEqual([[...streams.test_entries.keys()], looseChunks.size], [[2, 3], 0]);
});
