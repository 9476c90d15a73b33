/** What the suite cannot show on one node: others take part, die, and lose the server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNats, type TestNats } from '../../../../test/support/programs/start-nats.ts';
import { systemClock } from '../../../base/clock.ts';
import type { AppError } from '../../../base/errors.ts';
import { silentLog } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { MB } from '../../../spec/units.ts';
import {
  acme,
  birch,
  claimed,
  drain,
  entry,
  EVERYTHING,
  repeated,
  texts,
} from '../entries.suite.ts';
import type { Claim, IngestQueue } from '../queue.ts';
import { openNatsQueue } from './open-nats-queue.ts';

const needs = { clock: systemClock, log: silentLog };
const LEASE_MS = 1_000;

function openNode({ url }: TestNats, limits: Partial<Limits['queue']> = {}): Promise<IngestQueue> {
  const own = { ...LIMITS.queue, claimLeaseMs: LEASE_MS, ...limits };
  return openNatsQueue({ ...needs, limits: own }, { servers: [url] });
}

/** A node whose signs of life come so seldom that the others think it dead. */
function openSilentNode(server: TestNats): Promise<IngestQueue> {
  return openNode(server, { claimLeaseMs: 1_000_000 });
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 3_000; turn++) {
    if (await isTrue()) return;
    await sleep(10);
  }
  assert.fail('it did not happen');
}

async function untilClaimed(queue: IngestQueue): Promise<Claim> {
  let claim: Claim | undefined;
  await until(async () => (claim = await queue.claim(EVERYTHING)) !== undefined);
  assert(claim !== undefined);
  return claim;
}

test('nodes know how many share the queue, and who has gone', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  await using one = await openNode(server);
  assert.equal(one.nodes(), 1);
  {
    await using other = await openNode(server);
    await until(() => one.nodes() === 2 && other.nodes() === 2);
  }

  await until(() => one.nodes() === 1);
});

test('that a node spills all nodes know, until it says otherwise or is gone', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  await using one = await openNode(server);
  {
    await using other = await openNode(server);
    other.noteSpilling(true);
    assert.equal(other.isSpilling(), true);
    await until(() => one.isSpilling());
    other.noteSpilling(false);
    assert.equal(other.isSpilling(), false);
    await until(() => !one.isSpilling());

    other.noteSpilling(true);
    await until(() => one.isSpilling());
    await using late = await openNode(server);
    await until(() => late.isSpilling());
  }

  await until(() => !one.isSpilling());
});

test('that events did not fit on one node all nodes know', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  await using one = await openNode(server);
  await using other = await openNode(server);
  assert.equal(one.sinceFullMs(), Infinity);

  other.noteSpilling(true);
  other.noteFull();

  await until(() => one.sinceFullMs() < Infinity);
  assert.equal(one.isSpilling(), true);
});

test('what one node takes in another node claims, and both know the depth', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  await using one = await openNode(server);
  await using other = await openNode(server);
  const wokenUp = other.waitForWork(new AbortController().signal);

  await one.append(entry(acme, 'from one', 7));

  await wokenUp;
  const claim = await untilClaimed(other);
  assert.deepEqual(texts(claim), ['from one']);
  assert.equal(other.depth().byOrganization.get(acme)?.events, 7);
  await other.acknowledge(claim);
  await until(() => one.depth().events === 0);
  assert.equal(await one.claim(EVERYTHING), undefined);
});

test('nodes that claim at once share everything, and nothing twice', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  await using one = await openNode(server);
  await using two = await openNode(server);
  await using three = await openNode(server);
  const names = Array.from({ length: 300 }, (_, number) => `entry ${number}`);
  await Promise.all(
    names.map((text, number) => two.append(entry(number % 2 === 0 ? acme : birch, text))),
  );

  const stored: string[] = [];
  const write = async (node: IngestQueue): Promise<void> => {
    while (stored.length < names.length) {
      const claim = await node.claim({ eventsMax: 7, bytesMax: MB });
      if (claim === undefined) await sleep(5);
      else {
        stored.push(...texts(claim));
        await node.acknowledge(claim);
      }
    }
  };
  await Promise.all([one, one, two, two, three, three].map(write));

  assert.deepEqual(stored.toSorted(), names.toSorted());
});

test('the claim of a node that dies is handed to another, unchanged; a live one keeps its own', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  await using doomed = await openSilentNode(server);
  await using alive = await openNode(server);
  await using third = await openNode(server);
  for (const text of ['one', 'two']) await doomed.append(entry(acme, text));
  const lost = await claimed(doomed);
  await alive.append(entry(birch, 'three'));
  const kept = await claimed(alive);

  const startedAt = performance.now();
  const taken = await untilClaimed(third);

  assert.deepEqual(taken, repeated(lost));
  assert(
    performance.now() - startedAt > LEASE_MS / 3,
    'it was taken from a node that could be alive',
  );
  await sleep(2 * LEASE_MS);
  assert.equal(await third.claim(EVERYTHING), undefined);
  assert.deepEqual(texts(kept), ['three']);
});

test('one that comes back from the dead may still acknowledge, but not retry, what others took over', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  await using doomed = await openSilentNode(server);
  await using other = await openNode(server);
  await doomed.append(entry(acme, 'one'));
  const lost = await claimed(doomed);
  const taken = await untilClaimed(other);

  await doomed.retryLater(lost, 0);
  await doomed.deadLetter(lost, 'It was mine once.');
  assert.equal(await doomed.claim(EVERYTHING), undefined);
  assert.deepEqual(await doomed.listDeadLetters({}, { limit: 1 }), []);
  await doomed.acknowledge(lost);

  await until(() => other.depth().events === 0);
  await other.acknowledge(taken);
  assert.equal(await other.claim(EVERYTHING), undefined);
});

test('two nodes that replay at once bring each letter back once', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  await using one = await openNode(server);
  await using other = await openNode(server);
  const names = Array.from({ length: 50 }, (_, number) => `entry ${number}`);
  await Promise.all(names.map((text) => one.append(entry(acme, text))));
  await one.spillOldest(50, 'The store was away.');
  await until(async () => (await other.listDeadLetters({}, { limit: 100 })).length === 50);

  const counts = await Promise.all([one.replayDeadLetters({}), other.replayDeadLetters({})]);

  assert.equal(counts[0] + counts[1], 50);
  assert.deepEqual((await drain(one)).toSorted(), names.toSorted());
});

test('without the server appends are refused with a time to wait; it goes on when the server is back', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  await using node = await openNode(server);
  await node.append(entry(acme, 'before'));
  const claim = await claimed(node);
  await node.append(entry(acme, 'waiting'));

  await server.kill();
  await until(async () => (await node.health()).state === 'down');

  await assert.rejects(node.append(entry(acme, 'refused')), (error: AppError) => {
    assert.equal(error.code, 'QUEUE_UNAVAILABLE');
    assert.equal(error.facts.retryAfterSeconds, LIMITS.queue.retryAfterSeconds);
    return true;
  });
  await assert.rejects(node.acknowledge(claim), { code: 'QUEUE_UNAVAILABLE' });
  await assert.rejects(node.claim(EVERYTHING), { code: 'QUEUE_UNAVAILABLE' });

  await server.start();
  await until(async () => (await node.health()).state === 'up');
  await until(() => node.depth().events === 2);
  await node.append(entry(acme, 'after'));
  // What could not be acknowledged comes back; the store knows its token.
  assert.deepEqual(await untilClaimed(node), repeated(claim));
  await node.acknowledge(claim);
  assert.deepEqual(await drain(node), ['waiting', 'after']);
});

test('what a killed server forgot to have removed does not come back', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  await using node = await openNode(server);
  const names = Array.from({ length: 10 }, (_, number) => `entry ${number}`);
  for (const text of names) await node.append(entry(acme, text));
  for (let time = 0; time < 4; time++) {
    await node.acknowledge(await claimed(node, { eventsMax: 2, bytesMax: MB }));
  }

  await server.kill();
  await server.start();

  await until(async () => (await node.health()).state === 'up');
  await until(() => node.depth().events === 2);
  assert.deepEqual(await drain(node), names.slice(-2));
  await using later = await openNode(server);
  assert.equal(later.depth().events, 0);
});

test('a server that hangs refuses appends in time, and takes them when it goes on', async (t) => {
  const server = await startNats(t);
  if (server === undefined) return;
  await using node = await openNode(server, { appendMsMax: 300 });

  await server.freeze();
  await assert.rejects(node.append(entry(acme, 'refused')), { code: 'QUEUE_UNAVAILABLE' });
  assert.equal((await node.health()).state, 'down');
  server.thaw();

  await until(async () => (await node.health()).state === 'up');
  await node.append(entry(birch, 'taken'));
  // What was refused may have arrived all the same: then its sender has it there twice, and not lost.
  const found = await drain(node);
  assert(found.includes('taken'), `found ${found.join()}`);
});

test('the first start says in one line that there is no server', async () => {
  const opening = openNatsQueue(
    { ...needs, limits: LIMITS.queue },
    { servers: ['nats://somebody:secret@127.0.0.1:1'] },
  );

  await assert.rejects(opening, (error: Error) => {
    assert.match(error.message, /^NATS is not responding at 127\.0\.0\.1:1: .*$/);
    assert(!error.message.includes('secret'));
    return true;
  });
});
