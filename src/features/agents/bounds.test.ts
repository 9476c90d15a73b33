import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { silentMetrics } from '../../base/metrics.ts';
import { noteAlert } from '../../contract/alerts.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { openMemoryCounters } from '../../engines/counters/memory/open-memory-counters.ts';
import { explainProblems } from '../../contract/explain-problems.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { fakeClock } from '../../../test/support/fake-clock.ts';
import { actorOf, onBothStores } from '../../../test/support/open-access.ts';
import type { AgentNeeds } from './agent-needs.ts';
import { writeAnswer } from './answers/write-answer.ts';
import type { CallEndpoint } from './calling/call-endpoint.ts';
import { clientOf } from './calling/create-surface.ts';
import { serveMcp, type McpSurface } from './calling/serve-mcp.ts';
import { readClients } from './records/agent-clients-table.ts';
import { createClientNotes } from './records/note-clients.ts';
import { dashboardData } from './tools/dashboards.ts';
import { describe } from './tools/describe.ts';
import { logsCount } from './tools/logs-count.ts';
import { logsSearch } from './tools/logs-search.ts';
import { openCursor, sealCursor } from './tools/page-cursor.ts';
import type { ToolCaller } from './tools/tool.ts';

const { agents } = LIMITS;
const NOW = Date.UTC(2026, 10, 18);

/** A caller whose endpoints answer what the test says, by their addresses. */
function callerOf(answers: Readonly<Record<string, unknown>>, now = NOW): ToolCaller {
  const kept = new Map<string, string>();
  const needs = {
    metadata: { db: undefined },
    search: {},
    secrets: {
      encryptSecret: (place: object, secret: string) => {
        kept.set(`${JSON.stringify(place)} ${kept.size}`, secret);
        return String(kept.size - 1);
      },
      decryptSecret: (place: object, text: string) => {
        const secret = kept.get(`${JSON.stringify(place)} ${text}`);
        if (secret === undefined) throw new Error('unreadable');
        return secret;
      },
    },
  } as unknown as AgentNeeds;
  const call = (async ({ url }: Endpoint) => answers[url]) as unknown as CallEndpoint;
  const actor = { organization: 'org_1', permissions: new Set() } as unknown as ToolCaller['actor'];
  return { needs, actor, credential: 'pat_1', call, now, timeZone: 'UTC' };
}

test('describe shows so many fields within its own budget', async () => {
  const fields = Array.from({ length: agents.fieldsMax + 1 }, (_, at) => ({
    name: `field_${at}`,
    count: 1,
    distinct: 1,
    values: [],
  }));
  const caller = callerOf({
    '/api/v1/indexes': { data: [] },
    '/api/v1/search/fields': { data: { matched: 1, sampled: 1, fields } },
  });
  const answer = await describe(caller, { maxTokens: agents.tokensDefault, format: 'text' });
  assert.equal(answer.tables[1]?.rows.length, agents.fieldsMax);
  assert.deepEqual(answer.cut, ['rows']);
  assert.ok(agents.describeTokensMax < agents.tokensDefault);
});

onBothStores('a breakdown names so many values, a panel shows so many rows', async (_t, access) => {
  const rows = Array.from({ length: agents.valuesMax + 1 }, (_, at) => ({
    host: `h${at}`,
    count: 1,
  }));
  const known = callerOf({ '/api/v1/search': { data: { rows } } });
  const counting = { ...known, needs: { ...known.needs, metadata: access.metadata } };
  const input = { query: '*', by: ['host'], buckets: 0, earliest: '-1h', latest: 'now' };
  const form = { maxTokens: agents.tokensDefault, format: 'text' } as const;
  const counted = await logsCount(counting, { ...input, ...form });
  assert.equal(counted.tables[0]?.rows.length, agents.valuesMax);
  assert.deepEqual(counted.cut, ['rows']);

  const panelRows = Array.from({ length: agents.panelRowsMax + 1 }, (_, at) => ({ n: at }));
  const showing = callerOf({
    '/api/v1/dashboards/:id': { data: { definition: { panels: [{ id: 'p', title: 'P' }] } } },
    '/api/v1/dashboards/:id/data': {
      data: { from: 'a', to: 'b', panels: { p: { columns: [{ name: 'n' }], rows: panelRows } } },
    },
  });
  const shown = await dashboardData(showing, { id: 'd', ...form });
  assert.equal(shown.tables[0]?.rows.length, agents.panelRowsMax);
  assert.deepEqual(shown.cut, ['rows']);
});

onBothStores('a search counts its events if few rows were scanned', async (_t, access) => {
  const rows = [1, 2].map((at) => ({
    _id: `${at}`,
    _time: '2026-11-18T00:00:00.000Z',
    event: 'e',
  }));
  const ask = async (scannedRows: number, columns = [{ name: '_id' }]) => {
    const page = { rows, columns, truncated: true, stats: { matched: 3, scannedRows } };
    const known = callerOf({
      '/api/v1/search': { data: page, nextCursor: 'more' },
      '/api/v1/search/histogram': { data: { total: 1_204 } },
    });
    const caller = { ...known, needs: { ...known.needs, metadata: access.metadata } };
    const input = { query: 'level=error', earliest: '-1h', latest: 'now', limit: 2 };
    const { tokensDefault: maxTokens, lineCharactersDefault: lineCharacters } = agents;
    const form = { maxTokens, lineCharacters, format: 'text' } as const;
    const answer = await logsSearch(caller, { ...input, ...form });
    return [answer.head(2), answer.next];
  };
  const range = '2026-11-17T23:00:00Z to 2026-11-18T00:00:00Z';
  assert.deepEqual(await ask(agents.countedRowsMax), [
    `2 of 1204 events, ${range}`,
    'logs_patterns for all 1204',
  ]);
  assert.deepEqual(await ask(agents.countedRowsMax + 1), [
    `2 of at least 3 events, ${range}`,
    'logs_count for how many, logs_patterns for all',
  ]);
});

test('a cursor opens for the same caller and arguments, for as long as it is good', () => {
  const bounds = { earliest: 'a', latest: 'b' };
  const place = { cursor: 'next', bounds, seen: 20, total: 42 };
  const caller = callerOf({});
  const text = sealCursor(caller, { query: '*' }, place);
  assert.deepEqual(openCursor(caller, { query: '*' }, text), place);
  const uncounted = { ...place, total: undefined };
  const other = sealCursor(caller, { query: '*' }, uncounted);
  assert.deepEqual(openCursor(caller, { query: '*' }, other), uncounted);
  const refused = (who: ToolCaller, asked: object, given = text) =>
    assert.throws(() => openCursor(who, asked, given), /CURSOR_EXPIRED/);
  assert.deepEqual(
    openCursor({ ...caller, now: NOW + agents.cursorMs }, { query: '*' }, text),
    place,
  );
  refused({ ...caller, now: NOW + agents.cursorMs + 1 }, { query: '*' });
  refused({ ...caller, credential: 'pat_2' }, { query: '*' });
  refused(caller, { query: 'level=error' });
  refused(caller, { query: '*' }, 'c_nonsense');
});

test('the name of a client is shown whole up to its bound, and made visible', () => {
  const named = (name: string): string =>
    clientOf({ body: { params: { clientInfo: { name, version: '' } } }, headers: {} });
  assert.equal(named('x'.repeat(agents.clientCharactersMax)).length, agents.clientCharactersMax);
  assert.equal(
    named('x'.repeat(agents.clientCharactersMax + 9)).length,
    agents.clientCharactersMax,
  );
  assert.equal(named('a\u202eb'), 'a\\u{202e}b');
  assert.equal(clientOf({ body: {}, headers: { 'user-agent': 'curl/8' } }), 'curl/8');
});

test('a client may keep the list of tools for a while, for itself', async () => {
  const surface: McpSurface = {
    version: '1',
    tools: [],
    resources: [],
    resourceTemplates: [],
    prompts: [],
    callTool: async () => undefined,
    readResource: async () => undefined,
    writePrompt: () => undefined,
  };
  const revision = '2026-07-28';
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/list',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': revision,
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  };
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': 'tools/list',
    },
    body: '{}',
  });
  const answer = (await (await serveMcp(request, body, surface)).json()) as { result: object };
  const { ttlMs, cacheScope } = answer.result as { ttlMs?: number; cacheScope?: string };
  assert.deepEqual([ttlMs, cacheScope], [agents.listsKeptMs, 'private']);
});

test('a note has at most so many characters', () => {
  const check = (length: number): number =>
    explainProblems(noteAlert.schema.body, { text: 'x'.repeat(length) }, 1).length;
  const { noteCharactersMax } = LIMITS.alerts;
  assert.deepEqual([check(noteCharactersMax), check(noteCharactersMax + 1)], [0, 1]);
});

onBothStores('clients are remembered, the longest unused forgotten first', async (_t, access) => {
  const { id, owner } = await access.newOrganization('business');
  const clock = fakeClock(NOW);
  const needs = {
    metadata: access.metadata,
    counters: openMemoryCounters({ clock: systemClock, limits: LIMITS.counters }),
    clock,
    log: silentLog,
    metrics: silentMetrics,
  } as unknown as AgentNeeds;
  const note = createClientNotes(needs);
  const actor = actorOf(id, 'owner', owner);
  const all = async () => readClients(access.metadata, id, agents.clientsMax);
  const until = async (is: (rows: Awaited<ReturnType<typeof all>>) => boolean) => {
    for (let tries = 0; tries < 200; tries += 1) {
      const rows = await all();
      if (is(rows)) return rows;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return all();
  };
  note(actor, 'pat_1', 'cursor 1');
  assert.equal((await until((rows) => rows.length === 1)).length, 1);
  clock.advance(agents.clientNotedEveryMs - 1);
  note(actor, 'pat_1', 'cursor 1');
  clock.advance(1);
  note(actor, 'pat_1', 'cursor 1');
  const [row] = await until(([first]) => Number(first?.last_used_at) > NOW);
  assert.equal(Number(row?.last_used_at), NOW + agents.clientNotedEveryMs);
  assert.equal(Number(row?.first_used_at), NOW);
  const entries = await access.metadata.db.selectFrom('audit_entries').selectAll().execute();
  const connected = entries.filter(({ action }) => action === 'agent.connected');
  assert.deepEqual(
    connected.map(({ details }) => details),
    ['{"client":"cursor 1"}'],
  );
});

test('an answer without tables is one line', () => {
  const form = { maxTokens: 500, lineCharacters: 500, isMasked: true, format: 'text' } as const;
  assert.equal(writeAnswer('t', { head: () => 'done', tables: [] }, form).text, 't: done');
});
