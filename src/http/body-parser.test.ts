import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { Type } from 'typebox';
import { runAdhocEvaluation } from '../contract/evaluation.ts';
import { fields } from '../contract/schema.ts';
import { LIMITS } from '../../test/support/limits.ts';
import { KB, MB } from '../spec/units.ts';
import { sendRaw } from '../../test/support/http/raw-http.ts';
import { startHttp } from '../../test/support/http/start-http.ts';
import type { App } from './app.ts';
import { rawBody } from './body-parser.ts';

const PUBLIC = { permission: 'public', rate: 'none', body: 'none' } as const;

function mount(app: App): void {
  app.route({
    method: 'POST',
    url: '/json',
    config: { ...PUBLIC, body: 'management' },
    schema: { body: fields({ text: Type.String() }) },
    handler: async (request) => ({ characters: request.body.text.length }),
  });
  app.route({
    method: 'POST',
    url: '/account',
    config: { ...PUBLIC, body: 'account' },
    schema: { body: fields({ text: Type.String() }) },
    handler: async (request) => ({ characters: request.body.text.length }),
  });
  app.route({
    method: 'POST',
    url: '/ignored',
    config: { ...PUBLIC, body: 'ignored' },
    handler: async (request) => ({ body: request.body ?? null }),
  });
  app.route({
    method: 'POST',
    url: '/raw',
    config: { permission: 'public', rate: 'none', body: 'raw' },
    handler: async (request) => {
      const bytes = rawBody(request);
      return { bytes: bytes.length, start: bytes.subarray(0, 20).toString('latin1') };
    },
  });
  app.route({
    method: 'POST',
    url: '/evaluation',
    config: { ...PUBLIC, body: runAdhocEvaluation.config.body },
    handler: async (request) => ({ bytes: rawBody(request).length }),
  });
  app.route({
    method: 'POST',
    url: '/bare',
    config: PUBLIC,
    handler: async (request) => ({ body: request.body ?? null }),
  });
}

interface Sent {
  readonly status: number;
  readonly answer: Record<string, unknown>;
}

async function send(
  url: string,
  body: string | Uint8Array<ArrayBuffer> | undefined,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const init = { method: 'POST', headers, ...(body === undefined ? {} : { body }) };
  const answer = await fetch(url, init);
  return { status: answer.status, answer: (await answer.json()) as Record<string, unknown> };
}

const JSON_TYPE = { 'content-type': 'application/json' };

test('one encoding of gzip, deflate and zstd is undone', async (t) => {
  const { url } = await startHttp(t, mount);
  const plain = Buffer.from(JSON.stringify({ text: 'x'.repeat(200 * KB) }));
  const encoded = {
    gzip: gzipSync(plain),
    'x-gzip': gzipSync(plain),
    GZIP: gzipSync(plain),
    deflate: deflateSync(plain),
    zstd: zstdCompressSync(plain),
    identity: plain,
  };

  for (const [encoding, bytes] of Object.entries(encoded)) {
    const headers = { ...JSON_TYPE, 'content-encoding': encoding };
    const sent = await send(`${url}/json`, new Uint8Array(bytes), headers);
    assert.deepEqual(sent, { status: 200, answer: { characters: 200 * KB } }, encoding);
  }
  const headers = { ...JSON_TYPE, 'content-encoding': 'deflate' };
  const headless = await send(`${url}/json`, new Uint8Array(deflateRawSync(plain)), headers);
  assert.equal(headless.status, 200);
});

test('data in several pieces, as the formats allow, is read to its end', async (t) => {
  const { url } = await startHttp(t, mount);
  const pieces = [Buffer.from('{"text":'), Buffer.from('"abc'), Buffer.from('def"}')];

  for (const [encoding, compress] of [
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ] as const) {
    const headers = { ...JSON_TYPE, 'content-encoding': encoding };
    const body = Buffer.concat(pieces.map((piece) => compress(piece)));
    const sent = await send(`${url}/json`, new Uint8Array(body), headers);
    assert.deepEqual(sent, { status: 200, answer: { characters: 6 } }, encoding);
    const behind = Buffer.concat([body, Buffer.from('garbage')]);
    const refused = await send(`${url}/json`, new Uint8Array(behind), headers);
    assert.equal(refused.status, 400, encoding);
  }
});

test('an unknown or stacked encoding is 415, broken data 400', async (t) => {
  const { url } = await startHttp(t, mount);
  const plain = Buffer.from('{"text":"x"}');
  const twice = gzipSync(gzipSync(plain));
  const cases: readonly [string, Buffer, number, string][] = [
    ['br', plain, 415, 'UNSUPPORTED_ENCODING'],
    ['gzip, gzip', twice, 415, 'UNSUPPORTED_ENCODING'],
    ['identity, gzip', gzipSync(plain), 415, 'UNSUPPORTED_ENCODING'],
    ['gzip', plain, 400, 'VALIDATION_ERROR'],
    ['gzip', gzipSync(plain).subarray(0, -4), 400, 'VALIDATION_ERROR'],
    ['deflate', Buffer.from([0xff, 0xff, 0xff]), 400, 'VALIDATION_ERROR'],
    ['zstd', zstdCompressSync(plain).subarray(0, -3), 400, 'VALIDATION_ERROR'],
    ['zstd', plain, 400, 'VALIDATION_ERROR'],
    ['gzip', Buffer.alloc(0), 400, 'VALIDATION_ERROR'],
  ];

  for (const [encoding, bytes, status, code] of cases) {
    const headers = { ...JSON_TYPE, 'content-encoding': encoding };
    const sent = await send(`${url}/json`, new Uint8Array(bytes), headers);
    assert.equal(sent.status, status, `${encoding} ${bytes.length}`);
    assert.equal(sent.answer['code'], code);
  }
});

test('the size limit counts after decompression, on both sides of it', async (t) => {
  const { url } = await startHttp(t, mount);
  const max = LIMITS.http.bodyBytesMax;

  for (const [encoding, compress] of [
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
    ['identity', (bytes: Buffer) => bytes],
  ] as const) {
    const headers = { 'content-encoding': encoding, 'content-type': 'application/x-ndjson' };
    const whole = await send(`${url}/raw`, new Uint8Array(compress(Buffer.alloc(max))), headers);
    const over = await send(`${url}/raw`, new Uint8Array(compress(Buffer.alloc(max + 1))), headers);
    assert.equal(whole.answer['bytes'], max, encoding);
    assert.equal(over.status, 413, encoding);
    assert.equal(over.answer['code'], 'FST_ERR_CTP_BODY_TOO_LARGE');
  }
});

for (const bodyBytesMax of [1 * KB, 2 * LIMITS.evaluation.bodyBytesMax]) {
  test(`evaluations take what they promise where others take ${bodyBytesMax} bytes`, async (t) => {
    const { url } = await startHttp(t, mount, { limits: { bodyBytesMax } });
    const promised = LIMITS.evaluation.bodyBytesMax;

    for (const [encoding, compress] of [
      ['gzip', gzipSync],
      ['identity', (bytes: Buffer) => bytes],
    ] as const) {
      const headers = { ...JSON_TYPE, 'content-encoding': encoding };
      const statusOf = async (path: string, bytes: number): Promise<number> => {
        const body = new Uint8Array(compress(Buffer.alloc(bytes)));
        return (await send(`${url}/${path}`, body, headers)).status;
      };
      assert.equal(await statusOf('evaluation', promised), 200, encoding);
      assert.equal(await statusOf('evaluation', promised + 1), 413, encoding);
      assert.equal(await statusOf('raw', bodyBytesMax), 200, encoding);
      assert.equal(await statusOf('raw', bodyBytesMax + 1), 413, encoding);
    }
  });
}

test('an endpoint that takes less says so: an account 64 KB, the management 256 KB', async (t) => {
  const { url } = await startHttp(t, mount);
  const { accountBodyBytesMax, managementBodyBytesMax } = LIMITS.http;
  const ofSize = (bytes: number): Buffer => Buffer.from(`{"text":"${'x'.repeat(bytes - 11)}"}`);

  for (const [path, max] of [
    ['account', accountBodyBytesMax],
    ['json', managementBodyBytesMax],
  ] as const) {
    for (const [encoding, compress] of [
      ['gzip', gzipSync],
      ['identity', (bytes: Buffer) => bytes],
    ] as const) {
      const headers = { ...JSON_TYPE, 'content-encoding': encoding };
      const whole = await send(`${url}/${path}`, new Uint8Array(compress(ofSize(max))), headers);
      const over = await send(`${url}/${path}`, new Uint8Array(compress(ofSize(max + 1))), headers);
      assert.equal(whole.status, 200, `${path} ${encoding}`);
      assert.equal(over.status, 413, `${path} ${encoding}`);
      assert.match(String(over.answer['error']), new RegExp(max.toLocaleString('en-US')));
    }
  }
});

test('where no body is taken nothing is unpacked, and what nobody looks at is not even read', async (t) => {
  const { url } = await startHttp(t, mount);
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(LIMITS.http.bodyBytesMax, '[')));
  const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };

  const before = process.cpuUsage();
  for (let i = 0; i < 20; i += 1) {
    const refused = await send(`${url}/bare`, bomb, headers);
    assert.equal(refused.status, 400);
    assert.match(String(refused.answer['error']), /doesn't accept a body/);
    assert.equal((await send(`${url}/ignored`, bomb, headers)).status, 200);
  }
  const { user } = process.cpuUsage(before);

  const plain = await send(`${url}/bare`, '{}'.padEnd(10 * KB), JSON_TYPE);
  assert.equal(plain.status, 400);
  assert.ok(user / 1_000 < 1_000, `took ${user / 1_000} ms`);
});

test('a bomb is cut off at the limit without taking its size in memory', async (t) => {
  const { url } = await startHttp(t, mount);
  const zeros = Buffer.alloc(MB);
  const pieces = <T>(piece: T): T[] => Array.from({ length: 400 }, () => piece);
  const bombs = {
    gzip: Buffer.concat(pieces(gzipSync(zeros))),
    zstd: Buffer.concat(pieces(zstdCompressSync(zeros))),
  };
  const before = process.memoryUsage().rss;

  for (const [encoding, bomb] of Object.entries(bombs)) {
    const headers = { 'content-encoding': encoding, 'content-type': 'application/json' };
    const calls = Array.from({ length: 4 }, () =>
      send(`${url}/raw`, new Uint8Array(bomb), headers),
    );
    for (const { status } of await Promise.all(calls)) assert.equal(status, 413, encoding);
  }

  const grownBytes = process.memoryUsage().rss - before;
  assert.ok(grownBytes < 200 * MB, `grew by ${grownBytes} bytes`);
});

test('a raw endpoint gets the bytes of any content type, or of none', async (t) => {
  const { url } = await startHttp(t, mount);
  const types = ['application/x-ndjson', 'application/x-protobuf', 'text/plain', 'a/b', undefined];

  for (const type of types) {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    const bytes = new Uint8Array([0xff, 0x00, 0xfe]);
    const { answer } = await send(`${url}/raw`, bytes, headers);
    assert.deepEqual(answer, { bytes: 3, start: '\u00ff\u0000\u00fe' }, type);
  }
  assert.equal((await send(`${url}/raw`, undefined)).answer['bytes'], 0);
});

test('a JSON endpoint refuses other content types in words', async (t) => {
  const { url } = await startHttp(t, mount);

  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'nonsense', '']) {
    const sent = await send(`${url}/json`, '{"text":"x"}', { 'content-type': type });
    assert.equal(sent.status, 415, type);
    assert.equal(sent.answer['code'], 'FST_ERR_CTP_INVALID_MEDIA_TYPE');
  }
  for (const type of [
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/a+json',
  ]) {
    const sent = await send(`${url}/json`, '{"text":"x"}', { 'content-type': type });
    assert.equal(sent.status, 200, type);
  }
});

test('a missing body is told apart from a wrong one', async (t) => {
  const { url } = await startHttp(t, mount);

  const none = await send(`${url}/json`, undefined);
  const empty = await send(`${url}/json`, '', JSON_TYPE);
  const wrong = await send(`${url}/json`, '[]', JSON_TYPE);

  for (const { status, answer } of [none, empty]) {
    assert.equal(status, 400);
    assert.match(String(answer['error']), /body is required/);
  }
  assert.match(String(wrong.answer['error']), /Must be an object/);
});

test('an endpoint without a body takes none, or an empty object', async (t) => {
  const { url } = await startHttp(t, mount);

  assert.equal((await send(`${url}/bare`, undefined)).status, 200);
  assert.equal((await send(`${url}/bare`, '', JSON_TYPE)).status, 200);
  assert.equal((await send(`${url}/bare`, '{}', JSON_TYPE)).status, 200);
  for (const body of ['{"a":1}', '[]', '5']) {
    const sent = await send(`${url}/bare`, body, JSON_TYPE);
    assert.equal(sent.status, 400, body);
    assert.match(String(sent.answer['error']), /doesn't accept a body/);
  }
});

test('a connection serves on after a refused body', async (t) => {
  const { port } = await startHttp(t, mount);
  const bodies = ['{"text":', '{"text":1}', '{"text":"ok"}'];
  const pieces = bodies.map(
    (body) =>
      `POST /json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );

  const { answers } = await sendRaw(port, pieces, { answersMax: 3, pauseMs: 20 });

  assert.deepEqual(
    answers.map(({ status }) => status),
    [400, 400, 200],
  );
  assert.equal(answers[0]?.headers.get('connection'), 'keep-alive');
});
