/** One request to one server on loopback; what needs a process of its own stands in open-model.test.ts. */
import assert from 'node:assert/strict';
import type { lookup } from 'node:dns';
import { getEventListeners, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { getDefaultAutoSelectFamily, setDefaultAutoSelectFamily, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import type { Server } from './eu-target.ts';
import { openTransport, WireError, type Transport } from './transport.ts';

const LIMITS = { connectMsMax: 60_000, answerBytesMax: 10, connectionsMax: 4 };
const GET = { method: 'GET', path: '/a?b=1', headers: { 'x-own': 'yes' } } as const;

interface Scene {
  readonly transport: Transport;
  readonly server: ReturnType<typeof createServer>;
  readonly connections: () => number;
}

async function open(
  t: TestContext,
  listener: RequestListener,
  change: Partial<Server> = {},
  resolve: typeof lookup = leadingTo('127.0.0.1'),
): Promise<Scene> {
  let connections = 0;
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  server.on('connection', () => void (connections += 1)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const place = { isSecure: false, host: 'models.internal', port, isPrivateOnly: true, ...change };
  const transport = openTransport(place, LIMITS, resolve);
  t.after(() => transport[Symbol.dispose]());
  return { transport, server, connections: () => connections };
}

/** A name server that knows one answer, and is asked for all of it. */
function leadingTo(...addresses: readonly string[]): typeof lookup {
  const resolve = (name: string, options: object, callback: (...args: unknown[]) => void) => {
    assert.equal(name, 'models.internal');
    assert.equal((options as { all?: boolean }).all, true);
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  };
  return resolve as unknown as typeof lookup;
}

const never = (): AbortSignal => new AbortController().signal;

function failing(reason: WireError['reason'], mayHaveArrived: boolean) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof WireError);
    assert.deepEqual([error.reason, error.mayHaveArrived], [reason, mayHaveArrived]);
    return true;
  };
}

test('a request arrives as it is, and its answer with status, headers and body', async (t) => {
  const seen: unknown[] = [];
  const { transport } = await open(t, (request, response) => {
    const { method, url, headers } = request;
    seen.push([method, url, headers['x-own'], headers['accept-encoding']]);
    seen.push(headers['content-length']);
    request.setEncoding('utf8').on('data', (text) => seen.push(text));
    request.on('end', () => response.writeHead(207, { 'x-its': 'too' }).end('größer'));
  });

  const answer = await transport.send(GET, never());
  await transport.send({ ...GET, method: 'POST', body: Buffer.from('body') }, never());

  assert.deepEqual([answer.status, answer.headers['x-its'], answer.body], [207, 'too', 'größer']);
  assert.deepEqual(seen, [
    ['GET', '/a?b=1', 'yes', 'identity'],
    '0',
    ['POST', '/a?b=1', 'yes', 'identity'],
    '4',
    'body',
  ]);
});

test('every request has a connection of its own, and leaves nothing at the caller’s signal', async (t) => {
  const { transport, connections } = await open(t, (_request, response) => response.end('{}'));
  const { signal } = new AbortController();

  await transport.send(GET, signal);
  await transport.send(GET, signal);

  assert.equal(connections(), 2);
  assert.equal(getEventListeners(signal, 'abort').length, 0);
});

test('an answer of as many bytes as allowed is read, one of a byte more is not', async (t) => {
  const { transport } = await open(t, (request, response) => {
    response.write('12345');
    response.end(request.url === '/fits' ? '67890' : '678901');
  });

  assert.equal((await transport.send({ ...GET, path: '/fits' }, never())).body, '1234567890');
  await assert.rejects(transport.send(GET, never()), failing('too_large', true));
});

test('a caller who gave up before does not connect', async (t) => {
  const { transport, connections } = await open(t, (_request, response) => response.end());
  await assert.rejects(transport.send(GET, AbortSignal.abort()), failing('timeout', false));
  assert.equal(connections(), 0);
});

test('a caller who gives up closes the connection', async (t) => {
  const caller = new AbortController();
  const closed = Promise.withResolvers<void>();
  const { transport } = await open(t, (request) => {
    request.socket.on('close', () => closed.resolve());
    caller.abort();
  });
  await assert.rejects(transport.send(GET, caller.signal), failing('timeout', true));
  await closed.promise;
});

test('a connection that is lost may have brought the request, one that never was did not', async (t) => {
  const { transport, server } = await open(t, (request, response) => {
    if (request.url === '/half') response.write('half', () => response.destroy());
    else response.destroy();
  });

  await assert.rejects(transport.send(GET, never()), failing('lost', true));
  await assert.rejects(transport.send({ ...GET, path: '/half' }, never()), failing('lost', true));
  server.close();
  await once(server, 'close');
  await assert.rejects(transport.send(GET, never()), failing('unreachable', false));
});

test('connecting has its time, and answering is not counted in it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { transport } = await open(t, (_request, response) => {
    t.mock.timers.tick(LIMITS.connectMsMax);
    response.end('late');
  });
  assert.equal((await transport.send(GET, never())).body, 'late');

  const asked = Promise.withResolvers<void>();
  const nobody = (() => asked.resolve()) as unknown as typeof lookup;
  const stuck = await open(t, () => undefined, {}, nobody);
  const sent = stuck.transport.send(GET, never());
  await asked.promise;
  let isOver = false;
  void sent.catch(() => (isOver = true));
  t.mock.timers.tick(LIMITS.connectMsMax - 1);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isOver, false);
  t.mock.timers.tick(1);
  await assert.rejects(sent, failing('unreachable', false));
});

test('a name without an address, and one that nobody knows, are not reached', async (t) => {
  const unknown = new Error('no such name');
  const fails = ((_name: string, _options: object, callback: (error: Error) => void) =>
    callback(unknown)) as unknown as typeof lookup;
  for (const [resolve, message] of [
    [fails, 'no such name'],
    [leadingTo(), 'The name has no address.'],
    [leadingTo('127.0.0.1', '0.0.0.0'), 'Plain HTTP is for private addresses only.'],
  ] as const) {
    const { transport, connections } = await open(
      t,
      (_request, response) => response.end(),
      {},
      resolve,
    );
    await assert.rejects(transport.send(GET, never()), (error: WireError) => {
      assert.equal((error.cause as Error).message, message);
      return failing('unreachable', false)(error);
    });
    assert.equal(connections(), 0);
  }
});

test('a server that need not be private may be anywhere', async (t) => {
  // Every address of this machine, and none of those that count as private.
  const { transport } = await open(
    t,
    (_request, response) => response.end('{}'),
    { isPrivateOnly: false },
    leadingTo('0.0.0.0'),
  );
  assert.equal((await transport.send(GET, never())).body, '{}');
});

test('where Node asks for one address alone, it gets the first', async (t) => {
  const before = getDefaultAutoSelectFamily();
  setDefaultAutoSelectFamily(false);
  t.after(() => setDefaultAutoSelectFamily(before));
  const { transport } = await open(
    t,
    (_request, response) => response.end('{}'),
    {},
    leadingTo('127.0.0.1', '10.255.255.255'),
  );
  assert.equal((await transport.send(GET, never())).body, '{}');
});
