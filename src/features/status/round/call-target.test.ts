import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../spec/limits.ts';
import { createCall, fieldOf } from './call-target.ts';

const never = new AbortController().signal;
const call = createCall(() => performance.now(), never);
const impatient = createCall(() => performance.now(), never, 150);

test('an answer is told with its status, its text and what the server takes for the time', async (t) => {
  const url = await serve(t, (request, response) => {
    response.writeHead(202, { 'retry-after': '7', date: 'Mon, 16 Nov 2026 12:00:00 GMT' });
    response.end(JSON.stringify({ data: { key: request.headers.authorization } }));
  });

  const answer = await call({ url, method: 'POST', bearer: 'secret', body: { a: 1 } });

  assert.equal(answer.kind, 'answer');
  assert.equal(answer.status, 202);
  assert.equal(answer.retryAfterMs, 7_000);
  assert.equal(answer.date, Date.UTC(2026, 10, 16, 12));
  assert.equal(fieldOf(answer, 'data', 'key'), 'Bearer secret');
  assert.equal(fieldOf(answer, 'data', 'toString'), undefined);
});

test('a server that answers slowly for ever is left in time', async (t) => {
  const timers = new Set<NodeJS.Timeout>();
  t.after(() => {
    for (const timer of timers) clearInterval(timer);
  });
  const url = await serve(t, (_request, response) => {
    response.writeHead(200);
    timers.add(setInterval(() => response.write('.'), 20));
  });
  const silent = await serve(t, () => {});

  assert.deepEqual(await impatient({ url }), { kind: 'failed', reason: 'no_answer' });
  assert.deepEqual(await impatient({ url: silent }), { kind: 'failed', reason: 'no_answer' });
  assert.equal(LIMITS.status.probeAnswerMsMax, 10_000);
});

test('an answer without end is not read to its end', async (t) => {
  const size = { bytes: LIMITS.status.probeAnswerBytesMax };
  const url = await serve(t, (_request, response) => response.end('x'.repeat(size.bytes)));

  assert.equal((await call({ url })).kind, 'answer');
  size.bytes += 1;
  assert.deepEqual(await call({ url }), { kind: 'failed', reason: 'wrong_answer' });
});

test('a redirect is told, not followed: the key stays here', async (t) => {
  let asked = 0;
  const elsewhere = await serve(t, (_request, response) => {
    asked += 1;
    response.end();
  });
  const url = await serve(t, (_request, response) => {
    response.writeHead(307, { location: elsewhere }).end();
  });

  const answer = await call({ url, bearer: 'secret' });

  assert.equal(answer.kind === 'answer' && answer.status, 307);
  assert.equal(asked, 0);
});

test('nobody there is told as such', async () => {
  const answer = await call({ url: 'http://127.0.0.1:1/' });
  assert.deepEqual(answer, { kind: 'failed', reason: 'unreachable' });
});

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
