import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { acme, birch, entry, EVERYTHING, texts } from '../entries.suite.ts';
import {
  acknowledge,
  claimEntries,
  countNodes,
  cutReason,
  deadLetter,
  isAnySpilling,
  newToken,
  release,
  retryLater,
  waitForWork,
} from './claims.ts';
import { changeManifest, createManifest, refresh } from './control.ts';
import { storeEntry } from './entries.ts';
import { encodeManifest, newManifest, type Manifest } from './manifest.ts';
import { CONFLICT, openMemoryServer } from './memory-server.suite.ts';

const never = new AbortController().signal;

/** A server on which these texts wait. */
async function openWith(...waiting: string[]) {
  const server = openMemoryServer();
  for (const text of waiting) await storeEntry(server.queue, entry(acme, text, 2));
  const tell = (fields: Partial<Manifest> & { readonly token: string }, sequence = 0) => {
    const blank = { fate: 'free', entries: [], createdAt: 0 } as const;
    server.queue.ledger.apply({ ...newManifest({ ...blank, ...fields }), sequence, time: 0n });
  };
  const manifest = (token: string) => server.queue.ledger.manifests.get(token);
  const refs = [...server.queue.ledger.entries.keys()];
  return { ...server, tell, manifest, refs };
}

test('a claim says what is in it, and is written down as held by this node', async () => {
  const { queue, published, manifest, refs } = await openWith('one', 'three');

  const claim = await claimEntries(queue, EVERYTHING);

  const token = claim?.token ?? '';
  assert.match(token, /^[0-9A-Za-z]{22}$/);
  assert.deepEqual(
    { ...claim, entries: texts(claim) },
    { token, entries: ['one', 'three'], events: 4, bytes: 8, attempts: 0, isRepeated: false },
  );
  assert.deepEqual(
    claim?.entries.map(({ position, organization, events }) => [position, organization, events]),
    [
      [1n, acme, 2],
      [2n, acme, 2],
    ],
  );
  assert.deepEqual(manifest(token), {
    ...newManifest({ token, fate: 'held', holder: 'here', entries: refs, createdAt: 5_000 }),
    sequence: 1,
    time: 5_000_000_000n,
  });
  assert.deepEqual(published.at(-1)?.expect, { lastSequence: 0 });
  assert.ok(queue.handedOut.has(token));
  assert.equal(await claimEntries(queue, EVERYTHING), undefined);
});

test('the oldest claim that nobody has is handed out first, once it is due', async () => {
  const { queue, tell, refs, clock, manifest } = await openWith('a', 'b', 'c');
  const [a, b, c] = refs;
  assert.ok(a !== undefined && b !== undefined && c !== undefined);
  tell({ token: 'young', entries: [a], createdAt: 3, attempts: 2 });
  tell({ token: 'old', entries: [b], createdAt: 2 });
  tell({ token: 'later', entries: [c], createdAt: 1, notBefore: 5_001 });

  const claims = [];
  for (let at = 0; at < 3; at += 1) claims.push(await claimEntries(queue, EVERYTHING));
  clock.at = 5_001;
  claims.push(await claimEntries(queue, EVERYTHING));

  assert.deepEqual(
    claims.map((claim) => [claim?.token, claim?.attempts, claim?.isRepeated]),
    [
      ['old', 0, true],
      ['young', 2, true],
      [undefined, undefined, undefined],
      ['later', 0, true],
    ],
  );
  assert.deepEqual([manifest('old')?.fate, manifest('old')?.holder], ['held', 'here']);
});

test('what a node that lives holds is left to it; what a dead one held is not', async () => {
  const { queue, tell, refs } = await openWith('a', 'b');
  const [a, b] = refs;
  assert.ok(a !== undefined && b !== undefined);
  queue.signs.set('living', performance.now());
  queue.signs.set('dead', performance.now() - 60_001);
  tell({ token: 'living', fate: 'held', holder: 'living', entries: [a] });
  tell({ token: 'dead', fate: 'held', holder: 'dead', entries: [b] });

  assert.equal((await claimEntries(queue, EVERYTHING))?.token, 'dead');
  assert.equal(await claimEntries(queue, EVERYTHING), undefined);
});

test('a claim that is not admitted waits for whoever admits it', async () => {
  const { queue, tell, refs } = await openWith('a');
  tell({ token: 'old', entries: refs });

  const other = { ...EVERYTHING, admits: (name: string) => name === birch };
  assert.equal(await claimEntries(queue, other), undefined);
  const own = { ...EVERYTHING, admits: (name: string) => name === acme };
  assert.equal((await claimEntries(queue, own))?.token, 'old');
});

test('entries that are nowhere leave a claim, and a claim without any is settled', async () => {
  const { queue, streams, manifest } = await openWith('a', 'b');
  streams.test_entries.delete(1);
  const claim = await claimEntries(queue, EVERYTHING);
  assert.deepEqual(texts(claim), ['b']);
  assert.equal(claim?.events, 2);
  await release(queue, claim?.token ?? '');
  streams.test_entries.clear();

  assert.equal(await claimEntries(queue, EVERYTHING), undefined);
  assert.notEqual(manifest(claim?.token ?? '')?.fate, 'held');
});

test('what was replayed before may have been stored before', async () => {
  const { queue, tell, refs } = await openWith('a');
  tell({ token: 'replay', fate: 'waiting', entries: refs });

  assert.equal((await claimEntries(queue, EVERYTHING))?.isRepeated, true);
});

test('a claim that the server refuses goes back in line', async () => {
  const { queue, refusals } = await openWith('a');
  refusals.push(new Error('no'));

  await assert.rejects(claimEntries(queue, EVERYTHING), { code: 'QUEUE_UNAVAILABLE' });

  assert.equal(queue.handedOut.size, 0);
  assert.deepEqual(texts(await claimEntries(queue, EVERYTHING)), ['a']);
});

test('what becomes of a claim is written down, and only by its holder', async () => {
  const { queue, tell, manifest, wakeUps } = await openWith();
  const facts = (token: string) => {
    const { fate, holder, attempts, notBefore, reason, deadAt } = manifest(token) ?? {};
    return [fate, holder, attempts, notBefore, reason, deadAt];
  };
  for (const token of ['later', 'free', 'dead', 'stored']) {
    tell({ token, fate: 'held', holder: 'here', attempts: 1 });
    queue.handedOut.add(token);
  }
  tell({ token: 'others', fate: 'held', holder: 'there' });
  tell({ token: 'nobodys', fate: 'free', holder: 'here' });

  await retryLater(queue, 'later', 70);
  await release(queue, 'free');
  await deadLetter(queue, 'dead', 'Refused.');
  await acknowledge(queue, 'stored');
  for (const token of ['others', 'nobodys', 'unknown']) await deadLetter(queue, token, 'No.');
  await acknowledge(queue, 'dead');

  assert.deepEqual(['later', 'free', 'dead', 'stored', 'others', 'nobodys'].map(facts), [
    ['free', '', 2, 5_070, '', 0],
    ['free', '', 1, 0, '', 0],
    ['dead', '', 1, 0, 'Refus', 5_000],
    ['gone', 'here', 1, 0, '', 0],
    ['held', 'there', 0, 0, '', 0],
    ['free', 'here', 0, 0, '', 0],
  ]);
  assert.equal(queue.handedOut.size, 0);
  assert.equal(wakeUps.count, 6);
  await acknowledge(queue, 'nobodys');
  assert.equal(manifest('nobodys')?.fate, 'gone');
});

test('who waits is woken when the next claim can be had', async () => {
  const { queue, tell, wakeUps } = await openWith();
  await waitForWork(queue, never);
  tell({ token: 'far', notBefore: 5_900 });
  tell({ token: 'near', notBefore: 5_300 });
  await waitForWork(queue, never);
  tell({ token: 'near', fate: 'gone' }, 91);
  tell({ token: 'far', fate: 'gone' }, 92);
  queue.signs.set('living', performance.now());
  tell({ token: 'others', fate: 'held', holder: 'living' });
  await waitForWork(queue, never);
  tell({ token: 'due', notBefore: 5_000 });
  await waitForWork(queue, never);

  assert.deepEqual(wakeUps.waits, [undefined, 300, 60_000]);
});

test('who waits while something waits, or the queue is closed, does not', async () => {
  const { queue, wakeUps } = await openWith('a');
  await waitForWork(queue, never);
  const closed = await openWith();
  closed.queue.isClosed = true;
  await waitForWork(closed.queue, never);

  assert.deepEqual([wakeUps.waits, closed.wakeUps.waits], [[], []]);
  await assert.rejects(claimEntries(closed.queue, EVERYTHING), { code: 'QUEUE_UNAVAILABLE' });
});

test('this node counts, and every other one that lives; one of them may be spilling', async () => {
  const { queue } = await openWith();
  assert.deepEqual([countNodes(queue), isAnySpilling(queue)], [1, false]);
  const now = performance.now();
  for (const [name, at] of [
    ['here', now],
    ['one', now],
    ['two', now - 59_000],
    ['dead', now - 60_001],
  ] as const) {
    queue.signs.set(name, at);
  }
  queue.spilling.add('dead');

  assert.deepEqual([countNodes(queue), isAnySpilling(queue)], [3, false]);
  queue.spilling.add('two');
  assert.equal(isAnySpilling(queue), true);
  assert.deepEqual([cutReason(queue, 'abcdefg'), newToken().length], ['abcde', 22]);
});

test('who was slower than another node looks again, and gives up after a hundred times', async () => {
  const { queue, refusals, reached } = await openWith();
  const manifest = newManifest({ token: 't', fate: 'gone', entries: [], createdAt: 0 });
  let drafts = 0;
  let undone = 0;
  const create = () =>
    createManifest(
      queue,
      () => {
        drafts += 1;
        // Every defeat is followed by a message that marks how far to read.
        if (drafts <= 100) refusals.push(CONFLICT);
        return manifest;
      },
      () => void (undone += 1),
    );

  await assert.rejects(create(), (error: unknown) => {
    assert.ok(error instanceof AppError && error.cause instanceof Error);
    return error.cause.message === 'Other nodes were faster every time.';
  });
  assert.deepEqual([drafts, undone, reached.length], [100, 100, 100]);
  assert.equal((await create())?.sequence, 101);
  assert.deepEqual([drafts, undone], [101, 100]);
  assert.equal(await createManifest(queue, () => undefined), undefined);
});

test('a change that meets another one asks the server, and is asked for anew', async () => {
  const { queue, tell, refusals, streams, manifest } = await openWith();
  tell({ token: 't', fate: 'held', holder: 'here' }, 3);
  const there = newManifest({ token: 't', fate: 'free', entries: [], createdAt: 0, attempts: 7 });
  const body = Buffer.from(encodeManifest(there));
  const message = { subject: 'test.control.manifest.t', body, headers: undefined, expect: {} };
  streams.test_control.set(8, message);
  refusals.push(CONFLICT);
  const seen: unknown[] = [];

  const changed = await changeManifest(queue, 't', (known) => {
    seen.push([known.fate, known.attempts, known.sequence]);
    return { ...known, fate: 'gone' };
  });

  assert.deepEqual(seen, [
    ['held', 0, 3],
    ['free', 7, 8],
  ]);
  assert.deepEqual([changed?.sequence, changed?.fate], [9, 'gone']);
  assert.deepEqual(streams.test_control.get(9)?.expect, { lastSubjectSequence: 8 });
  assert.equal(manifest('t')?.sequence, 9);
  streams.test_control.clear();
  await refresh(queue, 't');
  assert.equal(manifest('t'), undefined);
});

test('changes are written one after the other, also behind one that failed', async () => {
  const { queue, refusals, published } = await openWith();
  refusals.push(new Error('no'));
  const draft = (token: string) => newManifest({ token, fate: 'gone', entries: [], createdAt: 0 });

  const results = await Promise.allSettled(
    ['a', 'b', 'c'].map((token) => createManifest(queue, () => draft(token))),
  );

  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  );
  assert.deepEqual(
    published.map(({ subject, expect }) => [subject, expect]),
    [
      ['test.control.manifest.b', { lastSequence: 0 }],
      ['test.control.manifest.c', { lastSequence: 1 }],
    ],
  );
});
