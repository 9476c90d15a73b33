/**
 * Every tool × every role × every scope × ids of another organization: what a tool lets through is what its endpoint lets
 * through, no call changes what its caller may not change, and what is switched off is off while agents are at work.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { AGENT_TOOLS, type AgentToolName } from '../../src/contract/agent-tools.ts';
import type { TokenScope } from '../../src/spec/roles.ts';
import { linkInMail } from '../support/browser/web-people.ts';
import { endWithFile, type RunningApp, startApp } from '../support/programs/start-app.ts';
import { signIn, type Visitor } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

const ROLES = ['admin', 'member', 'viewer'] as const;
const SCOPES: readonly (readonly TokenScope[])[] = [
  ['agent:read'],
  ['agent:read', 'evaluations:run'],
  ['agent:read', 'agent:write'],
  ['agent:read', 'agent:write', 'evaluations:run', 'search:read'],
];
const KEY_TOOLS: readonly AgentToolName[] = [
  'language_help',
  'logs_search',
  'logs_count',
  'logs_fields',
  'logs_patterns',
  'logs_event',
  'alerts_list',
  'alert_get',
];
const WRITES: readonly AgentToolName[] = ['alert_update', 'saved_search_create'];
const TOOLS = Object.keys(AGENT_TOOLS) as AgentToolName[];
const BOB = { email: 'bob@example.com', password: 'Another-Good-77-Secret' };
const INCIDENT_MS_MAX = 240_000;

interface Things {
  readonly event: string;
  readonly incident: string;
  readonly service: string;
  readonly dashboard: string;
}

const atEnd = endWithFile();
let app: RunningApp;
let ada: Visitor;
let bob: Visitor;
/** Of Ada's organization, where Bob is a member, and of Bob's own. */
let here: Things;
let there: Things;
let organization: string;
let bobAsMember: string;

before(async () => {
  app = await startApp(atEnd, {
    ...ADMIN_ENVIRONMENT,
    XPLAIN_SIGN_UP: 'open',
    XPLAIN_RATE_AGENTS: '0',
    XPLAIN_RATE_AGENTCALLS: '0',
    XPLAIN_RATE_EVALUATION: '0',
    XPLAIN_RATE_MANAGEMENT: '0',
    XPLAIN_RATE_SEARCH: '0',
    XPLAIN_RATE_AUTH: '0',
  });
  ada = await signIn(app.url, ADMIN);
  await post('/api/auth/sign-up/email', { ...BOB, name: 'Bob' });
  const token = new URL(await linkInMail(app, BOB.email, /\/verify-email\?\S+/)).searchParams.get(
    'token',
  );
  await post('/api/auth/verify-email', { token, password: BOB.password });
  bob = await signIn(app.url, BOB);
  // The event of each organization says whose it is.
  [here, there] = await Promise.all([fill(ada, 'ash'), fill(bob, 'birch')]);
  [{ id: organization }] = await ada.read<[{ id: string }]>('/api/v1/organizations');
  await ada.create('/api/v1/invitations', { email: BOB.email, role: 'admin' });
  const [invitation] = await bob.read<{ id: string }[]>('/api/v1/invitations/mine');
  await bob.create(`/api/v1/invitations/${invitation?.id}/accept`, undefined);
  const members = await ada.read<{ id: string; email: string }[]>('/api/v1/members');
  bobAsMember = members.find(({ email }) => email === BOB.email)?.id ?? '';
});

async function post(path: string, body: object): Promise<void> {
  const answer = await fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify(body),
  });
  assert.ok(answer.ok, await answer.text());
}

async function fill(visitor: Visitor, name: string): Promise<Things> {
  await visitor.create('/api/v1/alert-rules', {
    name: `rule of ${name}`,
    query: 'level=error',
    interval: 30,
    window: 3_600,
    severity: 'critical',
    condition: { kind: 'threshold', op: '>', value: 0 },
  });
  const service = await visitor.create<{ id: string }>('/api/v1/services', {
    name: `service of ${name}`,
    selector: 'service=checkout',
  });
  const panel = { id: 'p', kind: 'table', title: 'P', x: 0, y: 0, w: 12, h: 6 };
  const dashboard = await visitor.create<{ id: string }>('/api/v1/dashboards', {
    definition: {
      schema: 1,
      name: `board of ${name}`,
      panels: [{ ...panel, query: '* | stats count by event' }],
    },
  });
  const event = { event: `line of ${name}`, level: 'error', service: 'checkout' };
  await visitor.create('/api/v1/logs', [event]);
  const deadline = Date.now() + INCIDENT_MS_MAX;
  for (;;) {
    const [incident] = await visitor.read<{ id: string }[]>('/api/v1/alerts');
    if (incident !== undefined) {
      const { rows } = await visitor.read<{ rows: { _id: string }[] }>('/api/v1/search?query=*');
      const [found] = rows;
      assert.ok(found !== undefined);
      return {
        event: found._id,
        incident: incident.id,
        service: service.id,
        dashboard: dashboard.id,
      };
    }
    assert.ok(Date.now() < deadline, 'no incident came');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function inputsWith({
  event,
  incident,
  service,
  dashboard,
}: Things): Record<AgentToolName, object> {
  const query = '*';
  return {
    describe: {},
    language_help: {},
    logs_search: { query },
    logs_count: { query },
    logs_fields: { query },
    logs_patterns: { query },
    logs_event: { id: event },
    evaluate: { query, criteria: 'No line says error', maxCredits: 1 },
    alerts_list: {},
    alert_get: { id: incident },
    services_list: {},
    service_get: { id: service },
    dashboards_list: {},
    dashboard_data: { id: dashboard },
    saved_searches: {},
    alert_update: { id: incident, action: 'note', note: 'seen' },
    saved_search_create: { name: 'by an agent', query },
  };
}

interface Called {
  readonly status: number;
  /** Of a refusal before the tool was called. */
  readonly code: string | undefined;
  readonly text: string;
  readonly isError: boolean;
}

async function call(value: string, name: string, input: object): Promise<Called> {
  const answer = await fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${value}` },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: input },
    }),
  });
  const body = (await answer.json()) as {
    code?: string;
    result?: { content: { text: string }[]; isError: boolean };
  };
  const { code, result } = body;
  const text = result?.content[0]?.text ?? '';
  return { status: answer.status, code, text, isError: result?.isError === true };
}

/** As Bob, in Ada's organization. */
async function bobHere(method: string, path: string, body?: object): Promise<Response> {
  return fetch(app.url + path, {
    method,
    headers: {
      ...bob.headers,
      'x-organization-id': organization,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function tokenOfBob(scopes: readonly TokenScope[]): Promise<string> {
  const answer = await bobHere('POST', '/api/v1/access-tokens', { name: 'agent', scopes });
  const text = await answer.text();
  assert.equal(answer.status, 201, text);
  return (JSON.parse(text) as { data: { value: string } }).data.value;
}

function mayCall(tool: AgentToolName, role: string, scopes: readonly TokenScope[]): boolean {
  if (tool === 'evaluate') return scopes.includes('evaluations:run');
  return !WRITES.includes(tool) || (scopes.includes('agent:write') && role !== 'viewer');
}

test('each tool lets in whom its scope and its endpoint let in, and nobody else', async (t) => {
  await ada.change('/api/v1/organization', { agents: 'write' });
  const inputs = inputsWith(here);
  const tokens = await Promise.all(
    SCOPES.map(async (scopes) => ({ scopes, value: await tokenOfBob(scopes) })),
  );
  let asked = 0;
  for (const role of ROLES) {
    await ada.change(`/api/v1/members/${bobAsMember}`, { role });
    const byHand = await bobHere('POST', '/api/v1/saved-searches', {
      name: `by hand as ${role}`,
      query: '*',
    });
    assert.equal(byHand.status, role === 'viewer' ? 403 : 201);
    for (const { scopes, value } of tokens) {
      for (const tool of TOOLS) {
        const place = `${tool} as ${role} with ${scopes.join(' ')}`;
        const { status, code, text, isError } = await call(value, tool, inputs[tool]);
        asked += 1;
        if (mayCall(tool, role, scopes)) {
          assert.deepEqual([status, isError], [200, false], `${place}: ${text}`);
          assert.ok(text.startsWith(`${tool}: `), `${place}: ${text}`);
        } else {
          assert.deepEqual([status, code], [403, 'INSUFFICIENT_SCOPE'], place);
        }
      }
    }
  }
  for (const [scope, tools] of [
    ['read-only', KEY_TOOLS],
    ['full-access', TOOLS.filter((name) => name !== 'evaluate' && !WRITES.includes(name))],
    ['ingest-only', []],
  ] as const) {
    const key = await ada.create<{ value: string }>('/api/v1/api-keys', { name: 'k', scope });
    for (const tool of TOOLS) {
      const { status, isError, text } = await call(key.value, tool, inputs[tool]);
      asked += 1;
      const isIn = tools.some((name) => name === tool);
      assert.deepEqual([status, isError], [isIn ? 200 : 403, false], `${tool}, ${scope}: ${text}`);
    }
  }
  t.diagnostic(`${asked} calls`);
});

test('what belongs to another organization is not found by any tool', async () => {
  await ada.change(`/api/v1/members/${bobAsMember}`, { role: 'admin' });
  const value = await tokenOfBob(['agent:read', 'agent:write', 'evaluations:run', 'search:read']);
  const inputs = inputsWith(there);
  for (const tool of [
    'logs_event',
    'alert_get',
    'service_get',
    'dashboard_data',
    'alert_update',
  ] as const) {
    const { text, isError } = await call(value, tool, inputs[tool]);
    assert.ok(isError && text.startsWith('NOT_FOUND'), `${tool}: ${text}`);
  }
  for (const tool of TOOLS.filter((name) => !WRITES.includes(name))) {
    const { text } = await call(value, tool, inputs[tool]);
    assert.ok(!text.includes('birch'), `${tool}: ${text}`);
  }
  const timeline = await bob.read<{ timeline: { kind: string }[] }>(
    `/api/v1/alerts/${there.incident}`,
  );
  assert.ok(timeline.timeline.every(({ kind }) => kind !== 'note'));
});

test('without scope or where agents only read, nothing is changed, and off is off at once', async () => {
  const names = async (): Promise<number> =>
    (await ada.read<unknown[]>('/api/v1/saved-searches')).length;
  const noted = async (): Promise<number> => {
    const { timeline } = await ada.read<{ timeline: unknown[] }>(`/api/v1/alerts/${here.incident}`);
    return timeline.length;
  };
  const reading = await tokenOfBob(['agent:read', 'search:read', 'evaluations:run']);
  const writing = await tokenOfBob(['agent:read', 'agent:write']);
  const kept = [await names(), await noted()];
  const write = async (value: string) =>
    Promise.all([
      call(value, 'saved_search_create', { name: 'never', query: '*' }),
      call(value, 'alert_update', { id: here.incident, action: 'note', note: 'never' }),
    ]);
  for (const { status, code } of await write(reading)) {
    assert.deepEqual([status, code], [403, 'INSUFFICIENT_SCOPE']);
  }
  await ada.change('/api/v1/organization', { agents: 'read' });
  for (const { status, code } of await write(writing)) {
    assert.deepEqual([status, code], [403, 'AGENTS_OFF']);
  }
  assert.deepEqual([await names(), await noted()], kept);

  // An agent is at work all the time while it is switched off.
  let isOff = false;
  const served: number[] = [];
  const after: number[] = [];
  const working = (async () => {
    while (after.length < 20) {
      const seen = isOff ? after : served;
      seen.push((await call(reading, 'logs_count', { query: '*', buckets: 0 })).status);
    }
  })();
  while (!served.includes(200)) await new Promise((resolve) => setTimeout(resolve, 10));
  await ada.change('/api/v1/organization', { agents: 'off' });
  isOff = true;
  await working;
  assert.ok(
    after.every((status) => status === 403),
    after.join(),
  );
  assert.equal((await call(reading, 'describe', {})).code, 'AGENTS_OFF');
  await ada.change('/api/v1/organization', { agents: 'read' });
});

/** One of each kind that is masked, in parts, since nobody may take it for a real one. */
const CANARIES = [
  `eyJhbGciOiJIUzI1NiJ9.${'canaryPayload'.repeat(2)}.${'canarySignature'.repeat(2)}`,
  `AKIA${'CANARY'.padEnd(16, '7')}`,
  `ghp_${'canary0123'.repeat(4)}`,
  'canary-password-77',
];

test('secrets in events are in no answer, no log and no record of calls', async () => {
  const value = await tokenOfBob(['agent:read', 'evaluations:run', 'search:read']);
  const [jwt = '', aws = '', github = '', password = ''] = CANARIES;
  await ada.create('/api/v1/logs', [
    { event: `calling with Authorization: Bearer ${jwt}`, level: 'warn', token: `token ${jwt}` },
    { event: `using ${aws} and ${github}`, level: 'warn' },
    { event: `connecting to postgres://shop:${password}@db/x password=${password}`, level: 'warn' },
  ]);
  for (;;) {
    const { total } = await ada.read<{ total: number }>(
      '/api/v1/search/histogram?query=level%3Dwarn',
    );
    if (total === 3) break;
  }
  const { rows } = await ada.read<{ rows: { _id: string }[] }>('/api/v1/search?query=level%3Dwarn');
  const query = 'level=warn';
  const answers: string[] = [];
  for (const [tool, input] of [
    ['logs_search', { query }],
    ['logs_search', { query, format: 'json' }],
    ['logs_search', { query: `${query} | stats count by event` }],
    ['logs_count', { query, by: ['event'], buckets: 0 }],
    ['logs_fields', { query }],
    ['logs_fields', { query, field: 'event' }],
    ['logs_patterns', { query }],
    ['describe', {}],
    ['evaluate', { query, criteria: 'A connection was made', maxCredits: 1, preview: true }],
    ['evaluate', { query, criteria: 'connecting to the database', maxCredits: 1 }],
    ['dashboard_data', { id: here.dashboard }],
    ...rows.map(({ _id: id }) => ['logs_event', { id, before: 5, after: 5 }] as const),
    // The arguments of a call are recorded.
    ...CANARIES.map(
      (secret) => ['logs_count', { query: `"password=${secret}"`, buckets: 0 }] as const,
    ),
  ] as const) {
    const { status, text } = await call(value, tool, input);
    assert.equal(status, 200, `${tool}: ${text}`);
    answers.push(`${tool}: ${text}`);
  }
  const recorded = `${app.url}/api/v1/search?query=${encodeURIComponent('index=_agents')}&limit=500`;
  for (;;) {
    const found = await (await fetch(recorded, { headers: ada.headers })).text();
    // The last call that was made.
    if ((found.match(/logs_count ok/g) ?? []).length < CANARIES.length) continue;
    answers.push(found);
    break;
  }
  answers.push(app.output());
  for (const answer of answers) {
    const leaked = CANARIES.find((secret) => answer.includes(secret));
    assert.equal(leaked, undefined, answer);
  }
  assert.ok(answers.some((answer) => answer.includes('‹masked:')));
});
