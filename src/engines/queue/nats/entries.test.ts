import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { acme } from '../entries.suite.ts';
import {
  chunkTime,
  findEntry,
  inParallel,
  learnEntries,
  readPayloads,
  storeEntry,
} from './entries.ts';
import { entryRef, newManifest } from './manifest.ts';
import { openMemoryServer } from './memory-server.suite.ts';

const bytes = (count: number) => ({
  organization: acme,
  events: 4,
  payload: Uint8Array.from({ length: count }, (_, at) => at),
});

test('an entry that fits into a message is one, and the ledger knows it', async () => {
  const { queue, published, wakeUps } = openMemoryServer();

  assert.equal(await storeEntry(queue, bytes(10)), 1);

  const [message] = published;
  const mark = message?.headers?.get('Xplain-Mark') ?? '';
  assert.match(mark, /^[0-9A-Za-z]{3}$/);
  assert.equal(published.length, 1);
  assert.deepEqual(
    [
      message?.subject,
      message?.body.length,
      message?.headers?.get('Xplain-Events'),
      message?.headers?.get('Xplain-Bytes'),
      message?.headers?.get('Xplain-Chunk-Id'),
    ],
    [`test.entry.${acme}`, 10, '4', '10', ''],
  );
  const [known] = queue.ledger.entries.values();
  assert.deepEqual(known, {
    ref: `1.${mark}`,
    sequence: 1,
    organization: acme,
    events: 4,
    bytes: 10,
    chunks: undefined,
    order: 5_000_000_000n,
    place: 'waiting',
    isInLine: true,
  });
  assert.equal(wakeUps.count, 1);
});

test('a larger entry goes in chunks before it, and is read whole', async () => {
  const { queue, published } = openMemoryServer();

  assert.equal(await storeEntry(queue, bytes(21)), 4);

  const [known] = queue.ledger.entries.values();
  const id = known?.chunks?.id ?? '';
  assert.match(id, /^5000-[0-9A-Za-z]{8}$/);
  assert.deepEqual(
    published.map(({ subject, body }) => [subject, [...body]]),
    [
      [`test.chunk.${acme}.${id}`, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
      [`test.chunk.${acme}.${id}`, [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]],
      [`test.chunk.${acme}.${id}`, [20]],
      [`test.entry.${acme}`, []],
    ],
  );
  assert.equal(published[3]?.headers?.get('Xplain-Chunk-Id'), id);
  assert.equal(published[3]?.headers?.get('Xplain-Chunk-Sequences'), '1,2,3');
  assert.deepEqual(known?.chunks?.sequences, [1, 2, 3]);
  const [payload] = await readPayloads(queue, [...queue.ledger.entries.values()]);
  assert.deepEqual([...(payload ?? [])], [...bytes(21).payload]);
});

test('without a server, or one whose messages have no room, nothing is stored', async () => {
  for (const messageBytes of [-1, 8_192]) {
    const { queue, published } = openMemoryServer(messageBytes);
    await assert.rejects(storeEntry(queue, bytes(1)), (error: unknown) => {
      assert.ok(error instanceof AppError && error.cause instanceof Error);
      assert.equal(error.code, 'QUEUE_UNAVAILABLE');
      assert.equal(error.cause.message, 'NATS is not connected, or rejects messages.');
      return true;
    });
    assert.deepEqual(published, []);
  }
  const { queue, published } = openMemoryServer(8_193);
  await storeEntry(queue, bytes(2));
  assert.equal(published.length, 3);
});

test('payloads come in order; what is nowhere has none, also when a part of it is', async () => {
  const { queue, streams, lagging } = openMemoryServer();
  await storeEntry(queue, bytes(1));
  await storeEntry(queue, bytes(2));
  await storeEntry(queue, bytes(15));
  const entries = [...queue.ledger.entries.values()];
  lagging.add(2);
  assert.deepEqual(
    (await readPayloads(queue, entries)).map((payload) => payload?.length),
    [1, 2, 15],
  );

  streams.test_entries.delete(1);
  streams.test_entries.delete(4);

  assert.deepEqual(
    (await readPayloads(queue, entries)).map((payload) => payload?.length),
    [undefined, 2, undefined],
  );
});

test('an entry is found by its number and its mark, and only an entry', async () => {
  const { queue } = openMemoryServer();
  await storeEntry(queue, bytes(15));
  const [known] = queue.ledger.entries.values();
  assert.ok(known !== undefined);

  assert.deepEqual(await findEntry(queue, known.ref), {
    ref: known.ref,
    sequence: 3,
    organization: acme,
    events: 4,
    bytes: 15,
    chunks: known.chunks,
    order: 5_000_000_000n,
  });
  assert.equal(await findEntry(queue, entryRef(3, '...')), undefined);
  assert.equal(await findEntry(queue, entryRef(1, '')), undefined);
  assert.equal(await findEntry(queue, entryRef(9, 'abc')), undefined);
});

test('only what belongs to a manifest and is not known is asked for', async () => {
  const { queue, published } = openMemoryServer();
  for (const count of [1, 2]) await storeEntry(queue, bytes(count));
  const [first, second] = [...queue.ledger.entries.keys()];
  assert.ok(first !== undefined && second !== undefined);
  const other = openMemoryServer();
  for (const message of published) {
    other.streams.test_entries.set(other.streams.test_entries.size + 1, message);
  }
  const known = (token: string, sequence: number, entries: (typeof first)[]) => {
    const manifest = newManifest({ token, fate: 'held', entries, createdAt: 0 });
    return { ...manifest, sequence, time: 0n };
  };
  const old = known('old', 1, [first, second]);
  other.queue.ledger.apply(old);
  other.queue.ledger.apply(known('new', 2, [second]));

  await learnEntries(other.queue, old);

  assert.deepEqual([...other.queue.ledger.entries.keys()], [first]);
});

test('the time of chunks is the beginning of their id', () => {
  assert.equal(chunkTime('1234-a-b'), 1_234);
});

test('32 requests are under way at once, and the results keep the order', async () => {
  let running = 0;
  let most = 0;
  const results = await inParallel(
    Array.from({ length: 100 }, (_, at) => at),
    async (item) => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      running -= 1;
      return item * 2;
    },
  );

  assert.equal(most, 32);
  assert.deepEqual(
    results,
    Array.from({ length: 100 }, (_, at) => at * 2),
  );
  assert.deepEqual(await inParallel([], async () => 1), []);
});
