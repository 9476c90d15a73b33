/**
 * Twelve incidents of the demo's shop, each investigated with the tools of agents alone. No model takes part: the conversation is a
 * script that reads nothing but the answers, as an assistant would.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { countTokens } from '../../src/features/agents/answers/count-tokens.ts';
import { eventsAt } from '../../tools/demo/send-history.ts';
import { incidentEvents, RELEASE, SHOP_INCIDENTS } from '../support/agents/shop-incidents.ts';
import type { ShopIncident } from '../support/agents/shop-incidents.ts';
import { startConversation } from '../support/agents/start-conversation.ts';
import { endWithFile, type RunningApp, startApp } from '../support/programs/start-app.ts';
import { showInReport } from '../support/show-in-report.ts';
import { signIn, type Visitor } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

const MINUTE = 60_000;
/** Traffic before each incident, and how long it lasts. */
const QUIET = 14 * MINUTE;
const LASTS = 8 * MINUTE;
/** Of the shop's traffic every so manyth second is enough. */
const EVERY_SECONDS = 6;
const TOKENS_GOAL = 12_000;
const CALLS_GOAL = 6;

const atEnd = endWithFile();
let app: RunningApp;
let ada: Visitor;
let token: string;
/** The release of the demo begins 42 minutes before its start, and until then all is well. */
const startedAt = Math.floor(Date.now() / MINUTE) * MINUTE + 20 * MINUTE;
/** The shop has the same visitors in every run: those of this day, moved to today. */
const MOVED = startedAt - Date.parse('2026-01-15T12:00:00.000Z');
const spent: { readonly name: string; readonly calls: number; readonly tokens: number }[] = [];

/** The last one is the release. */
function beginningOf(incident: ShopIncident): number {
  const fromEnd = SHOP_INCIDENTS.length - 1 - SHOP_INCIDENTS.indexOf(incident);
  return startedAt - 42 * MINUTE - fromEnd * 30 * MINUTE;
}

before(async () => {
  app = await startApp(atEnd, {
    ...ADMIN_ENVIRONMENT,
    XPLAIN_RATE_INGEST: '0',
    XPLAIN_RATE_AGENTS: '0',
    XPLAIN_RATE_AGENTCALLS: '0',
  });
  ada = await signIn(app.url, ADMIN);
  for (const name of ['web', 'app', 'infra', 'security', 'deploy']) {
    await ada.create('/api/v1/indexes', { name });
  }
  const draft = { name: 'agent', scopes: ['agent:read'] };
  token = (await ada.create<{ value: string }>('/api/v1/access-tokens', draft)).value;
  const events = SHOP_INCIDENTS.flatMap((incident) => eventsOf(incident));
  for (let sent = 0; sent < events.length; sent += 1_000) {
    await ada.create('/api/v1/logs/batch', events.slice(sent, sent + 1_000));
  }
  for (;;) {
    const found = await ada.read<{ total: number }>(
      '/api/v1/search/histogram?earliest=-12h&latest=%2B1m',
    );
    if (found.total === events.length) return;
  }
});

function eventsOf(incident: ShopIncident) {
  const began = beginningOf(incident);
  const seconds = (QUIET + LASTS) / 1_000;
  return Array.from({ length: seconds }, (_, second) => {
    const time = began - QUIET + second * 1_000;
    const isToldByShop = incident === RELEASE && time >= began;
    const traffic =
      isToldByShop || second % EVERY_SECONDS === 0 ? eventsAt(startedAt - MOVED, time - MOVED) : [];
    const moved = traffic.map((event) => ({ ...event, timestamp: event.timestamp + MOVED }));
    return [...moved, ...(time < began ? [] : incidentEvents(incident, began, time))];
  }).flat();
}

for (const incident of SHOP_INCIDENTS) {
  test(`the tools lead to the cause: ${incident.name}`, () => findCause(incident));
}

async function findCause(incident: ShopIncident): Promise<void> {
  const began = beginningOf(incident);
  const talk = startConversation(app.url, token);

  // Somebody noticed something, and says roughly when.
  const around = { earliest: iso(began - 12 * MINUTE), latest: iso(began + 8 * MINUTE) };
  const counted = await talk.call('logs_count', {
    query: incident.symptom,
    ...around,
    buckets: 40,
  });
  const onset = onsetOf(counted.rows, began);
  const window = { earliest: iso(onset - 2 * MINUTE), latest: iso(onset + 3 * MINUTE) };
  const suspects =
    incident.field === undefined
      ? await firstNewPatterns(talk, window)
      : await eventsOfTopValue(talk, incident, window);
  const cited: string[] = [];
  for (const id of suspects) {
    const { rows } = await talk.call('logs_event', { id });
    const text = rows.find(([field]) => field === 'event')?.[1] ?? '';
    if (incident.cause.test(text)) cited.push(id);
  }

  assert.ok(cited.length > 0, talk.transcript());
  for (const id of cited) {
    const { event } = await ada.read<{ event: { event: string } }>(
      `/api/v1/logs/${id}/context?before=0&after=0`,
    );
    assert.match(event.event, incident.cause);
  }
  const { calls, tokens } = talk.spent();
  assert.equal(tokens, countTokens(talk.transcript()));
  spent.push({ name: incident.name, calls, tokens });
}

test('half of the investigations take at most 12,000 tokens and six calls', (t) => {
  assert.equal(spent.length, 12);
  for (const { name, calls, tokens } of spent) {
    showInReport(t, `${name}: ${calls} calls, ${tokens} tokens`);
  }
  const median = (values: readonly number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Infinity;
  assert.ok(median(spent.map(({ tokens }) => tokens)) <= TOKENS_GOAL);
  assert.ok(median(spent.map(({ calls }) => calls)) <= CALLS_GOAL);
});

type Talk = ReturnType<typeof startConversation>;
interface Window {
  readonly earliest: string;
  readonly latest: string;
}

/** Events of the patterns that were new, the earliest first. */
async function firstNewPatterns(talk: Talk, window: Window): Promise<string[]> {
  const { columns, rows } = await talk.call('logs_patterns', {
    query: 'level!=debug index!=web',
    ...window,
  });
  const [isNew, first, sample] = ['new', 'first', 'sampleId'].map((name) => columns.indexOf(name));
  return rows
    .filter((row) => row[isNew ?? -1] === 'yes')
    .toSorted((a, b) => (String(a[first ?? -1]) < String(b[first ?? -1]) ? -1 : 1))
    .map((row) => row[sample ?? -1] ?? '')
    .slice(0, 4);
}

/** No line says it: the value that most of them have does. */
async function eventsOfTopValue(talk: Talk, incident: ShopIncident, window: Window) {
  const [, index = ''] = /index=(\w+)/.exec(incident.symptom) ?? [];
  const field = incident.field ?? '';
  const values = await talk.call('logs_fields', {
    query: `index=${index} level=warn`,
    field,
    ...window,
  });
  const [top] = values.rows[0] ?? [];
  const found = await talk.call('logs_search', {
    query: `index=${index} ${field}=${top}`,
    ...window,
    limit: 3,
  });
  return found.rows.map(([id = '']) => id).slice(0, 1);
}

/** When the symptom began: the first bucket with more than twice the usual. */
function onsetOf(rows: readonly (readonly string[])[], about: number): number {
  const counts = rows.map((row) => Number(row.at(-1)));
  const most = Math.max(...counts);
  const at = counts.findIndex((count) => count > most / 4);
  const text = rows[at]?.[0] ?? '';
  const day = text.includes('T') ? text : `${iso(about).slice(0, 10)}T${text}Z`;
  return Date.parse(day);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
