import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { StartError } from '../base/errors.ts';
import { silentLog } from '../base/log.ts';
import { silentMetrics } from '../base/metrics.ts';
import { LIMITS } from '../../test/support/limits.ts';
import { startHttp } from '../../test/support/http/start-http.ts';
import { createApp, type App } from './app.ts';
import { listen, listenAlso, serveMetrics } from './listen.ts';
import { createMetrics } from './metrics.ts';

const HOST = '127.0.0.1';

function mount(app: App): void {
  for (const url of ['/v1/logs', '/other']) {
    app.route({
      method: 'GET',
      url,
      config: { permission: 'public', rate: 'none', body: 'none' },
      handler: async () => ({}),
    });
  }
}

test('a taken port is told in one line, with what to do', async (t) => {
  const holder = createServer();
  await new Promise<void>((resolve) => {
    holder.listen(0, HOST, resolve);
  });
  t.after(() => holder.close());
  const address = holder.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const app = createApp({ log: silentLog, metrics: silentMetrics, limits: LIMITS.http });
  t.after(() => app.close());

  const refusal = await listen(app, { host: HOST, port }).catch((error: unknown) => error);

  assert.ok(refusal instanceof StartError);
  assert.match(
    refusal.message,
    new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is already in use[^\\n]*$`),
  );
});

test('an address of another machine is told too', async (t) => {
  const app = createApp({ log: silentLog, metrics: silentMetrics, limits: LIMITS.http });
  t.after(() => app.close());

  await assert.rejects(listen(app, { host: '192.0.2.1', port: 0 }), {
    name: 'StartError',
    message: /192\.0\.2\.1/,
  });
});

test('a second port serves the named paths alone, and closes with the app', async (t) => {
  const { app } = await startHttp(t, mount);

  const port = await listenAlso(app, { host: HOST, port: 0 }, ['/v1/logs']);

  const logs = await fetch(`http://${HOST}:${port}/v1/logs?x=1`);
  const other = await fetch(`http://${HOST}:${port}/other`);
  assert.equal(logs.status, 200);
  assert.equal(other.status, 404);
  assert.equal(((await other.json()) as { code: string }).code, 'NOT_FOUND');
  await app.close();
  await assert.rejects(fetch(`http://${HOST}:${port}/v1/logs`));
});

test('the metrics have a port of their own where nobody asks for a token', async () => {
  const metrics = createMetrics();
  metrics.counter('things_total', 'Things.').add(1);
  await using server = await serveMetrics(metrics, { host: HOST, port: 0 });

  const answer = await fetch(`http://${HOST}:${server.port}/metrics`);
  const other = await fetch(`http://${HOST}:${server.port}/api`);

  assert.match(await answer.text(), /^things_total 1$/m);
  assert.equal(answer.headers.get('content-type'), metrics.contentType);
  assert.equal(other.status, 404);
});

test('on this machine the metrics answer to its own names alone', async () => {
  await using server = await serveMetrics(createMetrics(), { host: HOST, port: 0 });
  const statusFor = async (host: string): Promise<number | undefined> => {
    const asked = request({ host: HOST, port: server.port, path: '/metrics', headers: { host } });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };

  assert.equal(await statusFor(`localhost:${server.port}`), 200);
  assert.equal(await statusFor('rebound.example.com'), 404);
});

test('idle connections are kept as long as promised', async (t) => {
  const { app, url } = await startHttp(t, mount);

  const answer = await fetch(`${url}/other`);

  const seconds = LIMITS.http.keepAliveTimeoutMs / 1_000;
  assert.equal(answer.headers.get('keep-alive'), `timeout=${seconds}`);
  assert.equal(app.server.keepAliveTimeout, LIMITS.http.keepAliveTimeoutMs);
});

test('a second port needs no first one', async (t) => {
  const app = createApp({ log: silentLog, metrics: silentMetrics, limits: LIMITS.http });
  t.after(() => app.close());
  mount(app);

  const port = await listenAlso(app, { host: HOST, port: 0 }, ['/v1/logs']);

  assert.equal((await fetch(`http://${HOST}:${port}/v1/logs`)).status, 200);
});

test('why a port cannot be opened is told where anybody can do something about it', async () => {
  const address = { host: 'here', port: 80 };
  const reported = async (thrown: unknown): Promise<unknown> => {
    const refused = Promise.withResolvers<never>();
    refused.reject(thrown);
    const app = { listen: () => refused.promise } as unknown as App;
    return listen(app, address).catch((error: unknown) => error);
  };
  const coded = (code: string): Error => Object.assign(new Error('words of the system'), { code });

  for (const [code, message] of [
    ['EACCES', 'No permission to listen on port 80 of here. Use a port above 1023.'],
    ['EADDRNOTAVAIL', "This machine doesn't have the address here."],
    ['ENOTFOUND', "This machine doesn't have the address here."],
  ] as const) {
    const error = await reported(coded(code));
    assert.ok(error instanceof StartError);
    assert.equal(error.message, message);
  }
  for (const error of [coded('EIO'), new Error('without a code')]) {
    assert.equal(await reported(error), error);
  }
  const odd = await reported('just text');
  assert.ok(odd instanceof Error);
  assert.equal(odd.message, 'the port cannot be opened');
});

test('the port of the metrics is told when it is taken, and their failure is 500', async () => {
  const broken = { text: () => Promise.reject(new Error('away')), contentType: 'text/plain' };
  await using server = await serveMetrics(broken, { host: HOST, port: 0 });

  await assert.rejects(serveMetrics(broken, { host: HOST, port: server.port }), {
    name: 'StartError',
    message: new RegExp(`^Port ${server.port} on 127`),
  });
  assert.equal((await fetch(`http://${HOST}:${server.port}/metrics`)).status, 500);
});

test('nobody who waits for metrics holds up the end', async () => {
  const asked = Promise.withResolvers<void>();
  const silent = {
    text: () => {
      asked.resolve();
      return new Promise<string>(() => {});
    },
    contentType: 'text/plain',
  };
  const server = await serveMetrics(silent, { host: HOST, port: 0 });
  const answer = fetch(`http://${HOST}:${server.port}/metrics`).catch(() => 'cut off');
  await asked.promise;

  await server[Symbol.asyncDispose]();

  assert.equal(await answer, 'cut off');
});
