import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test, type TestContext } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createExchanges } from './exchanges.ts';

const LINGER_MS = 1_000;

/** Meters and a log that only note; `end` is the moment its connection closes. */
function start(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  t.mock.method(performance, 'now', () => (now += 250.125));
  const noted: unknown[] = [];
  const meter = (name: string) => (value: number, labels: object) =>
    void noted.push([name, value, labels]);
  const made: unknown[] = [];
  let inFlight: () => number = () => -1;
  const metrics = {
    gauge: (name: string, help: string, read: () => number) => {
      made.push([name, help]);
      inFlight = read;
    },
    counter: (...facts: unknown[]) => {
      made.push(facts);
      return { add: meter(String(facts[0])) };
    },
    histogram: (...facts: unknown[]) => {
      made.push(facts);
      return { observe: meter('latency') };
    },
  };
  const lines: Record<string, unknown>[] = [];
  const log = { info: (line: Record<string, unknown>) => void lines.push(line) };
  const exchanges = createExchanges({ log, metrics, limits: { lingerMs: LINGER_MS } } as never);
  const begin = (
    how: { raw?: object; message?: object; caller?: object; status?: number } = {},
  ) => {
    const socket = { destroyed: false };
    const message = Object.assign(new EventEmitter(), {
      complete: true,
      destroyed: false,
      socket,
      resumed: 0,
      resume: () => void (message.resumed += 1),
      destroy: () => void (message.destroyed = true),
      ...how.message,
    });
    const raw = Object.assign(new EventEmitter(), {
      writableFinished: true,
      writableEnded: true,
      ...how.raw,
    });
    const request = {
      id: 'req_1',
      method: 'POST',
      headers: { 'content-length': '12' },
      raw: message,
      caller: how.caller,
    } as unknown as FastifyRequest;
    const reply = {
      raw,
      statusCode: how.status ?? 200,
      getHeader: () => 34,
    } as unknown as FastifyReply;
    exchanges.begin(request, reply, '/x');
    return { end: () => raw.emit('close'), message, socket };
  };
  return { exchanges, begin, noted, made, lines, inFlight: () => inFlight() };
}

test('every request is counted, timed and logged once it is over, by its route', (t) => {
  const { begin, noted, lines, inFlight } = start(t);
  const { end } = begin({ status: 202, caller: { actor: { organization: 'org_a' } } });
  assert.deepEqual([inFlight(), noted.length], [1, 0]);

  end();

  const labels = { method: 'POST', route: '/x', status: '202' };
  assert.deepEqual(noted, [
    ['xplain_http_requests_total', 1, labels],
    ['latency', 0.250125, labels],
  ]);
  const [line] = lines;
  assert.deepEqual(line, {
    ms: 250.13,
    requestId: 'req_1',
    method: 'POST',
    route: '/x',
    status: 202,
    bytesIn: 12,
    bytesOut: 34,
    organization: 'org_a',
  });
  assert.equal(inFlight(), 0);
});

test('a client that went before its answer was whole is told apart', (t) => {
  const { begin, lines } = start(t);
  const gone = { writableFinished: false };
  begin({ raw: { ...gone, writableEnded: false } }).end();
  begin({ raw: gone, message: { socket: { destroyed: true } } }).end();
  // All of it was handed over, and the connection stands.
  begin({ raw: gone }).end();

  assert.deepEqual(
    lines.map(({ status }) => status),
    [499, 499, 200],
  );
});

test('what a client still sends is thrown away for a while, then its connection goes', (t) => {
  const { exchanges, begin } = start(t);
  const { end, message, socket } = begin({ message: { complete: false } });
  assert.equal(exchanges.isLingering(socket as never), false);
  end();
  assert.deepEqual([exchanges.isLingering(socket as never), message.resumed], [true, 1]);

  t.mock.timers.tick(LINGER_MS - 1);
  assert.equal(message.destroyed, false);
  t.mock.timers.tick(1);

  assert.equal(message.destroyed, true);
});

for (const how of ['end', 'close']) {
  test(`a client whose request comes to its ${how} in that time keeps its connection`, (t) => {
    const { exchanges, begin } = start(t);
    const { end, message, socket } = begin({ message: { complete: false } });
    end();

    message.emit(how);
    t.mock.timers.tick(LINGER_MS);

    assert.deepEqual([exchanges.isLingering(socket as never), message.destroyed], [false, false]);
  });
}

test('a request that is whole, or whose connection is gone, is not waited for', (t) => {
  const { begin } = start(t);
  const whole = begin();
  const gone = begin({ message: { complete: false, destroyed: true } });
  whole.end();
  gone.end();

  assert.deepEqual([whole.message.resumed, gone.message.resumed], [0, 0]);
});

test('errors are counted by their code, and meters have the names that the page of metrics tells', (t) => {
  const { exchanges, noted, made } = start(t);

  exchanges.refused('RATE_LIMITED');

  assert.deepEqual(noted, [['xplain_http_errors_total', 1, { code: 'RATE_LIMITED' }]]);
  const labels = ['method', 'route', 'status'];
  assert.deepEqual(made, [
    ['xplain_http_requests_in_flight', 'Requests in progress.'],
    ['xplain_http_requests_total', 'Requests by route and status.', labels],
    [
      'xplain_http_request_duration_seconds',
      'Time from request headers to the end of the response.',
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      labels,
    ],
    ['xplain_http_errors_total', 'Error responses by code.', ['code']],
  ]);
});
