import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../base/log.ts';
import { clientErrorHandler, refuseTunnel } from './client-errors.ts';

const LINGER_MS = 1_000;

/** A connection that only notes what happens to it. */
function newSocket(state: { destroyed?: boolean; writable?: boolean } = {}) {
  const socket = Object.assign(new EventEmitter(), {
    destroyed: false,
    writable: true,
    ends: 0,
    written: [] as string[],
    end: (text: string) => void socket.written.push(text),
    destroy: () => void (socket.ends += 1),
    ...state,
  });
  return socket;
}

type Socket = ReturnType<typeof newSocket>;

function start(t: TestContext, lingering: readonly Socket[] = []) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.UTC(2026, 0, 31) });
  const inFlight = new Set<never>();
  let ids = 0;
  const needs = {
    log: silentLog,
    exchanges: {
      inFlight,
      isLingering: (socket: Duplex) => lingering.some((each) => Object.is(each, socket)),
    },
    headers: { 'x-own': 'yes' },
    newRequestId: () => `req_${(ids += 1)}`,
    limits: { detailsMax: 10, retryAfterMsDefault: 5_000, lingerMs: LINGER_MS },
  };
  const handle = clientErrorHandler(needs);
  return {
    break: (socket: Socket, code?: string) =>
      handle(
        Object.assign(new Error('broken'), code === undefined ? {} : { code }),
        asDuplex(socket),
      ),
    refuseTunnel: (socket: Socket) => refuseTunnel(needs, asDuplex(socket)),
    answering: (socket: Socket, isWhole: boolean, headersSent = false) => {
      const response = Object.assign(new EventEmitter(), {
        req: { socket, complete: isWhole },
        headersSent,
      });
      inFlight.add(response as never);
      return response;
    },
  };
}

function asDuplex(socket: Socket): Duplex {
  return socket as unknown as Duplex;
}

function statusOf(socket: Socket): string | undefined {
  assert.ok(socket.written.length <= 1);
  return socket.written[0]?.slice('HTTP/1.1 '.length).split(' ', 1)[0];
}

test('what never became a request is answered by hand, in full', (t) => {
  const client = start(t);
  const socket = newSocket();

  client.break(socket);

  assert.deepEqual(socket.written, [
    [
      'HTTP/1.1 400 Bad Request',
      'x-own: yes',
      'content-type: application/json; charset=utf-8',
      'x-request-id: req_1',
      'content-length: 117',
      'date: Sat, 31 Jan 2026 00:00:00 GMT',
      'connection: close',
      '',
      '{"error":"Invalid HTTP request.","code":"VALIDATION_ERROR",' +
        '"details":[{"path":"","message":"Invalid HTTP request."}]}',
    ].join('\r\n'),
  ]);
});

test('the answer says what was wrong', (t) => {
  for (const [code, status, said] of [
    [
      'HPE_HEADER_OVERFLOW',
      '431',
      '{"error":"The headers are too large.","code":"HEADERS_TOO_LARGE"}',
    ],
    [
      'ERR_HTTP_REQUEST_TIMEOUT',
      '408',
      '{"error":"The request did not arrive in time.","code":"REQUEST_TIMEOUT"}',
    ],
    ['HPE_INVALID_METHOD', '400', '"code":"VALIDATION_ERROR"'],
  ] as const) {
    const socket = newSocket();
    start(t).break(socket, code);
    t.mock.timers.reset();
    assert.equal(statusOf(socket), status);
    assert.ok(socket.written[0]?.includes(said), code);
  }
});

test('nobody opens a tunnel', (t) => {
  const socket = newSocket();

  start(t).refuseTunnel(socket);

  assert.equal(statusOf(socket), '405');
  assert.match(socket.written[0] ?? '', /"CONNECT isn't supported\.","code":"METHOD_NOT_ALLOWED"/);
});

test('one answer is enough, and who has left gets none', (t) => {
  const client = start(t);
  const socket = newSocket();
  const gone = newSocket({ destroyed: true });
  const reset = newSocket();

  client.break(socket);
  client.break(socket);
  client.break(gone);
  client.break(reset, 'ECONNRESET');

  assert.equal(socket.written.length, 1);
  assert.deepEqual([gone.written, reset.written], [[], []]);
  assert.deepEqual([socket.ends, gone.ends, reset.ends], [0, 0, 0]);
});

test('a connection that takes no answer is closed', (t) => {
  const socket = newSocket({ writable: false });

  start(t).break(socket);

  assert.deepEqual([socket.written, socket.ends], [[], 1]);
});

test('the connection stays for a while, so that the answer is read, and then ends', (t) => {
  const client = start(t);
  const [stays, closes] = [newSocket(), newSocket()];

  client.break(stays);
  client.break(closes);
  closes.emit('close');

  t.mock.timers.tick(LINGER_MS - 1);
  assert.equal(stays.ends, 0);
  t.mock.timers.tick(1);
  assert.deepEqual([stays.ends, closes.ends], [1, 0]);
});

test('whole requests in front of the broken bytes have their answers first', (t) => {
  const client = start(t);
  const socket = newSocket();
  const first = client.answering(socket, true, true);
  const last = client.answering(socket, true);

  client.break(socket);
  first.emit('close');
  assert.equal(statusOf(socket), undefined);
  last.emit('close');

  assert.equal(statusOf(socket), '400');
  assert.equal(socket.ends, 0);
});

test('a body that breaks is refused, unless its answer has begun', (t) => {
  const [whole, alone, begun, other] = [newSocket(), newSocket(), newSocket(), newSocket()];
  const client = start(t);
  client.answering(whole, true);
  client.answering(whole, false);
  client.answering(alone, false);
  client.answering(begun, false, true);

  for (const socket of [whole, alone, begun, other]) client.break(socket);

  assert.deepEqual([whole, alone, begun, other].map(statusOf), ['400', '400', undefined, '400']);
  assert.deepEqual([whole.ends, alone.ends, begun.ends, other.ends], [0, 0, 1, 0]);
});

test('a connection that has its answer already, and only goes on sending, is closed', (t) => {
  const socket = newSocket();

  start(t, [socket]).break(socket);

  assert.deepEqual([socket.written, socket.ends], [[], 1]);
});
