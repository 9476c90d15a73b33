import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { test, type TestContext } from 'node:test';
import { healthCommand } from './health.ts';

test('a ready server is shown with each of its engines', async (t) => {
  const engines = { store: { state: 'up' }, counters: { state: 'degraded', note: 'Alone.' } };
  const url = await serve(t, 200, JSON.stringify({ data: { engines } }));

  const { code, printed } = await run({ url: `${url}/some/path` });

  assert.equal(code, 0);
  assert.deepEqual(printed, [`${url} is ready:`, '  store     up', '  counters  degraded  Alone.']);
});

test('a server that is not ready fails the command', async (t) => {
  const body = JSON.stringify({ data: { engines: { store: { state: 'down', note: 'Away.' } } } });
  const url = await serve(t, 503, body);
  const { code, printed } = await run({ url });
  assert.equal(code, 1);
  assert.deepEqual(printed, [`${url} is not ready (HTTP 503):`, '  store  down  Away.']);
});

test('the answer as it came', async (t) => {
  const url = await serve(t, 200, '{"data":{}}');
  assert.deepEqual((await run({ url, json: true })).printed, ['{"data":{}}']);
});

test('an answer of another kind is judged by its status alone', async (t) => {
  const url = await serve(t, 404, '<html>');
  const { code, printed } = await run({ url });
  assert.equal(code, 1);
  assert.deepEqual(printed, [`${url} is not ready (HTTP 404).`]);
});

test('what comes over the network does not steer the terminal', async (t) => {
  const engines = { store: { state: 'up', note: '\u001b[2J\u0007gone' } };
  const url = await serve(t, 200, JSON.stringify({ data: { engines } }));
  assert.deepEqual((await run({ url })).printed[1], '  store  up   [2J gone');
});

test('an answer without end is cut off', async (t) => {
  const url = await serve(t, 200, 'x'.repeat(1_000_001));
  const { code, complained } = await run({ url });
  assert.equal(code, 1);
  assert.match(complained.join(), /the response is too large/);
});

test('nobody there is said in plain words', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = urlOf(server);
  server.close();
  await once(server, 'close');

  const { code, complained } = await run({ url });

  assert.equal(code, 1);
  assert.deepEqual(complained, [`Can't reach ${url}: connection refused. Is the server running?`]);
});

test('without an address the configured server is asked', async (t) => {
  const url = await serve(t, 200, '{}');
  const environment = { XPLAIN_PORT: new URL(url).port };
  const { code, printed } = await run({}, environment);
  assert.equal(code, 0);
  assert.deepEqual(printed, [`${url} is ready.`]);
});

test('a configuration that cannot be used is shown, and an address makes do without it', async (t) => {
  const environment = { XPLAIN_PORT: 'x' };
  const { code, complained } = await run({}, environment);
  assert.equal(code, 1);
  assert.match(complained.join(), /XPLAIN_PORT/);
  const url = await serve(t, 200, '{}');
  assert.equal((await run({ url }, environment)).code, 0);
});

async function run(
  given: Record<string, string | boolean>,
  environment: Record<string, string> = {},
) {
  const printed: string[] = [];
  const complained: string[] = [];
  const code = await healthCommand.run(
    {
      print: (line) => void printed.push(line),
      complain: (line) => void complained.push(line),
      environment,
    },
    given,
    [],
  );
  return { code, printed, complained };
}

async function serve(t: TestContext, status: number, body: string): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/ready' ? status : 500).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return urlOf(server);
}

function urlOf(server: Server): string {
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return `http://127.0.0.1:${address.port}`;
}
