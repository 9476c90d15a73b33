import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { readBody } from './read-body.ts';
import type { WaitingClients } from './servers.ts';

const BOUNDS = { bodyBytesMax: 10, requestTimeoutMs: 1_000 };

/** Reads the body of a request that is still to come; `outcomes` are a body, or the code of a refusal. */
function begin(headers: Record<string, string> = {}, isWaiting = false) {
  const stream = new PassThrough();
  const request = Object.assign(stream, { headers }) as unknown as IncomingMessage;
  const outcomes: string[] = [];
  const told: string[] = [];
  const waiting: WaitingClients = new WeakMap();
  if (isWaiting) waiting.set(request, () => void told.push('go on'));
  readBody(BOUNDS, waiting, request, (error, body) => {
    const said = error === null ? body?.toString() : `${errorCode(error)} ${error.message}`;
    outcomes.push(said ?? 'no body');
  });
  return { stream, outcomes, told, waiting: () => waiting.has(request) };
}

function errorCode(error: Error): string {
  return 'code' in error ? String(error.code) : error.name;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

const TOO_LARGE =
  'FST_ERR_CTP_BODY_TOO_LARGE The body is too large (maximum 10 bytes after decompression).';

test('a body comes whole, however many pieces it has', async () => {
  const { stream, outcomes } = begin();

  stream.write('one ');
  stream.end('two');
  await settle();
  stream.destroy();
  await settle();

  assert.deepEqual(outcomes, ['one two']);
});

test('an encoding that nobody can undo is refused before anything is read', () => {
  const { outcomes, stream } = begin({ 'content-encoding': 'br' });

  assert.match(outcomes[0] ?? '', /^UNSUPPORTED_ENCODING /);
  assert.equal(stream.listenerCount('data'), 0);
});

test('a length over the bound is refused at once, one at the bound is read', async () => {
  assert.deepEqual(begin({ 'content-length': '11' }).outcomes, [TOO_LARGE]);

  const { stream, outcomes } = begin({ 'content-length': '10' });
  stream.end('0123456789');
  await settle();
  assert.deepEqual(outcomes, ['0123456789']);
});

test('more than the bound is refused as soon as it is there, and the rest thrown away', async () => {
  const { stream, outcomes } = begin();

  stream.write('0123456789');
  await settle();
  assert.deepEqual(outcomes, []);
  stream.write('x');
  await settle();
  assert.deepEqual(outcomes, [TOO_LARGE]);
  stream.end('more');
  await settle();

  assert.deepEqual(outcomes, [TOO_LARGE]);
  assert.equal(stream.readableEnded, true);
});

test('a packed body is unpacked within the bound', async () => {
  const unpacked = async (text: string): Promise<readonly string[]> => {
    const packed = gzipSync(text);
    const bounds = { ...BOUNDS, bodyBytesMax: 100 };
    const stream = new PassThrough();
    const request = Object.assign(stream, { headers: { 'content-encoding': 'gzip' } });
    return new Promise((resolve) => {
      readBody(bounds, new WeakMap(), request as unknown as IncomingMessage, (error, body) =>
        resolve([error === null ? '' : errorCode(error), String(body)]),
      );
      stream.end(packed);
    });
  };

  assert.deepEqual(await unpacked('x'.repeat(100)), ['', 'x'.repeat(100)]);
  assert.deepEqual(await unpacked('x'.repeat(101)), ['FST_ERR_CTP_BODY_TOO_LARGE', 'undefined']);
});

test('who asks before it sends is told to go on once, when the body is wanted', () => {
  const asked = begin({ expect: '100-continue' }, true);
  assert.deepEqual([asked.told, asked.waiting()], [['go on'], false]);

  const refused = begin({ expect: '100-continue', 'content-length': '11' }, true);
  assert.deepEqual([refused.told, refused.waiting()], [[], true]);
  const other = begin({}, true);
  assert.deepEqual([other.told, other.waiting()], [[], true]);
  assert.deepEqual(begin({ expect: 'something' }).outcomes, []);
});

test('a body that does not end in time is refused, and one that did is left alone', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const slow = begin();
  const quick = begin();
  quick.stream.end('quick');
  await settle();

  t.mock.timers.tick(999);
  assert.deepEqual(slow.outcomes, []);
  t.mock.timers.tick(1);

  assert.deepEqual(slow.outcomes, ['REQUEST_TIMEOUT The body did not arrive in time.']);
  assert.deepEqual(quick.outcomes, ['quick']);
  slow.stream.end('late');
  await settle();
  assert.equal(slow.outcomes.length, 1);
});

test('a connection that closes in the middle is told, and breaks nothing afterwards', async () => {
  const closed = begin();
  closed.stream.write('half');
  closed.stream.destroy();
  await settle();
  assert.deepEqual(closed.outcomes, [
    'VALIDATION_ERROR The connection closed before the body was complete.',
  ]);

  const broken = begin();
  broken.stream.emit('error', new TypeError('reset'));
  broken.stream.emit('error', new TypeError('reset again'));
  await settle();
  assert.deepEqual(broken.outcomes, ['TypeError reset']);
});
