import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../../spec/limits.ts';
import { MB } from '../../spec/units.ts';
import {
  acme,
  birch,
  claimed,
  depthOf,
  drain,
  EMPTY,
  entry,
  EVERYTHING,
  type Promised,
  repeated,
  texts,
} from './entries.suite.ts';

/** Waiting for a claim, and what becomes of it; what the queue tells of itself. */
export function testSettling(name: string, promise: Promised): void {
  void describe(`${name}: noteFull`, () => {
    promise('tells how long ago events did not fit, if they ever did not', async (open) => {
      const queue = await open();
      assert.equal(queue.sinceFullMs(), Infinity);

      queue.noteFull();
      await sleep(5);

      assert.ok(queue.sinceFullMs() >= 4 && queue.sinceFullMs() < 60_000);
    });
  });

  void describe(`${name}: waitForWork`, () => {
    const never = new AbortController().signal;

    promise('resolves at once when something waits', async (open) => {
      const queue = await open();
      await queue.append(entry(acme, 'one'));

      await queue.waitForWork(never);

      assert.deepEqual(texts(await queue.claim(EVERYTHING)), ['one']);
    });

    promise('resolves when something is appended', async (open) => {
      const queue = await open();
      let isAwake = false;
      const waiting = queue.waitForWork(never).then(() => (isAwake = true));
      await sleep(20);
      assert.equal(isAwake, false);

      await queue.append(entry(acme, 'one'));

      await waiting;
      assert.deepEqual(texts(await queue.claim(EVERYTHING)), ['one']);
    });

    promise('resolves when the signal aborts, and when it has aborted before', async (open) => {
      const queue = await open();
      const stop = new AbortController();
      const waiting = queue.waitForWork(stop.signal);

      stop.abort();

      await waiting;
      await queue.waitForWork(stop.signal);
      assert.equal(await queue.claim(EVERYTHING), undefined);
    });

    promise('resolves when a claim is released', async (open) => {
      const queue = await open();
      await queue.append(entry(acme, 'one'));
      const claim = await claimed(queue);
      const waiting = queue.waitForWork(never);

      await queue.release(claim);

      await waiting;
      assert.deepEqual(await queue.claim(EVERYTHING), repeated(claim));
    });

    promise('resolves when the delay of a failed claim is over', async (open) => {
      const queue = await open();
      await queue.append(entry(acme, 'one'));
      const claim = await claimed(queue);
      const startedAt = performance.now();
      await queue.retryLater(claim, 60);

      let again;
      while ((again = await queue.claim(EVERYTHING)) === undefined) await queue.waitForWork(never);

      assert(performance.now() - startedAt >= 55, 'it came back before its time');
      assert.deepEqual(again, { ...repeated(claim), attempts: 1 });
    });
  });

  void describe(`${name}: what becomes of a claim`, () => {
    promise('an acknowledged claim is gone for good', async (open) => {
      const first = await open();
      for (const text of ['one', 'two']) await first.append(entry(acme, text));
      const claim = await claimed(first, { eventsMax: 1, bytesMax: MB });

      await first.acknowledge(claim);

      assert.deepEqual(texts(await first.claim(EVERYTHING)), ['two']);
      const second = await open();
      assert.deepEqual(await drain(second), ['two']);
    });

    promise('acknowledging it twice, one after the other or at once, is no error', async (open) => {
      const queue = await open();
      await queue.append(entry(acme, 'one'));
      const claim = await claimed(queue);

      await Promise.all([queue.acknowledge(claim), queue.acknowledge(claim)]);
      await queue.acknowledge(claim);

      assert.deepEqual(depthOf(queue), EMPTY);
    });

    promise('a retried claim comes back with one attempt more each time', async (open) => {
      const queue = await open();
      await queue.append(entry(acme, 'one'));
      const claim = await claimed(queue);

      await queue.retryLater(claim, 0);
      const second = await claimed(queue);
      await queue.retryLater(second, 0);
      const third = await claimed(queue);

      assert.deepEqual(second, { ...repeated(claim), attempts: 1 });
      assert.deepEqual(third, { ...repeated(claim), attempts: 2 });
    });

    promise('a claim says whether somebody may have stored some of it before', async (open) => {
      const queue = await open();
      await queue.append(entry(acme, 'one'));

      const first = await claimed(queue);
      await queue.release(first);
      const second = await claimed(queue);
      await queue.deadLetter(second, 'Refused by the store.');
      await queue.replayDeadLetters({});
      const replayed = await claimed(queue);
      await queue.append(entry(acme, 'two'));
      const fresh = await claimed(queue);

      const reported = [first, second, replayed, fresh].map(({ isRepeated }) => isRepeated);
      assert.deepEqual(reported, [false, true, true, false]);
    });

    promise(
      'a retried claim does not come back before its time, and stops nobody',
      async (open) => {
        const queue = await open();
        await queue.append(entry(acme, 'one'));
        const claim = await claimed(queue);
        await queue.append(entry(acme, 'two'));

        await queue.retryLater(claim, 60_000);

        assert.deepEqual(texts(await queue.claim(EVERYTHING)), ['two']);
        assert.equal(await queue.claim(EVERYTHING), undefined);
      },
    );

    promise('delay and attempts are kept when the holder dies', async (open) => {
      const first = await open();
      for (const text of ['later', 'soon']) await first.append(entry(acme, text));
      const later = await claimed(first, { eventsMax: 1, bytesMax: MB });
      const soon = await claimed(first, { eventsMax: 1, bytesMax: MB });
      await first.retryLater(later, 60_000);
      await first.retryLater(soon, 0);

      const second = await open();

      assert.deepEqual(await second.claim(EVERYTHING), { ...repeated(soon), attempts: 1 });
      assert.equal(await second.claim(EVERYTHING), undefined);
    });

    promise('a released claim has used up no attempt', async (open) => {
      const queue = await open();
      await queue.append(entry(acme, 'one'));
      const claim = await claimed(queue);

      await queue.release(claim);

      assert.equal((await claimed(queue)).attempts, 0);
    });

    promise('each entry of a dead claim becomes a dead letter', async (open) => {
      const queue = await open();
      await queue.append(entry(acme, 'one', 3));
      await queue.append(entry(birch, 'three', 4));
      const before = Date.now();
      await queue.retryLater(await claimed(queue), 0);

      await queue.deadLetter(await claimed(queue), 'Refused by the store.');

      const letters = await queue.listDeadLetters({}, { limit: 10 });
      const common = { reason: 'Refused by the store.', attempts: 1, isSpilled: false };
      assert.deepEqual(
        letters.map(({ id: _id, deadAt: _deadAt, ...facts }) => facts),
        [
          { organization: acme, events: 3, bytes: 3, ...common },
          { organization: birch, events: 4, bytes: 5, ...common },
        ],
      );
      for (const { deadAt } of letters) assert(deadAt >= before - 1 && deadAt <= Date.now());
      assert.equal(await queue.claim(EVERYTHING), undefined);
      assert.deepEqual(depthOf(queue), EMPTY);
    });

    promise('a very long reason is cut', async (open) => {
      const queue = await open();
      await queue.append(entry(acme, 'one'));
      await queue.deadLetter(
        await claimed(queue),
        'x'.repeat(LIMITS.queue.reasonCharactersMax + 1),
      );

      const [letter] = await queue.listDeadLetters({}, { limit: 1 });

      assert.equal(letter?.reason.length, LIMITS.queue.reasonCharactersMax);
    });
  });

  testDepth(name, promise);
}

function testDepth(name: string, promise: Promised): void {
  void describe(`${name}: depth and health`, () => {
    promise('the depth counts what waits and what is claimed, by organization', async (open) => {
      const queue = await open();
      assert.deepEqual(depthOf(queue), EMPTY);

      await queue.append(entry(acme, '12345', 10));
      await queue.append(entry(birch, '123', 4));
      const full = {
        events: 14,
        bytes: 8,
        [acme]: { events: 10, bytes: 5 },
        [birch]: { events: 4, bytes: 3 },
      };
      assert.deepEqual(depthOf(queue), full);

      const claim = await claimed(queue, { eventsMax: 10, bytesMax: MB });
      assert.deepEqual(depthOf(queue), full);
      await queue.retryLater(claim, 0);
      assert.deepEqual(depthOf(queue), full);

      const reopened = await open();
      assert.deepEqual(depthOf(reopened), full);

      await reopened.acknowledge(await claimed(reopened));
      assert.deepEqual(depthOf(reopened), {
        events: 4,
        bytes: 3,
        [birch]: { events: 4, bytes: 3 },
      });
      await reopened.spillOldest(1, 'The store was away.');
      assert.deepEqual(depthOf(reopened), EMPTY);
      await reopened.replayDeadLetters({});
      assert.deepEqual(depthOf(reopened), {
        events: 4,
        bytes: 3,
        [birch]: { events: 4, bytes: 3 },
      });
    });

    promise('an open queue is up', async (open) => {
      assert.equal((await (await open()).health()).state, 'up');
    });

    promise('a closed queue takes nothing and says so', async (open) => {
      const queue = await open();
      await queue.append(entry(acme, 'one'));
      const waiting = claimed(queue).then(() => queue.waitForWork(new AbortController().signal));
      await sleep(20);
      await queue[Symbol.asyncDispose]();
      await queue[Symbol.asyncDispose]();

      await waiting;
      await assert.rejects(queue.append(entry(acme, 'two')), { code: 'QUEUE_UNAVAILABLE' });
      await assert.rejects(queue.claim(EVERYTHING), { code: 'QUEUE_UNAVAILABLE' });
      assert.equal((await queue.health()).state, 'down');
    });
  });
}
