/** What a client may do to a socket, by accident or on purpose. The server answers, and lives on. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { Type } from 'typebox';
import { fields } from '../contract/schema.ts';
import { LIMITS } from '../../test/support/limits.ts';
import { MB } from '../spec/units.ts';
import { sendRaw, type RawAnswer } from '../../test/support/http/raw-http.ts';
import { startHttp, type HttpUnderTest } from '../../test/support/http/start-http.ts';
import type { AppNeeds } from './app.ts';
import { rawBody } from './body-parser.ts';

async function start(t: TestContext, limits: Partial<AppNeeds['limits']> = {}) {
  return startHttp(
    t,
    (app) => {
      app.route({
        method: 'POST',
        url: '/json',
        config: { permission: 'public', rate: 'none', body: 'management' },
        schema: { body: fields({ text: Type.Unknown() }) },
        handler: async () => ({ data: 'taken' }),
      });
      app.route({
        method: 'POST',
        url: '/raw',
        config: { permission: 'public', rate: 'none', body: 'raw' },
        handler: async (request) => ({ bytes: rawBody(request).length }),
      });
      app.route({
        method: 'GET',
        url: '/slow',
        config: { permission: 'public', rate: 'none', body: 'none' },
        handler: async () => {
          await sleep(150);
          return { data: 'slow' };
        },
      });
      app.route({
        method: 'GET',
        url: '/alive',
        config: { permission: 'public', rate: 'none', body: 'none' },
        handler: async () => ({ data: 'alive' }),
      });
    },
    { limits },
  );
}

async function assertHealthy({ url }: HttpUnderTest): Promise<void> {
  const answer = await fetch(`${url}/alive`);
  assert.equal(answer.status, 200);
}

function assertRefused(answer: RawAnswer | undefined, status: number, code: string): void {
  assert.equal(answer?.status, status);
  const body = JSON.parse(answer.body) as { error: string; code: string };
  assert.equal(body.code, code);
  assert.ok(body.error.length > 0);
  assert.match(answer.headers.get('x-request-id') ?? '', /^\S+$/);
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
}

function jsonRequest(body: string | Buffer, length = Buffer.byteLength(body)): Buffer {
  const head =
    `POST /json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

const GET_ALIVE = 'GET /alive HTTP/1.1\r\nHost: x\r\n\r\n';

test('50,000 nested brackets are refused', async (t) => {
  const http = await start(t);
  const deep = `{"text":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;

  const { answers } = await sendRaw(http.port, [jsonRequest(deep)], { answersMax: 1 });

  assertRefused(answers[0], 400, 'VALIDATION_ERROR');
  await assertHealthy(http);
});

test('invalid UTF-8 is refused', async (t) => {
  const http = await start(t);
  const body = Buffer.concat([
    Buffer.from('{"text":"'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('"}'),
  ]);

  const { answers } = await sendRaw(http.port, [jsonRequest(body)], { answersMax: 1 });

  assertRefused(answers[0], 400, 'VALIDATION_ERROR');
  await assertHealthy(http);
});

test('malformed HTTP gets the envelope like everything else', async (t) => {
  const http = await start(t);
  const garbage = [
    'NONSENSE\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'GET /alive HTTP/9.9\r\nHost: x\r\n\r\n',
    'GET /alive HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n',
    'GET /alive HTTP/1.1\r\nHost: x\r\nA: b\x00c\r\n\r\n',
    'POST /json HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n',
    'POST /json HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    'POST /json HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
    'POST /raw HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  ];

  for (const bytes of garbage) {
    const { answers } = await sendRaw(http.port, [Buffer.from(bytes, 'latin1')]);
    assert.equal(answers.length, 1, JSON.stringify(bytes));
    assertRefused(answers[0], 400, 'VALIDATION_ERROR');
    assert.equal(answers[0]?.headers.get('connection'), 'close');
  }
  await assertHealthy(http);
});

test('addresses that cannot be decoded are refused', async (t) => {
  const http = await start(t);

  for (const path of ['/%zz', '/%ff%fe', '/alive/%']) {
    const { answers } = await sendRaw(http.port, [`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`], {
      answersMax: 1,
    });
    assertRefused(answers[0], 400, 'VALIDATION_ERROR');
  }
  const long = `GET /${'x'.repeat(5_000)} HTTP/1.1\r\nHost: x\r\n\r\n`;
  assertRefused((await sendRaw(http.port, [long], { answersMax: 1 })).answers[0], 404, 'NOT_FOUND');
  await assertHealthy(http);
});

test('headers up to the limit pass; larger ones are 431, and the client gets to read it', async (t) => {
  const http = await start(t);
  const withHeaders = (bytes: number): string =>
    `GET /alive HTTP/1.1\r\nHost: x\r\nX-Large: ${'h'.repeat(bytes)}\r\n\r\n`;

  const fitting = withHeaders(LIMITS.http.headerBytesMax - 100);
  const { answers: passed } = await sendRaw(http.port, [fitting], { answersMax: 1 });
  const over = await sendRaw(http.port, [withHeaders(LIMITS.http.headerBytesMax + 1)]);
  const huge = await sendRaw(http.port, [withHeaders(5 * MB)]);

  assert.equal(passed[0]?.status, 200);
  for (const { answers, error } of [over, huge]) {
    assertRefused(answers[0], 431, 'HEADERS_TOO_LARGE');
    assert.equal(error, undefined);
  }
  await assertHealthy(http);
});

test('headers that do not end in time are 408', async (t) => {
  const http = await start(t, { headersTimeoutMs: 200 });

  const { answers } = await sendRaw(http.port, ['GET /alive HTTP/1.1\r\nHost: x\r\nX-Slow: ']);

  assertRefused(answers[0], 408, 'REQUEST_TIMEOUT');
  await assertHealthy(http);
});

test('a body without end is 408 when its time is over, with a length or in chunks', async (t) => {
  const http = await start(t, { requestTimeoutMs: 200, lingerMs: 100 });
  const chunked =
    'POST /raw HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n';

  for (const bytes of [jsonRequest('{"text":', 5_000), chunked]) {
    const { answers } = await sendRaw(http.port, [bytes]);
    assert.equal(answers.length, 1);
    assertRefused(answers[0], 408, 'REQUEST_TIMEOUT');
  }
  await assertHealthy(http);
});

test('a body without end that never stops sending is 413, then cut off', async (t) => {
  const http = await start(t, { lingerMs: 200 });
  const chunk = Buffer.concat([
    Buffer.from('10000\r\n'),
    Buffer.alloc(0x10000),
    Buffer.from('\r\n'),
  ]);
  const socket = connect(http.port, '127.0.0.1');
  let received = '';
  socket.on('data', (data) => (received += data.toString()));
  socket.on('error', () => {});
  const closed = new Promise((resolve) => {
    socket.on('close', resolve);
  });

  socket.write('POST /raw HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  const pump = (): void => {
    while (!socket.destroyed && socket.write(chunk)) {
      // Until the socket is full.
    }
  };
  socket.on('drain', pump);
  pump();
  await closed;

  assert.match(received, /^HTTP\/1\.1 413 /);
  assert.equal(received.match(/HTTP\/1\.1/g)?.length, 1);
  await assertHealthy(http);
});

test('a body that says it is too large is refused before it is sent', async (t) => {
  const http = await start(t, { lingerMs: 100 });
  const claimed = jsonRequest('', LIMITS.http.bodyBytesMax + 1);

  const { answers } = await sendRaw(http.port, [claimed]);

  assertRefused(answers[0], 413, 'FST_ERR_CTP_BODY_TOO_LARGE');
  await assertHealthy(http);
});

test('the client of a refused upload can read the answer, and go on, once it has sent everything', async (t) => {
  const http = await start(t);
  const upload = Buffer.alloc(LIMITS.http.bodyBytesMax + 3 * MB, 'x');

  const { answers, error } = await sendRaw(http.port, [jsonRequest(upload), GET_ALIVE], {
    answersMax: 2,
  });

  assert.equal(error, undefined);
  assertRefused(answers[0], 413, 'FST_ERR_CTP_BODY_TOO_LARGE');
  assert.equal(answers[1]?.status, 200);
});

test('a body shorter than its length is refused when the client is done, and no harm when it is gone', async (t) => {
  const http = await start(t);

  const { answers } = await sendRaw(http.port, [jsonRequest('{"text":1}', 500)], { end: true });
  const socket = connect(http.port, '127.0.0.1', () => {
    socket.write(jsonRequest('{"text":1}', 500), () => socket.resetAndDestroy());
  });
  await sleep(50);

  assertRefused(answers[0], 400, 'VALIDATION_ERROR');
  await assertHealthy(http);
  assert.equal(http.lines.filter((line) => line['level'] === 'error').length, 0);
});

test('a body longer than its length spoils what follows, not the request itself', async (t) => {
  const http = await start(t);

  const { answers } = await sendRaw(http.port, [jsonRequest('{"text":1}garbage', 10)]);

  assert.equal(answers[0]?.status, 200);
  assertRefused(answers[1], 400, 'VALIDATION_ERROR');
  assert.equal(answers.length, 2);
  await assertHealthy(http);
});

test('pipelined requests are answered in order, around and after one that fails', async (t) => {
  const http = await start(t);
  const slow = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n';
  const all = Buffer.concat([
    Buffer.from(slow),
    jsonRequest('{"text":'),
    Buffer.from(GET_ALIVE),
    Buffer.from('garbage\r\n\r\n'),
  ]);

  const { answers } = await sendRaw(http.port, [all]);

  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400, 200, 400],
  );
  assert.equal(answers[0]?.body, '{"data":"slow"}');
  await assertHealthy(http);
});

test('a client that asks before it sends is told to go on, or spared the upload', async (t) => {
  const http = await start(t);
  const ask = (path: string, length: number): string =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`;

  const taken = await sendRaw(http.port, [ask('/json', 10), '{"text":1}', GET_ALIVE], {
    answersMax: 3,
    pauseMs: 50,
  });
  const tooLarge = await sendRaw(http.port, [ask('/json', LIMITS.http.bodyBytesMax + 1)]);
  const unknown = await sendRaw(http.port, [ask('/nothing', 10)]);

  assert.deepEqual(
    taken.answers.map(({ status }) => status),
    [100, 200, 200],
  );
  for (const { answers } of [tooLarge, unknown]) {
    assert.equal(answers.length, 1);
    assert.equal(answers[0]?.headers.get('connection'), 'close');
  }
  assertRefused(tooLarge.answers[0], 413, 'FST_ERR_CTP_BODY_TOO_LARGE');
  assertRefused(unknown.answers[0], 404, 'NOT_FOUND');
});

test('odd but valid HTTP is served: other expectations, an upgrade nobody offers, a body on GET', async (t) => {
  const http = await start(t);
  const extras = [
    'Expect: something\r\n\r\n',
    'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'Content-Length: 5\r\n\r\nhello',
  ];

  for (const extra of extras) {
    const request = `GET /alive HTTP/1.1\r\nHost: x\r\n${extra}`;
    const { answers } = await sendRaw(http.port, [request], { answersMax: 1 });
    assert.equal(answers[0]?.status, 200, extra);
  }
  const old = await sendRaw(http.port, ['GET /alive HTTP/1.0\r\n\r\n']);
  assert.equal(old.answers[0]?.status, 200);
});

test('a request without a host, and one for a tunnel, are refused', async (t) => {
  const http = await start(t);

  const hostless = await sendRaw(http.port, ['GET /alive HTTP/1.1\r\n\r\n'], { answersMax: 1 });
  const tunnel = await sendRaw(http.port, ['CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n']);

  assertRefused(hostless.answers[0], 400, 'VALIDATION_ERROR');
  assertRefused(tunnel.answers[0], 405, 'METHOD_NOT_ALLOWED');
  await assertHealthy(http);
});

test('a client that leaves before its answer is noted as gone', async (t) => {
  const http = await start(t);
  const socket = connect(http.port, '127.0.0.1');
  const arrived = once(http.app.server, 'request');

  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await arrived;
  socket.destroy();
  const requests = () => http.lines.filter((line) => line['msg'] === 'request');
  while (requests().length === 0) await sleep(10);

  assert.deepEqual(
    requests().map((line) => line['status']),
    [499],
  );
  await assertHealthy(http);
});
