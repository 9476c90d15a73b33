import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../base/log.ts';
import { LIMITS } from '../../test/support/limits.ts';
import { createServers, type ServerNeeds } from './servers.ts';

const needs: ServerNeeds = {
  log: silentLog,
  exchanges: { inFlight: new Set(), isLingering: () => false },
  headers: {},
  newRequestId: () => 'req_1',
  limits: LIMITS.http,
  waiting: new WeakMap(),
};

function newSocket() {
  const written: string[] = [];
  const end = (text: string): void => void written.push(text.split('\r\n', 1)[0] ?? '');
  return Object.assign(new EventEmitter(), { writable: true, end, written, destroy: () => {} });
}

function optionsWith(t: TestContext, limits: Partial<ServerNeeds['limits']>): unknown {
  const create = t.mock.method(http, 'createServer');
  syncBuiltinESMExports();
  createServers({ ...needs, limits: { ...LIMITS.http, ...limits } }).create(() => {});
  const [options] = create.mock.calls[0]?.arguments ?? [];
  create.mock.restore();
  syncBuiltinESMExports();
  return options;
}

test('a server has the bounds it was given, and looks four times within the shorter one', (t) => {
  const limits = { headerBytesMax: 1_234, keepAliveTimeoutMs: 3_000, lingerMs: 500 };

  assert.deepEqual(
    optionsWith(t, { ...limits, headersTimeoutMs: 2_000, requestTimeoutMs: 4_000 }),
    {
      maxHeaderSize: 1_234,
      headersTimeout: 2_000,
      requestTimeout: 4_500,
      keepAliveTimeout: 3_000,
      connectionsCheckingInterval: 500,
      requireHostHeader: false,
    },
  );
  assert.deepEqual(
    optionsWith(t, { ...limits, headersTimeoutMs: 90_000, requestTimeoutMs: 60_000 }),
    {
      maxHeaderSize: 1_234,
      headersTimeout: 60_000,
      requestTimeout: 60_500,
      keepAliveTimeout: 3_000,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
    },
  );
});

test('what is no request is refused on its connection', () => {
  const server = createServers(needs).create(() => assert.fail('is no request'));
  const [broken, tunnel] = [newSocket(), newSocket()];

  server.emit('clientError', new Error('broken'), broken as never);
  server.emit('connect', {} as IncomingMessage, tunnel as never, Buffer.alloc(0));

  assert.deepEqual(broken.written, ['HTTP/1.1 400 Bad Request']);
  assert.deepEqual(tunnel.written, ['HTTP/1.1 405 Method Not Allowed']);
});

test('who waits for a word before it sends is served, and told when the body is wanted', () => {
  for (const shouldKeepAlive of [true, false]) {
    const served: unknown[] = [];
    const server = createServers(needs).create((...pair) => void served.push(pair));
    const request = {} as IncomingMessage;
    let reported = 0;
    const response = { shouldKeepAlive, writeContinue: () => (reported += 1) };

    server.emit('checkContinue', request, response as never);

    assert.deepEqual(served, [[request, response]]);
    assert.deepEqual([response.shouldKeepAlive, reported], [false, 0]);
    needs.waiting.get(request)?.();
    assert.deepEqual([response.shouldKeepAlive, reported], [shouldKeepAlive, 1]);
  }
});

test('other expectations are ignored', () => {
  const served: unknown[] = [];
  const server = createServers(needs).create((...pair) => void served.push(pair));
  const [request, response] = [{} as IncomingMessage, {}];

  server.emit('checkExpectation', request, response as never);

  assert.deepEqual(served, [[request, response]]);
});

test('all servers are told together, until they are closed', async (t) => {
  const servers = createServers(needs);
  const [one, two] = [servers.create(() => {}), servers.create(() => {})];
  const reported: string[] = [];
  for (const [name, server] of [
    ['one', one],
    ['two', two],
  ] as const) {
    t.mock.method(server, 'closeIdleConnections', () => void reported.push(`${name} idle`));
    t.mock.method(server, 'closeAllConnections', () => void reported.push(`${name} all`));
  }

  servers.closeIdleConnections();
  servers.cut();
  assert.deepEqual(reported.splice(0), ['one idle', 'two idle', 'one all', 'two all']);
  one.emit('close');
  servers.cut();
  assert.deepEqual(reported.splice(0), ['two all']);

  await new Promise<void>((resolve) => {
    two.listen(0, '127.0.0.1', resolve);
  });
  await servers.stop();
  assert.equal(two.listening, false);
  await servers.stop();
});
