/** Agents: a real client of the protocol calls every tool of the running product, and nobody gets at what is not theirs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { before, test } from 'node:test';
import { mcpCommand } from '../../cli/commands/mcp.ts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { AGENT_TOOLS } from '../../src/contract/agent-tools.ts';
import { countTokens } from '../../src/features/agents/answers/count-tokens.ts';
import { callMcp } from '../support/agents/call-mcp.ts';
import { endWithFile, type RunningApp, startApp } from '../support/programs/start-app.ts';
import { signIn, type Visitor } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

const atEnd = endWithFile();
let app: RunningApp;
let ada: Visitor;
let full: string;
let reading: string;

before(async () => {
  app = await startApp(atEnd, {
    ...ADMIN_ENVIRONMENT,
    XPLAIN_RATE_LOGS: '0',
    XPLAIN_RATE_AGENTS: '0',
    XPLAIN_RATE_AGENTCALLS: '0',
    XPLAIN_RATE_EVALUATION: '0',
  });
  ada = await signIn(app.url, ADMIN);
  full = await tokenOf(ada, ['agent:read', 'agent:write', 'evaluations:run']);
  reading = await tokenOf(ada, ['agent:read']);
  const events = Array.from({ length: 60 }, (_, at) => ({
    event: at % 6 === 0 ? `order ${at} capture failed code=51` : `order ${at} paid`,
    level: at % 6 === 0 ? 'error' : 'info',
    service: 'checkout',
    host: `web-${at % 3}`,
    password: 'password=hunter22',
  }));
  await ada.create('/api/v1/logs', events);
  for (;;) {
    const { total } = await ada.read<{ total: number }>('/api/v1/search/histogram?latest=%2B1m');
    if (total === events.length) return;
  }
});

async function tokenOf(visitor: Visitor, scopes: readonly string[]): Promise<string> {
  const draft = { name: 'agent', scopes };
  return (await visitor.create<{ value: string }>('/api/v1/access-tokens', draft)).value;
}

async function send(
  token: string | undefined,
  method: string,
  params: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return callMcp(app.url, token, { method, params }, headers);
}

interface Told {
  readonly text: string;
  readonly isError: boolean;
}

async function use(token: string, name: string, input: object = {}): Promise<Told> {
  const answer = await send(token, 'tools/call', { name, arguments: input });
  const body = (await answer.json()) as {
    result?: { content: { text: string }[]; isError: boolean };
    error?: { code: number; message: string };
  };
  assert.ok(body.result !== undefined, `${name}: ${answer.status} ${JSON.stringify(body)}`);
  return { text: body.result.content[0]?.text ?? '', isError: body.result.isError };
}

test('a client of each generation of the protocol calls every tool', async (t) => {
  const search = await ada.create<{ id: string }>('/api/v1/saved-searches', {
    name: 'failures',
    query: 'level=error',
  });
  const dashboard = await ada.create<{ id: string }>('/api/v1/dashboards', {
    definition: {
      schema: 1,
      name: 'Shop',
      panels: [
        {
          id: 'failed',
          kind: 'table',
          title: 'Failed',
          x: 0,
          y: 0,
          w: 12,
          h: 6,
          query: '* | stats count by level',
        },
      ],
    },
  });
  const service = await ada.create<{ id: string }>('/api/v1/services', {
    name: 'checkout',
    selector: 'service=checkout',
  });
  const id = /\n([0-9a-f]{16}),/.exec((await use(full, 'logs_search', { query: '*' })).text)?.[1];
  assert.ok(id !== undefined);
  const inputs: Readonly<Record<string, object>> = {
    describe: {},
    language_help: { topic: 'stats' },
    logs_search: { query: 'level=error' },
    logs_count: { query: '*', by: ['level'] },
    logs_fields: { query: '*' },
    logs_patterns: { query: '*' },
    logs_event: { id, before: 2, after: 2 },
    evaluate: { query: 'level=error', criteria: 'Every capture succeeds', maxCredits: 1 },
    alerts_list: {},
    services_list: {},
    service_get: { id: service.id },
    dashboards_list: { text: 'sho' },
    dashboard_data: { id: dashboard.id },
    saved_searches: {},
  };
  const later = new Set(['alert_get', 'alert_update', 'saved_search_create']);
  for (const mode of ['legacy', 'auto'] as const) {
    const client = new Client(
      { name: 'journey', version: '1.2.3' },
      { versionNegotiation: { mode } },
    );
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${full}` } },
      }),
    );
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      Object.keys(AGENT_TOOLS),
    );
    for (const [name, input] of Object.entries(inputs)) {
      const result = await client.callTool({ name, arguments: { ...input } });
      const [part] = result.content as { text: string }[];
      assert.ok(!result.isError, `${name}: ${part?.text}`);
      assert.ok(part?.text.startsWith(`${name}: `), part?.text);
    }
    const uncalled = Object.keys(AGENT_TOOLS).filter(
      (name) => !(name in inputs) && !later.has(name),
    );
    assert.deepEqual(uncalled, []);
    const { prompts } = await client.listPrompts();
    assert.equal(prompts.length, 3);
    const prompt = await client.getPrompt({
      name: 'investigate_alert',
      arguments: { id: 'inc_1' },
    });
    assert.match(JSON.stringify(prompt.messages), /inc_1.*event/);
    const { contents } = await client.readResource({ uri: 'xplain://language' });
    assert.match(JSON.stringify(contents), /stats/);
    const saved = await client.readResource({ uri: `xplain://saved-searches/${search.id}` });
    assert.match(JSON.stringify(saved.contents), /level=error/);
    await client.close();
    t.diagnostic(`${mode}: ${client.getNegotiatedProtocolVersion() ?? ''}`);
  }
  const audit = await ada.read<{ rows: { event: string }[] }>(
    '/api/v1/search?query=index%3D_audit%20agent.connected&latest=%2B1m',
  );
  t.diagnostic(`${audit.rows.length} entries 'agent.connected'`);
  const clients = await ada.read<{ client: string }[]>('/api/v1/agents/clients');
  assert.ok(
    clients.some(({ client }) => client === 'journey 1.2.3'),
    JSON.stringify(clients),
  );
});

test('answers are exact, masked, paged and within their budget', async () => {
  const counted = await use(reading, 'logs_count', { query: '*', by: ['level'], buckets: 0 });
  assert.match(counted.text, /^logs_count: 60 events, /);
  assert.match(counted.text, /\nlevel,count,share\ninfo,50,83%\nerror,10,17%\n/);
  const found = await use(reading, 'logs_search', { query: 'level=error', limit: 4 });
  assert.match(found.text, /^logs_search: 4 of 10 events, \S+ to \S+, cut by rows, cursor c_\S+\n/);
  assert.match(found.text, /\ncommon: index=main, level=error/);
  const cursor = /cursor (c_[^\s,]+)/.exec(found.text)?.[1];
  const ids = (text: string): string[] =>
    [...text.matchAll(/\n([0-9a-f]{16}),/g)].map(([, id = '']) => id);
  const asked = { query: 'level=error', limit: 4, cursor };
  const second = await use(reading, 'logs_search', asked);
  assert.equal(new Set([...ids(found.text), ...ids(second.text)]).size, 8);
  const stolen = await use(full, 'logs_search', asked);
  assert.deepEqual(stolen, { text: 'CURSOR_EXPIRED: ask again without it', isError: true });
  const other = await use(reading, 'logs_search', { ...asked, query: '*' });
  assert.match(other.text, /^CURSOR_EXPIRED/);
  assert.match(second.text, /^logs_search: 4 of 10 events, /);
  const third = await use(reading, 'logs_search', {
    ...asked,
    cursor: /cursor (c_[^\s,]+)/.exec(second.text)?.[1],
  });
  assert.match(third.text, /^logs_search: 2 of 10 events, (?!.*cursor)/);
  // Events that a small budget leaves out are on the next page.
  const found60: string[] = [];
  for (let page: string | undefined = ''; page !== undefined;) {
    const { text } = await use(reading, 'logs_search', {
      query: '*',
      limit: 50,
      maxTokens: 500,
      ...(page === '' ? {} : { cursor: page }),
    });
    assert.match(text, /^logs_search: \d+ of 60 events/);
    found60.push(...ids(text));
    page = /cursor (c_[^\s,]+)/.exec(text)?.[1];
  }
  assert.deepEqual([found60.length, new Set(found60).size], [60, 60]);
  const values = await use(reading, 'logs_fields', { query: '*', field: 'password' });
  assert.ok(!values.text.includes('hunter22') && values.text.includes('‹masked:password›'));
  const small = await use(reading, 'logs_search', { query: '*', limit: 200, maxTokens: 500 });
  assert.ok(countTokens(small.text) <= 500 && /cut by tokens/.test(small.text), small.text);
  const patterns = await use(reading, 'logs_patterns', { query: '*' });
  assert.match(patterns.text, /^logs_patterns: 2 of 2 patterns in 60 of 60 events/);
  const none = await use(reading, 'logs_search', { query: 'nothing-like-this' });
  assert.match(none.text, /^logs_search: 0 events, .*newest event at /);
});

test('errors say what to do, and wrong arguments where they are', async () => {
  const syntax = await use(reading, 'logs_search', { query: 'level=error | stat count' });
  assert.match(syntax.text, /^QUERY_INVALID at 14: .*stats/);
  assert.ok(syntax.isError);
  for (const [input, code] of [
    [{ query: 'index=nowhere' }, 'NOT_FOUND'],
    [{ query: '* | stats count | outputlookup x' }, 'QUERY_INVALID'],
  ] as const) {
    assert.match((await use(reading, 'logs_search', input)).text, new RegExp(`^${code}`));
  }
  assert.match((await use(reading, 'logs_event', { id: 'f'.repeat(16) })).text, /^NOT_FOUND/);
  const wrong = await send(reading, 'tools/call', {
    name: 'logs_count',
    arguments: { query: '*', buckets: 61 },
  });
  const { error } = (await wrong.json()) as { error: { code: number; message: string } };
  assert.equal(error.code, -32_602);
  assert.match(error.message, /^buckets: /);
});

test('the endpoint checks host, origin, credential, scope, content, and the switch of the organization', async () => {
  const status = async (answer: Promise<Response>) => {
    const { status: code, headers } = await answer;
    return [code, headers.get('www-authenticate')];
  };
  const found = `resource_metadata="${app.url}/.well-known/oauth-protected-resource/mcp"`;
  const unknown = [401, `Bearer scope="agent:read", ${found}`];
  assert.deepEqual(await status(send(undefined, 'ping')), unknown);
  const searching = await tokenOf(ada, ['search:read']);
  const lacking = [403, `Bearer error="insufficient_scope", scope="agent:read", ${found}`];
  assert.deepEqual(await status(send(searching, 'ping')), lacking);
  const foreign = { origin: 'https://evil.example' };
  assert.deepEqual(await status(send(reading, 'ping', {}, foreign)), [403, null]);
  assert.deepEqual(await status(send(undefined, 'ping', {}, foreign)), [403, null]);
  const beyond = (name: string) => send(reading, 'tools/call', { name, arguments: {} });
  const scope = (name: string) => [
    403,
    `Bearer error="insufficient_scope", scope="${name}", ${found}`,
  ];
  assert.deepEqual(await status(beyond('evaluate')), scope('evaluations:run'));
  assert.deepEqual(await status(beyond('alert_update')), scope('agent:write'));
  // The organization lets agents read only, whatever their scopes.
  const writing = () =>
    send(full, 'tools/call', {
      name: 'saved_search_create',
      arguments: { name: 'by agent', query: 'level=error' },
    });
  assert.equal(((await (await writing()).json()) as { code: string }).code, 'AGENTS_OFF');
  await ada.change('/api/v1/organization', { agents: 'write' });
  const saved = await use(full, 'saved_search_create', { name: 'by agent', query: 'level=error' });
  const again = await use(full, 'saved_search_create', { name: 'by agent', query: 'level=error' });
  assert.equal(/\n(\w+)\n<<end/.exec(saved.text)?.[1], /\n(\w+)\n<<end/.exec(again.text)?.[1]);
  await ada.change('/api/v1/organization', { agents: 'off' });
  assert.equal(
    ((await (await send(reading, 'ping')).json()) as { code: string }).code,
    'AGENTS_OFF',
  );
  await ada.change('/api/v1/organization', { agents: 'read' });
  assert.equal((await send(reading, 'ping')).status, 200);
  const get = await fetch(`${app.url}/mcp`, {
    headers: { authorization: `Bearer ${reading}`, accept: 'text/event-stream' },
  });
  assert.equal(get.status, 405);
  // The scope opens nothing else.
  const direct = await fetch(`${app.url}/api/v1/search?query=*`, {
    headers: { authorization: `Bearer ${reading}` },
  });
  assert.equal(direct.status, 403);
});

test('roles and scopes decide which tools there are; keys read logs and alerts', async () => {
  const listed = async (token: string): Promise<string[]> => {
    const body = (await (await send(token, 'tools/list')).json()) as {
      result: { tools: { name: string }[] };
    };
    return body.result.tools.map(({ name }) => name);
  };
  const all = Object.keys(AGENT_TOOLS);
  const writes = ['alert_update', 'saved_search_create'];
  assert.deepEqual(await listed(full), all);
  assert.deepEqual(
    await listed(reading),
    all.filter((name) => name !== 'evaluate' && !writes.includes(name)),
  );
  const { value } = await ada.create<{ value: string }>('/api/v1/api-keys', {
    name: 'k',
    scope: 'read-only',
  });
  assert.deepEqual(await listed(value), [
    'language_help',
    'logs_search',
    'logs_count',
    'logs_fields',
    'logs_patterns',
    'logs_event',
    'alerts_list',
    'alert_get',
  ]);
  const ingest = await ada.create<{ value: string }>('/api/v1/api-keys', {
    name: 'i',
    scope: 'ingest-only',
  });
  assert.equal((await send(ingest.value, 'tools/list')).status, 403);
  for (const index of ['_audit', '_agents']) {
    const closed = await use(reading, 'logs_search', { query: `index=${index}` });
    assert.match(closed.text, /^FORBIDDEN/);
  }
});

test('of two organizations at once nobody sees a row of the other', async () => {
  await ada.create('/api/v1/organizations', { name: 'Birch' });
  const own = await ada.read<{ id: string; name: string }[]>('/api/v1/organizations');
  const birch = own.find(({ name }) => name === 'Birch');
  assert.ok(birch !== undefined);
  const inBirch = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(app.url + path, {
      method,
      headers: {
        ...ada.headers,
        'x-organization-id': birch.id,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return ((await answer.json()) as { data: unknown }).data;
  };
  const made = (await inBirch('POST', '/api/v1/access-tokens', {
    name: 'b',
    scopes: ['agent:read'],
  })) as { value: string };
  await inBirch('POST', '/api/v1/logs', [{ event: 'birch line', level: 'error' }]);
  const ids = [
    ...(await use(reading, 'logs_search', { query: '*' })).text.matchAll(/\n([0-9a-f]{16}),/g),
  ].map(([, id = '']) => id);
  for (const id of ids.slice(0, 3)) {
    assert.match((await use(made.value, 'logs_event', { id })).text, /^NOT_FOUND/);
  }
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const token = at % 2 === 0 ? reading : made.value;
      const answer = await send(token, 'tools/call', {
        name: 'logs_search',
        arguments: { query: '*', limit: 5 },
      });
      return { isBirch: at % 2 === 1, text: await answer.text() };
    }),
  );
  for (const { isBirch, text } of answers) {
    assert.ok(isBirch ? !/order \d+/.test(text) : !text.includes('birch line'), text);
  }
  const served = answers.filter(({ text }) => /order \d+|birch line/.test(text));
  assert.ok(served.length >= 20, `${served.length} of 200`);
});

test('calls are recorded without results, and metrics count them', async () => {
  await use(reading, 'logs_count', { query: 'password=hunter2222 level=error' });
  const query = encodeURIComponent('index=_agents tool=logs_count');
  const deadline = Date.now() + 30_000;
  for (;;) {
    const found = await fetch(`${app.url}/api/v1/search?query=${query}&latest=%2B1m`, {
      headers: ada.headers,
    });
    const { data } = (await found.json()) as { data: { rows: Record<string, string>[] } };
    const [row] = data.rows;
    if (row !== undefined) {
      assert.equal(row['caller'], ADMIN.email);
      assert.ok(!JSON.stringify(data.rows).includes('hunter22'));
      break;
    }
    assert.ok(Date.now() < deadline, 'the call was not recorded');
  }
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  assert.match(metrics, /xplain_agent_calls_total\{[^}]*tool="logs_count"[^}]*\} \d/);
  assert.ok(!app.output().includes('hunter22'));
});

test('xplain mcp forwards messages of stdio, and says what is wrong', async () => {
  const lines = [
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'logs_count', arguments: { query: '*', buckets: 0 } },
    },
  ];
  const printed: string[] = [];
  const run = async (token: string | undefined, input: string) =>
    mcpCommand.run(
      {
        print: (line) => void printed.push(line),
        complain: (line) => void printed.push(line),
        environment: { XPLAIN_URL: app.url, XPLAIN_TOKEN: token },
        input: Readable.from([input.slice(0, 30), input.slice(30)]),
      },
      {},
      [],
    );
  assert.equal(await run(reading, lines.map((line) => JSON.stringify(line)).join('\n')), 0);
  const answers = printed
    .splice(0)
    .map((line) => JSON.parse(line) as { id: number; result: unknown });
  assert.deepEqual(
    answers.map(({ id }) => id).toSorted((a, b) => a - b),
    [1, 2],
  );
  assert.match(JSON.stringify(answers), /logs_count: \d+ events/);
  assert.equal(await run('xpat_wrong', `${JSON.stringify(lines[0])}\nnot json\n`), 0);
  assert.match(printed.splice(0).toSorted().join('\n'), /-32000.*HTTP 401[^]*-32700/);
  assert.equal(await run(undefined, ''), 2);
  assert.match(printed.join(), /agent:read/);
});

test('the examples of the documentation are what the product does', async () => {
  const page = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/```json\n([^]*?)```/g)].map(
    ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
  );
  const draft = blocks.find((block) => 'scopes' in block);
  const made = await ada.create<{ value: string }>('/api/v1/access-tokens', draft);
  const call = blocks.find((block) => 'arguments' in block) as { name: string; arguments: object };
  const { text } = await use(made.value, call.name, call.arguments);
  const shown = /```text\n([^]*?)\n```/.exec(page)?.[1] ?? '';
  const shape = (answer: string): string =>
    answer.replaceAll(/[0-9a-f]{12}/g, 'mark').replaceAll(/\d[\dT:.Z-]*/g, '0');
  assert.equal(shape(text), shape(shown));
  const listed = [...page.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name = '']) => name);
  assert.deepEqual(
    listed.filter((name) => name in AGENT_TOOLS).toSorted(),
    Object.keys(AGENT_TOOLS).toSorted(),
  );
});
