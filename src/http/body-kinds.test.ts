import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import type { EndpointBody } from '../contract/endpoint.ts';
import { LIMITS } from '../../test/support/limits.ts';
import { bodyKindOf, bodyParser, rawBody } from './body-parser.ts';

const KB = 1_024;

test('each kind of body has its bound', () => {
  const of = (body: EndpointBody) => {
    const { takes, bounds } = bodyKindOf(body, LIMITS.http);
    return [body, takes, bounds.bodyBytesMax];
  };

  const kinds = [
    'raw',
    'evaluation',
    'account',
    'management',
    'definition',
    'bundle',
    'none',
    'ignored',
  ];
  assert.deepEqual(
    kinds.map((kind) => of(kind as EndpointBody)),
    [
      ['raw', 'raw', LIMITS.http.bodyBytesMax],
      ['evaluation', 'raw', LIMITS.evaluation.bodyBytesMax],
      ['account', 'json', LIMITS.http.accountBodyBytesMax],
      ['management', 'json', LIMITS.http.managementBodyBytesMax],
      ['definition', 'json', LIMITS.http.definitionBodyBytesMax],
      ['bundle', 'json', LIMITS.bundles.bytesMax],
      ['none', 'none', KB],
      ['ignored', 'ignored', KB],
    ],
  );
});

test('the bytes of a request are those it has, and only where the endpoint reads them', () => {
  const of = (body: unknown) => rawBody({ body } as FastifyRequest);

  assert.deepEqual(of(undefined), Buffer.alloc(0));
  assert.deepEqual(of(Buffer.from('x')), Buffer.from('x'));
  assert.throws(() => of({}), /not declared with a raw body/);
});

/** What is said to a request before a byte of it is read. */
function refusal(takes: EndpointBody, headers: object, mediaType?: string): unknown {
  let said: unknown;
  const parse = bodyParser(new WeakMap(), () => bodyKindOf(takes, LIMITS.http));
  const payload = Object.assign(new PassThrough(), { headers }) as unknown as IncomingMessage;
  parse({ mediaType } as FastifyRequest, payload, (error) => {
    said ??= error === null ? 'left alone' : (error as Error & { code?: string }).code;
  });
  said ??= 'is read';
  payload.emit('end');
  return said;
}

test('what cannot be the body of an endpoint is refused before it is read', () => {
  const json = 'application/json';

  assert.equal(refusal('management', {}, 'text/plain'), 'left alone');
  assert.equal(refusal('management', { 'content-length': '0' }, 'text/plain'), 'left alone');
  assert.notEqual(refusal('management', { 'content-length': '1' }, 'text/plain'), 'left alone');
  assert.equal(
    refusal('management', { 'transfer-encoding': 'chunked' }),
    'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  );
  assert.equal(refusal('management', { 'content-length': '2' }, 'application/x+json'), 'is read');
  const packedBody = { 'content-length': '9', 'content-encoding': 'gzip' };
  assert.equal(refusal('management', packedBody, json), 'is read');
  assert.equal(refusal('raw', { 'content-length': '2' }, 'text/plain'), 'is read');
  assert.equal(refusal('ignored', { 'content-length': '9' }, 'text/plain'), 'left alone');
  assert.equal(refusal('none', { 'content-length': String(KB) }, json), 'is read');
  assert.equal(refusal('none', { 'content-length': String(KB + 1) }, json), 'VALIDATION_ERROR');
  const packed = { 'content-length': '9', 'content-encoding': 'gzip' };
  assert.equal(refusal('none', packed, json), 'VALIDATION_ERROR');
  assert.equal(refusal('none', { ...packed, 'content-encoding': 'identity' }, json), 'is read');
  assert.equal(refusal('none', { ...packed, 'content-length': '0' }, json), 'is read');
});

/** What becomes of a body that has come whole. */
async function made(takes: EndpointBody, text: string): Promise<unknown> {
  const parse = bodyParser(new WeakMap(), () => bodyKindOf(takes, LIMITS.http));
  const payload = Object.assign(new PassThrough(), { headers: {} });
  return new Promise((resolve) => {
    const request = { mediaType: 'application/json' } as FastifyRequest;
    parse(request, payload as unknown as IncomingMessage, (error, body) =>
      resolve(error === null ? { body } : error.message),
    );
    payload.end(text);
  });
}

test('bytes are handed on, JSON is read, and what is missing is told', async () => {
  assert.deepEqual(await made('raw', '{"a":'), { body: Buffer.from('{"a":') });
  assert.deepEqual(await made('raw', ''), { body: Buffer.alloc(0) });
  assert.deepEqual(await made('management', '{"a":1}'), { body: { a: 1 } });
  assert.deepEqual(await made('management', '5'), { body: 5 });
  assert.equal(await made('management', ''), 'A body is required. Send a JSON object.');
  assert.match(String(await made('management', '{"a":')), /^The body is not valid JSON: /);
  assert.match(String(await made('none', 'x'.repeat(KB + 1))), /maximum 1,024 bytes/);
});

test('where no body is taken an empty object is no harm, and anything else is refused', async () => {
  assert.deepEqual(await made('none', ''), { body: undefined });
  assert.deepEqual(await made('none', ' {} '), { body: {} });
  for (const text of ['{"a":1}', '[]', 'null', '0', '""']) {
    assert.equal(await made('none', text), "This endpoint doesn't accept a body.", text);
  }
});
