/** Agents of older revisions of the protocol, and methods that this server does not have. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { endWithFile, type RunningApp, startApp } from '../support/programs/start-app.ts';
import { signIn } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

const atEnd = endWithFile();
let app: RunningApp;
let token: string;

before(async () => {
  app = await startApp(atEnd, ADMIN_ENVIRONMENT);
  const ada = await signIn(app.url, ADMIN);
  const draft = { name: 'agent', scopes: ['agent:read'] };
  token = (await ada.create<{ value: string }>('/api/v1/access-tokens', draft)).value;
});

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

async function ask(
  method: string,
  more: Readonly<Record<string, string>>,
  body?: object,
): Promise<Response> {
  return fetch(`${app.url}/mcp`, {
    method,
    headers: { ...HEADERS, authorization: `Bearer ${token}`, ...more },
    ...(body === undefined ? {} : { body: JSON.stringify({ ...body, jsonrpc: '2.0' }) }),
  });
}

/** As the client of `@modelcontextprotocol/sdk` 1.32.2 sends them, recorded; those before differ in the version alone. */
test('messages of older clients are answered in each older revision', async () => {
  for (const revision of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
    const clientInfo = { name: 'recorded', version: '1' };
    const begin = { protocolVersion: revision, capabilities: {}, clientInfo };
    const begun = await ask('POST', {}, { method: 'initialize', params: begin, id: 0 });
    const { result } = (await begun.json()) as { result: { protocolVersion: string } };
    assert.equal(result.protocolVersion, revision);
    assert.equal(begun.headers.get('mcp-session-id'), null);
    const named = { 'mcp-protocol-version': revision };
    assert.equal((await ask('POST', named, { method: 'notifications/initialized' })).status, 202);
    for (const method of ['GET', 'DELETE']) assert.equal((await ask(method, named)).status, 405);
    const listed = (await (await ask('POST', named, { method: 'tools/list', id: 1 })).json()) as {
      result: { tools: unknown[] };
    };
    assert.equal(listed.result.tools.length, 14);
    const params = { name: 'logs_count', arguments: { query: '*', buckets: 0 } };
    const called = await ask('POST', named, { method: 'tools/call', params, id: 2 });
    assert.match(await called.text(), /logs_count: 0 events/);
  }
});

test('what this server does not have is an unknown method', async () => {
  for (const method of ['subscriptions/listen', 'completion/complete', 'tasks/list']) {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const named = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
    const answer = await ask('POST', named, { method, params: { _meta }, id: 1 });
    const { error } = (await answer.json()) as { error: { code: number } };
    assert.deepEqual([method, answer.status, error.code], [method, 404, -32_601]);
  }
});
