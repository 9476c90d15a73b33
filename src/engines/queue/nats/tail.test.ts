import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JetStreamClient, JsMsg } from '@nats-io/jetstream';
import { LIMITS } from '../../../../test/support/limits.ts';
import { followStream } from './tail.ts';

const limits = { ...LIMITS.queue, appendMsMax: 20 };

/** A stream whose messages arrive when the test says so. */
async function openTail() {
  const asked: unknown[] = [];
  const seen: number[] = [];
  const server = { name: 'c1', stream: 0, sent: 0, infos: 0, isClosed: false };
  let arrive: (message: JsMsg) => void = () => {};
  const js = {
    consumers: {
      get: async (stream: string, options: object) => {
        asked.push([stream, options]);
        return {
          consume: async (given: { max_messages: number; callback: typeof arrive }) => {
            asked.push(given.max_messages);
            arrive = given.callback;
            return { close: async () => (server.isClosed = true) };
          },
          info: async () => {
            server.infos += 1;
            const delivered = { stream_seq: server.stream, consumer_seq: server.sent };
            return { name: server.name, delivered };
          },
        };
      },
    },
  } as unknown as JetStreamClient;
  const tail = await followStream(js, {
    limits,
    stream: 's',
    headersOnly: true,
    onMessage: ({ seq }) => seen.push(seq),
  });
  const message = (seq: number, number: number, consumer = 'c1'): void =>
    arrive({ seq, info: { consumer, deliverySequence: number } } as JsMsg);
  return { tail, message, server, seen, asked };
}

async function isSettled(work: Promise<unknown>): Promise<boolean> {
  const later = new Promise<false>((no) => setImmediate(no, false));
  return Promise.race([work.then(() => true), later]);
}

test('a tail follows the whole stream, and stands where its last message stood', async () => {
  const { tail, message, seen, asked } = await openTail();

  message(3, 1);
  message(5, 2);
  message(4, 3);

  assert.deepEqual(asked, [['s', { headers_only: true }], 1_000]);
  assert.deepEqual(seen, [3, 5, 4]);
  assert.equal(tail.sequence, 5);
});

test('a message of our own that follows directly need not arrive', async () => {
  const { tail, message } = await openTail();
  message(3, 1);

  tail.advance(5);
  assert.equal(tail.sequence, 3);
  tail.advance(4);
  assert.equal(tail.sequence, 4);
  tail.advance(4);
  assert.equal(tail.sequence, 4);
});

test('who waits for a message waits until it is here, and no longer than is promised', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { tail, message } = await openTail();
  message(3, 1);
  await tail.reached(3);
  const [four, six] = [tail.reached(4), tail.reached(6)];
  assert.equal(await isSettled(four), false);

  message(5, 2);

  assert.equal(await isSettled(four), true);
  assert.equal(await isSettled(six), false);
  t.mock.timers.tick(19);
  assert.equal(await isSettled(six), false);
  t.mock.timers.tick(1);
  await assert.rejects(six, { code: 'QUEUE_UNAVAILABLE' });
});

test('who waits is let go when the tail is closed', async () => {
  const { tail, server } = await openTail();
  const waiting = tail.reached(9);

  await tail[Symbol.asyncDispose]();

  await waiting;
  assert.equal(server.isClosed, true);
});

const PASSED: readonly [
  what: string,
  server: { readonly name?: string; readonly stream: number; readonly sent: number },
  arrived: number | undefined,
  isPassed: boolean,
][] = [
  ['nothing was sent and nothing is left', { stream: 9, sent: 0 }, undefined, true],
  ['the server is not as far', { stream: 8, sent: 0 }, undefined, false],
  ['all that was sent has arrived', { stream: 9, sent: 2 }, 2, true],
  ['more than was told of has arrived', { stream: 10, sent: 2 }, 3, true],
  ['something is on its way', { stream: 9, sent: 2 }, 1, false],
  ['nothing of it has arrived', { stream: 9, sent: 1 }, undefined, false],
  ['another consumer has taken over', { name: 'c2', stream: 9, sent: 1 }, 2, false],
  ['all has arrived but the server is not as far', { stream: 8, sent: 2 }, 2, false],
];

for (const [what, state, arrived, isPassed] of PASSED) {
  test(`a place of the stream is ${isPassed ? '' : 'not '}passed when ${what}`, async () => {
    const { tail, message, server } = await openTail();
    Object.assign(server, state);
    if (arrived !== undefined) message(9, arrived);

    const passing = tail.passed(9);

    assert.equal(await isSettled(passing), isPassed);
    assert.ok(server.infos >= 1);
    Object.assign(server, { name: 'c1', stream: 9, sent: 0 });
    await passing;
  });
}
