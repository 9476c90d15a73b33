import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { runCli } from '../run-cli.ts';

type Reply = readonly [status: number, body: object];

/** A platform that makes whatever is asked for, unless it is told to answer something else. */
async function startPlatform(t: TestContext, instead: Readonly<Record<string, Reply>>) {
  const calls: string[] = [];
  const made: Readonly<Record<string, Reply>> = {
    'POST /api/auth/sign-in/email': [200, {}],
    'GET /api/v1/organizations': [200, { data: [] }],
    'POST /api/v1/organizations': [201, { data: { id: 'org_1' } }],
    'POST /api/v1/api-keys': [201, { data: { value: 'xp_live_key' } }],
    'POST /api/v1/access-tokens': [201, { data: { value: 'xp_pat_token' } }],
    'GET /api/v1/alert-rules': [200, { data: [], nextCursor: null }],
    'POST /api/v1/alert-rules': [201, { data: { id: 'alr_1' } }],
  };
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url?.split('?', 1)[0]}`;
    calls.push(call);
    const [status, body] = instead[call] ?? made[call] ?? [404, { error: 'No.' }];
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

async function setUp(t: TestContext, instead: Readonly<Record<string, Reply>>) {
  const { url, calls } = await startPlatform(t, instead);
  const printed: string[] = [];
  const complained: string[] = [];
  const code = await runCli(
    {
      print: (line) => void printed.push(line),
      complain: (line) => void complained.push(line),
      environment: { XPLAIN_ADMIN_PASSWORD: 'a password' },
    },
    ['probe', 'setup', '--url', url, '--email', 'ops@example.com'],
  );
  const names = printed.map((line) => line.replace(/^XPLAIN_PROBE_(\w+)=.+$/, '$1'));
  return { code, names, complained: complained.join('\n'), calls };
}

test('everything that is made is told', async (t) => {
  const { code, names, complained } = await setUp(t, {});

  assert.deepEqual([code, complained], [0, '']);
  assert.deepEqual(names, [
    'TARGET',
    'INGEST_KEY',
    'READ_KEY',
    'TOKEN',
    'ALERT_RULE',
    'ADMIN_TOKEN',
  ]);
});

test('a refused rule takes no keys with it', async (t) => {
  const refused: Reply = [403, { error: 'The plan has no more rules.', code: 'X' }];
  for (const call of ['GET /api/v1/alert-rules', 'POST /api/v1/alert-rules']) {
    const { code, names, complained } = await setUp(t, { [call]: refused });

    assert.equal(code, 1);
    assert.deepEqual(names, ['TARGET', 'INGEST_KEY', 'READ_KEY', 'TOKEN', 'ADMIN_TOKEN']);
    assert.match(complained, /not created: The test alert rule: The plan has no more rules\./);
  }
});

test('nor does a refused token', async (t) => {
  const refused: Reply = [403, { error: 'Not for you.', code: 'X' }];
  const { code, names, complained } = await setUp(t, { 'POST /api/v1/access-tokens': refused });

  assert.equal(code, 1);
  assert.deepEqual(names, ['TARGET', 'INGEST_KEY', 'READ_KEY', 'ALERT_RULE', 'ADMIN_TOKEN']);
  assert.match(complained, /not created: The access token: Not for you\./);
});

test('a platform without alert rules is no failure', async (t) => {
  const missing: Reply = [404, { error: 'No such address.', code: 'NOT_FOUND' }];
  const { code, names, complained } = await setUp(t, { 'GET /api/v1/alert-rules': missing });

  assert.equal(code, 0);
  assert.ok(!names.includes('ALERT_RULE'));
  assert.match(complained, /has no alert rules/);
});

test('the rule of an earlier setup is changed, and enabled again', async (t) => {
  const known = { id: 'alr_7', tags: ['status-probe'], version: 3, enabled: false };
  const { code, calls } = await setUp(t, {
    'GET /api/v1/alert-rules': [200, { data: [known], nextCursor: null }],
    'PATCH /api/v1/alert-rules/alr_7': [200, { data: known }],
    'POST /api/v1/alert-rules/alr_7/enable': [200, { data: known }],
  });

  assert.equal(code, 0);
  assert.deepEqual(calls.slice(-2), [
    'PATCH /api/v1/alert-rules/alr_7',
    'POST /api/v1/alert-rules/alr_7/enable',
  ]);
});
