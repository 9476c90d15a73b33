import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import type { EngineHealth } from '../base/health.ts';
import * as platform from '../contract/platform.ts';
import { LIMITS } from '../../test/support/limits.ts';
import { fakeClock } from '../../test/support/fake-clock.ts';
import { startHttp } from '../../test/support/http/start-http.ts';
import { createMetrics } from './metrics.ts';
import { redirectHomeToDocs } from './docs/docs-routes.ts';
import { platformRoutes, type PlatformNeeds } from './platform-routes.ts';

/** The document of a product that has nothing but its platform. */
const { getHealth, getReadiness, getMetrics, getOpenApi } = platform;
const endpoints = { getHealth, getReadiness, getMetrics, getOpenApi };

/** Counts nothing. */
const NO_GUARD = { authenticate: () => ({}), limitRate: () => {} };

async function start(t: TestContext, checks: PlatformNeeds['checks'] = {}, operatorToken?: string) {
  const clock = fakeClock();
  const metrics = createMetrics();
  // The real patience would make the test wait.
  const limits = { ...LIMITS.http, readyCheckTimeoutMs: LIMITS.http.readyCheckTimeoutMs / 40 };
  const http = await startHttp(
    t,
    (app) => {
      const facts = { version: '1.2.3', clock, checks, metrics, limits, endpoints };
      platformRoutes(app, { ...facts, ...(operatorToken === undefined ? {} : { operatorToken }) });
      redirectHomeToDocs(app);
    },
    { metrics, guard: NO_GUARD, ...(operatorToken === undefined ? {} : { operatorToken }) },
  );
  return { ...http, clock };
}

test('/health tells version and age as long as the process lives', async (t) => {
  const { url, clock } = await start(t, { store: () => Promise.reject(new Error('away')) });

  clock.advance(7_200_999);
  const answer = await fetch(`${url}/health`);

  assert.equal(answer.status, 200);
  assert.deepEqual(await answer.json(), {
    data: { status: 'alive', version: '1.2.3', uptimeSeconds: 7_200 },
  });
});

test('/ready names every engine, and is 200 while none is down', async (t) => {
  const checks = {
    store: async (): Promise<EngineHealth> => ({ state: 'up' }),
    queue: async (): Promise<EngineHealth> => ({ state: 'degraded', note: 'At 85 %.' }),
  };
  const { url } = await start(t, checks);

  const answer = await fetch(`${url}/ready`);

  assert.equal(answer.status, 200);
  assert.deepEqual(await answer.json(), {
    data: {
      ready: true,
      engines: { store: { state: 'up' }, queue: { state: 'degraded', note: 'At 85 %.' } },
    },
  });
});

test('the notes of /ready are for the operator', async (t) => {
  const checks = {
    mail: async (): Promise<EngineHealth> => ({ state: 'degraded', note: '535 user ops refused' }),
  };
  const open = await start(t, checks);
  const closed = await start(t, checks, 'a-token-of-sixteen');
  const mailOf = async (url: string, headers: Record<string, string>) => {
    const answer = await sendRaw(url, '/ready', headers);
    return (JSON.parse(answer.text) as { data: { engines: { mail: unknown } } }).data.engines.mail;
  };
  const reported = { state: 'degraded', note: '535 user ops refused' };
  const quiet = { state: 'degraded' };

  assert.deepEqual(await mailOf(open.url, {}), reported);
  assert.deepEqual(await mailOf(open.url, { host: 'rebound.example.com' }), quiet);
  assert.deepEqual(await mailOf(open.url, { 'x-forwarded-for': '203.0.113.7' }), quiet);
  assert.deepEqual(await mailOf(closed.url, {}), quiet);
  const operator = { authorization: 'Bearer a-token-of-sixteen' };
  assert.deepEqual(await mailOf(closed.url, operator), reported);
});

test('/metrics answers this machine by its own names alone', async (t) => {
  const { url } = await start(t);

  for (const host of ['localhost', '127.0.0.1:4000', '[::1]:4000', 'LOCALHOST:1']) {
    assert.equal((await sendRaw(url, '/metrics', { host })).status, 200, host);
  }
  for (const host of ['rebound.example.com', '127.0.0.1.example.com', 'localhost.evil']) {
    assert.equal((await sendRaw(url, '/metrics', { host })).status, 401, host);
  }
});

/** `fetch` does not let anybody choose the host. */
async function sendRaw(url: string, path: string, headers: Record<string, string>) {
  const asked = request(new URL(path, url), { headers });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, text: await text(answer) };
}

test('/ready is 503 when an engine is down, fails its check or does not answer', async (t) => {
  const checks: PlatformNeeds['checks'] = {
    down: async () => ({ state: 'down', note: 'Gone.' }),
    broken: () => Promise.reject(new Error('postgres://user:password@host is away')),
    silent: () => new Promise(() => {}),
    up: async () => ({ state: 'up' }),
  };
  const { url } = await start(t, checks);

  const answer = await fetch(`${url}/ready`);

  assert.equal(answer.status, 503);
  assert.deepEqual(await answer.json(), {
    data: {
      ready: false,
      engines: {
        down: { state: 'down', note: 'Gone.' },
        broken: { state: 'down', note: 'The check failed.' },
        silent: { state: 'down', note: 'Timed out.' },
        up: { state: 'up' },
      },
    },
  });
});

test('/metrics is for the operator: by token, or without one from this machine', async (t) => {
  const open = await start(t);
  const closed = await start(t, {}, 'a-token-of-sixteen');

  const local = await fetch(`${open.url}/metrics`);
  const stranger = await fetch(`${closed.url}/metrics`);
  const operator = await fetch(`${closed.url}/metrics`, {
    headers: { authorization: 'Bearer a-token-of-sixteen' },
  });

  assert.match(await local.text(), /^process_resident_memory_bytes /m);
  assert.equal(stranger.status, 401);
  assert.equal(operator.status, 200);
  assert.match(operator.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
});

test('the document is served, and not sent again to who has it', async (t) => {
  const { url } = await start(t);

  const answer = await fetch(`${url}/openapi.json`);
  const etag = answer.headers.get('etag') ?? '';
  const again = await fetch(`${url}/openapi.json`, { headers: { 'if-none-match': etag } });
  const plain = await fetch(`${url}/openapi.json`, { headers: { 'accept-encoding': 'identity' } });

  assert.equal(((await answer.json()) as { openapi: string }).openapi, '3.1.0');
  assert.equal(answer.headers.get('content-encoding'), 'gzip');
  assert.equal(again.status, 304);
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.equal(((await plain.json()) as { openapi: string }).openapi, '3.1.0');
});

test('the reference names every endpoint, and needs nothing from elsewhere', async (t) => {
  const { url } = await start(t);

  const answer = await fetch(`${url}/docs`);
  const page = await answer.text();

  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    assert.ok(page.includes(`id="${operation.operationId}"`), operation.operationId);
  }
  const loaded = [...page.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map(([, target]) => target);
  for (const target of loaded) assert.match(target ?? '', /^(\/[^/]|data:image\/svg)/);
  assert.doesNotMatch(page, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
  for (const file of ['/docs/docs.css', '/docs/docs.js']) {
    assert.ok(loaded.includes(file));
    assert.equal((await fetch(url + file)).status, 200);
  }
});

test('the reference wears all of its styles, in the order they apply', async (t) => {
  const { url } = await start(t);
  const files = ['docs.css', 'docs-endpoints.css', 'docs-narrow.css'];

  const answer = await fetch(`${url}/docs/docs.css`);

  assert.equal(answer.headers.get('content-type'), 'text/css; charset=utf-8');
  const texts = files.map((file) => readFileSync(join(import.meta.dirname, 'docs', file), 'utf8'));
  assert.equal(await answer.text(), texts.join('\n'));
});

test('the bare address leads to the reference', async (t) => {
  const { url } = await start(t);

  const answer = await fetch(url, { redirect: 'manual' });

  assert.equal(answer.status, 302);
  assert.equal(answer.headers.get('location'), '/docs');
});
