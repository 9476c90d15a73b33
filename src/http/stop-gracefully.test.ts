import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../base/log.ts';
import { startHttp } from '../../test/support/http/start-http.ts';
import type { AppNeeds } from './app.ts';
import { stopGracefully } from './stop-gracefully.ts';

async function start(t: TestContext, limits: Partial<AppNeeds['limits']> = {}) {
  const entered = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const http = await startHttp(
    t,
    (app) => {
      app.route({
        method: 'GET',
        url: '/work',
        config: { permission: 'public', rate: 'none', body: 'none' },
        handler: async () => {
          entered.resolve();
          await finish.promise;
          return { data: 'done' };
        },
      });
      app.route({
        method: 'GET',
        url: '/tail',
        config: { permission: 'public', rate: 'none', body: 'none' },
        handler: async (_request, reply) => {
          reply.hijack();
          reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
          reply.raw.write('data: 1\n\n');
          entered.resolve();
          app.closing.addEventListener('abort', () => reply.raw.end('data: bye\n\n'));
        },
      });
      app.route({
        method: 'GET',
        url: '/quick',
        config: { permission: 'public', rate: 'none', body: 'none' },
        handler: async () => ({ data: 'quick' }),
      });
    },
    { limits },
  );
  return { ...http, entered: entered.promise, finish: finish.resolve };
}

interface Connection {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  received(): string;
}

function open(port: number, request: string): Connection {
  let text = '';
  const socket = connect(port, '127.0.0.1');
  socket.on('data', (data) => (text += data.toString()));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  socket.write(request);
  return { socket, closed, received: () => text };
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

test('what is in flight gets its answer, and its connection then closes', async (t) => {
  const { app, port, entered, finish } = await start(t);
  const working = open(port, get('/work'));
  await entered;

  const closed = app.close();
  await sleep(50);
  finish();
  await closed;
  await working.closed;

  assert.match(working.received(), /^HTTP\/1\.1 200 OK[\s\S]*\{"data":"done"\}$/);
  assert.match(working.received(), /connection: close/i);
});

test('no new connection is accepted, and idle ones are closed at once', async (t) => {
  const { app, port, url, entered, finish } = await start(t);
  const idle = open(port, get('/quick'));
  open(port, get('/work'));
  await entered;
  await sleep(50);

  const closed = app.close();
  await idle.closed;

  await assert.rejects(fetch(`${url}/quick`));
  finish();
  await closed;
});

test('a request behind one in flight is not started any more, and the first answer says so', async (t) => {
  const { app, port, entered, finish } = await start(t);
  const busy = open(port, get('/work'));
  await entered;

  const closed = app.close();
  await sleep(20);
  busy.socket.write(get('/quick'));
  await sleep(50);
  finish();
  await closed;
  await busy.closed;

  assert.match(
    busy.received(),
    /^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*\{"data":"done"\}/i,
  );
  assert.doesNotMatch(busy.received(), /quick/);
});

test('a new request after the start of the shutdown is refused with a wait', async (t) => {
  const { app, entered, finish } = await start(t);
  const working = app.inject({ method: 'GET', url: '/work' });
  await entered;

  const closed = app.close();
  await once(app.closing, 'abort');
  // The app's own port is closed by now; on another one its answer can be seen.
  const late = createServer((request, response) => app.routing(request, response));
  await new Promise<void>((resolve) => {
    late.listen(0, '127.0.0.1', resolve);
  });
  const address = late.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const answer = await fetch(`http://127.0.0.1:${port}/quick`);
  late.close();
  finish();
  await working;
  await closed;

  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get('connection'), 'close');
  assert.ok(Number(answer.headers.get('retry-after')) > 0);
  assert.equal(((await answer.json()) as { code: string }).code, 'SHUTTING_DOWN');
});

test('answers without an end hear of it and end themselves', async (t) => {
  const { app, port, entered } = await start(t);
  const tail = open(port, get('/tail'));
  await entered;

  await app.close();
  await tail.closed;

  assert.match(tail.received(), /data: bye/);
});

test('what takes longer than allowed is cut off, and the log says so', async (t) => {
  const { app, port, lines, entered } = await start(t, { shutdownTimeoutMs: 100 });
  const stuck = open(port, get('/work'));
  await entered;

  await app.close();
  await stuck.closed;

  assert.equal(stuck.received(), '');
  assert.ok(lines.some((line) => line['msg'] === 'requests interrupted by the shutdown'));
});

/** The two hooks of a stop, with servers that only note what they are told. */
function stopping(responses: readonly object[] = []) {
  const told: string[] = [];
  const stopped = Promise.withResolvers<void>();
  const closing = new AbortController();
  const hooks: Record<string, (done?: () => void) => unknown> = {};
  const servers = {
    stop: () => {
      told.push('stop');
      return stopped.promise;
    },
    closeIdleConnections: () => void told.push('close idle'),
    cut: () => void told.push('cut'),
  };
  stopGracefully(
    {
      addHook: (name: string, hook: () => unknown) => void (hooks[name] = hook),
    } as never,
    {
      log: silentLog,
      limits: { shutdownTimeoutMs: 1_000 },
      exchanges: { inFlight: new Set(responses) },
      servers,
      closing,
    } as never,
  );
  return {
    told,
    closing: closing.signal,
    begin: () => hooks['preClose']?.(() => told.push('done')),
    end: () => hooks['onClose']?.(),
    stopped: stopped.resolve,
  };
}

test('the end waits until the last connection is gone, and then cuts nothing', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { told, closing, begin, end, stopped } = stopping();

  begin();
  assert.deepEqual([closing.aborted, told], [true, ['stop', 'done']]);
  const ended = Promise.resolve(end()).then(() => told.push('ended'));
  await nextTurn();
  assert.deepEqual(told, ['stop', 'done']);
  stopped();
  await ended;
  t.mock.timers.tick(1_000);

  assert.deepEqual(told, ['stop', 'done', 'ended']);
});

test('whoever is not done in time is cut off', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { told, begin } = stopping();

  begin();
  t.mock.timers.tick(999);
  assert.deepEqual(told, ['stop', 'done']);
  t.mock.timers.tick(1);

  assert.deepEqual(told, ['stop', 'done', 'cut']);
});

test('a connection whose answer had promised to keep it goes after that answer', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const response = Object.assign(new EventEmitter(), { shouldKeepAlive: true });
  const { told, begin } = stopping([response]);

  begin();
  assert.equal(response.shouldKeepAlive, false);
  response.emit('close');
  assert.deepEqual(told, ['stop', 'done']);
  await nextTurn();

  assert.deepEqual(told, ['stop', 'done', 'close idle']);
});
