import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import type { OutboundRequest } from '../../outbound/outbound.ts';
import { ObjectsError } from '../objects.ts';
import { createGuardedHandler } from './guarded-handler.ts';

const limits = { ...LIMITS.objects, callMs: 1_000, bytesPerSecondMin: 100, rangeBytes: 500 };
const request = {
  method: 'GET',
  protocol: 'https:',
  hostname: 's3.example.com',
  path: '/bucket/a',
  headers: { host: 's3.example.com' },
};

function handlerThat(status: number, body: string) {
  const sent: OutboundRequest[] = [];
  const send = async (each: OutboundRequest) => {
    sent.push(each);
    return { status, headers: { etag: 'x' }, body: new TextEncoder().encode(body) };
  };
  return { sent, handler: createGuardedHandler({ outbound: { send }, limits }) };
}

test('a file is asked for with the time that its bytes may take', async () => {
  const { sent, handler } = handlerThat(200, 'content');
  const { response } = await handler.handle(request);
  assert.deepEqual(sent, [
    {
      url: 'https://s3.example.com/bucket/a',
      method: 'GET',
      headers: { host: 's3.example.com' },
      body: new Uint8Array(),
      asksForFile: true,
      totalMsMax: 6_000,
    },
  ]);
  assert.equal(response.statusCode, 200);
  assert.deepEqual(response.headers, { etag: 'x' });
  assert.equal(await text(response.body), 'content');
});

for (const [body, bytes, ms] of [
  [undefined, '', 1_000],
  [null, '', 1_000],
  ['abc', 'abc', 1_030],
  [Buffer.from('a'), 'a', 1_010],
] as const) {
  test(`“${bytes}” may take ${ms} ms to be sent`, async () => {
    const { sent, handler } = handlerThat(200, '');
    await handler.handle({ ...request, method: 'PUT', body });
    assert.equal(Buffer.from(sent[0]?.body ?? 'none').toString(), bytes);
    assert.equal(sent[0]?.totalMsMax, ms);
    assert.equal(sent[0].asksForFile, false);
  });
}

for (const [query, port, expected] of [
  [{}, undefined, 'https://s3.example.com/bucket/a'],
  [{}, 9_000, 'https://s3.example.com:9000/bucket/a'],
  [{ b: null, a: 'x y' }, undefined, 'https://s3.example.com/bucket/a?b=&a=x%20y'],
  [{ a: ['1', '2'] }, undefined, 'https://s3.example.com/bucket/a?a=1&a=2'],
  [{ a: "!'()*" }, undefined, 'https://s3.example.com/bucket/a?a=%21%27%28%29%2A'],
] as const) {
  test(`the address is ${expected}`, async () => {
    const { sent, handler } = handlerThat(200, '');
    const own = port === undefined ? {} : { port };
    await handler.handle({ ...request, method: 'HEAD', query, ...own });
    assert.equal(sent[0]?.url, expected);
  });
}

test('whoever stops is heard', async () => {
  const { sent, handler } = handlerThat(200, '');
  const { signal: abortSignal } = new AbortController();
  await handler.handle(request, { abortSignal });
  assert.equal(sent[0]?.signal, abortSignal);
});

test('other methods and other bodies are mistakes of ours', async () => {
  const { sent, handler } = handlerThat(200, '');
  await assert.rejects(
    handler.handle({ ...request, method: 'PATCH' }),
    new TypeError('a call has one of the methods of S3'),
  );
  await assert.rejects(
    handler.handle({ ...request, body: 7 }),
    new TypeError('a body is sent whole'),
  );
  assert.deepEqual(sent, []);
});

const whole = (root: string): string => `<?xml version="1.0"?>\n<${root} xmlns="x"><a/></${root}>`;

for (const [method, query, root] of [
  ['POST', { uploads: '' }, 'InitiateMultipartUploadResult'],
  ['POST', { uploadId: 'u' }, 'CompleteMultipartUploadResult'],
  ['GET', { uploadId: 'u' }, 'ListPartsResult'],
  ['GET', { uploads: '' }, 'ListMultipartUploadsResult'],
  ['GET', { 'list-type': '2' }, 'ListBucketResult'],
] as const) {
  test(`${method} ${Object.keys(query).join()} is answered by a whole ${root}`, async () => {
    const ask = (status: number, body: string) => {
      const { handler, sent } = handlerThat(status, body);
      return handler.handle({ ...request, method, query }).then(() => sent[0]?.asksForFile);
    };
    assert.equal(await ask(200, whole(root)), false);
    assert.equal(await ask(200, `<${root}></${root}>\n`), false);
    assert.equal(await ask(200, whole('Error')), false);
    assert.equal(await ask(500, 'no XML'), false);
    assert.equal(await ask(300, 'no XML'), false);
    assert.equal(await ask(199, 'no XML'), false);
    const unknown = new ObjectsError('unknown_answer');
    await assert.rejects(ask(200, ''), unknown);
    await assert.rejects(ask(299, '<html></html>'), unknown);
    await assert.rejects(ask(200, whole('Other')), unknown);
    await assert.rejects(ask(200, whole(root).slice(0, -1)), new ObjectsError('broken_off'));
    await assert.rejects(ask(200, '<Error><a/>'), new ObjectsError('broken_off'));
  });
}

for (const [method, query] of [
  ['PUT', { uploadId: 'u' }],
  ['DELETE', { uploads: '' }],
  ['POST', { other: '' }],
  ['GET', { other: '' }],
] as const) {
  test(`${method} ${Object.keys(query).join()} may be answered by anything`, async () => {
    const { handler, sent } = handlerThat(200, 'anything');
    await handler.handle({ ...request, method, query });
    assert.equal(sent[0]?.asksForFile, method === 'GET');
  });
}
