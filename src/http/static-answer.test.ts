import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendStatic, staticAnswer, type StaticAnswer } from './static-answer.ts';

interface Sent {
  status: number;
  type: string | undefined;
  headers: Record<string, string>;
  content: Buffer | undefined;
}

async function send(
  answer: StaticAnswer,
  headers: Record<string, string> = {},
  cacheControl?: string,
): Promise<Sent> {
  const sent: Sent = { status: 200, type: undefined, headers: {}, content: undefined };
  const note = (change: (noted: Sent) => void): typeof reply => {
    change(sent);
    return reply;
  };
  const reply = {
    headers: (those: Record<string, string>): unknown =>
      note((noted) => Object.assign(noted.headers, those)),
    header: (name: string, value: string): unknown =>
      note((noted) => Object.assign(noted.headers, { [name]: value })),
    code: (status: number): unknown => note((noted) => Object.assign(noted, { status })),
    type: (type: string): unknown => note((noted) => Object.assign(noted, { type })),
    send: (content?: Buffer): unknown => note((noted) => Object.assign(noted, { content })),
  };
  const request = { headers } as FastifyRequest;
  const answered = await sendStatic(
    request,
    reply as unknown as FastifyReply,
    answer,
    ...(cacheControl === undefined ? [] : [cacheControl]),
  );
  assert.equal(answered, reply);
  return sent;
}

const PLAIN = staticAnswer('text/plain', 'hello');

test('a content is named by twenty characters of its digest', () => {
  assert.equal(PLAIN.etag, '"LPJNul-wow4m6Dsqxbni"');
  assert.equal(staticAnswer('text/plain', Buffer.from('hello')).etag, PLAIN.etag);
  assert.deepEqual(PLAIN.plain, Buffer.from('hello'));
  assert.equal(PLAIN.type, 'text/plain');
});

test('it is packed once, and only where it is not packed already', async () => {
  assert.equal(staticAnswer('application/gzip', 'hello').gzipped, undefined);
  const [first, second] = [await PLAIN.gzipped?.(), await PLAIN.gzipped?.()];
  assert.ok(first);
  assert.equal(first, second);
  assert.equal(gunzipSync(first).toString(), 'hello');
});

test('whoever has it already is told that it holds', async () => {
  const headers = { etag: PLAIN.etag, 'cache-control': 'no-cache', vary: 'accept-encoding' };

  assert.deepEqual(await send(PLAIN, { 'if-none-match': PLAIN.etag }), {
    status: 304,
    type: undefined,
    headers,
    content: undefined,
  });
  assert.deepEqual(await send(PLAIN, { 'if-none-match': '"other"' }), {
    status: 200,
    type: 'text/plain',
    headers,
    content: Buffer.from('hello'),
  });
  assert.equal((await send(PLAIN, {}, 'public')).headers['cache-control'], 'public');
});

test('it is sent packed to whoever takes that', async () => {
  for (const accepted of ['gzip', 'br, gzip;q=0.5', 'gzip;q=0.001, br']) {
    const { headers, content } = await send(PLAIN, { 'accept-encoding': accepted });
    assert.equal(headers['content-encoding'], 'gzip', accepted);
    assert.equal(gunzipSync(content ?? '').toString(), 'hello');
  }
  for (const refused of ['', 'br', 'gzip;q=0', 'gzip; q=0.000, br', 'xgzip']) {
    const { headers, content } = await send(PLAIN, { 'accept-encoding': refused });
    assert.equal(headers['content-encoding'], undefined, refused);
    assert.equal(content?.toString(), 'hello');
  }
  const packed = await send(staticAnswer('application/gzip', 'x'), { 'accept-encoding': 'gzip' });
  assert.equal(packed.headers['content-encoding'], undefined);
  assert.equal(packed.content?.toString(), 'x');
});
