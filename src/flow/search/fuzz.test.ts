/**
 * Whatever text comes in over HTTP, the answer is rows or a reason: nothing about the store, and nothing of
 * another organization. XPLAIN_FUZZ_QUERIES and SEED make the run longer or another one.
 */
import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../../base/log.ts';
import { listen } from '../../http/listen.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { SECOND_MS } from '../../spec/units.ts';
import { createApiKey } from '../../../test/support/guard/credentials.ts';
import { LOOKUP_COLUMNS } from '../../../test/support/language/generate-stages.ts';
import { createHostileQueries } from '../../../test/support/language/hostile-queries.ts';
import { openTestStore } from '../../../test/support/open-test-store.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { startSearch } from '../../../test/support/start-search.ts';
import { lookupRoutes, savedSearchRoutes, searchRoutes } from './routes.ts';

const QUERIES = Number(process.env['XPLAIN_FUZZ_QUERIES'] ?? 1_500);
const SEED = Number(process.env['SEED'] ?? 20_260_131);
const AT_ONCE = 4;
const PROBLEMS_MAX = 20;
/** A longer address is refused before anybody reads it. */
const PATH_CHARACTERS_MAX = 12_000;
const MARKER = 'zqxmarker';
/** Words that no query of the generator has, and no answer may have. */
const OF_THE_STORE =
  /DB::|\bCode: \d|clickhouse|FROM logs|organization =|toFloat64OrNull|arrayJoin|index_name|\.ts:\d|node:internal/i;
const store = await openTestStore();

test('any query gets rows or a reason, and nothing of the store or of others', async (t) => {
  const { ask, faults } = await start(t);
  const random = seededRandom(SEED);
  const next = createHostileQueries(random);
  const statuses = new Map<number, number>();
  const problems: string[] = [];
  let left = QUERIES;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const query = next();
      const answer = await ask(query, left % 2 === 0);
      const problem = problemOf(answer);
      if (problem !== undefined) problems.push(`${problem}: ${JSON.stringify(query)}`);
      if (problems.length >= PROBLEMS_MAX) return;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  };

  await Promise.all(Array.from({ length: AT_ONCE }, work));

  t.diagnostic(`seed ${SEED}: ${JSON.stringify(Object.fromEntries(statuses))}`);
  assert.deepEqual(problems, [], `seed ${SEED}\n${faults.join('\n')}`);
  assert.ok((statuses.get(200) ?? 0) > QUERIES / 5, 'enough queries could be run');
});

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** What is wrong with an answer, if anything. */
function problemOf({ status, text }: Answer): string | undefined {
  if (![200, 400, 408, 422].includes(status)) return `${status} ${text.slice(0, 300)}`;
  if (text.includes(MARKER)) return "another organization's event";
  const said = status === 200 ? remarksOf(text) : text;
  return OF_THE_STORE.test(said) ? `words of the store: ${said.slice(0, 300)}` : undefined;
}

/** Rows may hold whatever a query makes; what we say about them may not. */
function remarksOf(text: string): string {
  const { data } = JSON.parse(text) as { data: { warnings: unknown; limits_applied: unknown } };
  return JSON.stringify([data.warnings, data.limits_applied]);
}

async function start(t: TestContext) {
  const faults: string[] = [];
  const noteFault = (fields: object): void => {
    if ('err' in fields && fields.err instanceof Error) faults.push(causeOf(fields.err));
  };
  const query = { ...LIMITS.query, timeoutMsMax: 2 * SECOND_MS, slotsPerOrganization: AT_ONCE };
  const search = await startSearch(
    t,
    store,
    (app, needs) => {
      searchRoutes(app, needs);
      savedSearchRoutes(app, needs);
      lookupRoutes(app, needs);
    },
    { limits: { ...LIMITS, query }, log: { ...silentLog, error: noteFault } },
  );
  const { id, owner } = await search.access.newOrganization();
  const other = await search.access.newOrganization();
  await search.write(id, ownEvents());
  await search.write(other.id, foreignEvents());
  await search.call('POST /api/v1/saved-searches', {
    as: owner,
    body: { name: 'Failed payments', query: 'level=error | stats count by service' },
  });
  for (const [as, word] of [
    [owner, 'ours'],
    [other.owner, MARKER],
  ] as const) {
    const headers = { 'content-type': 'text/csv' };
    await search.call('PUT /api/v1/lookups/teams', { as, headers, body: lookupOf(word) });
  }
  const keyOf = async (scope: 'read-only' | 'full-access'): Promise<string> =>
    (await createApiKey(search.access.needs, owner.actor, { name: scope, scope })).value;
  const reader = await keyOf('read-only');
  const writer = await keyOf('full-access');
  const port = await listen(search.app, { host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  t.after(() => agent.destroy());
  /** A part of the queries is sent, and may write what it finds into lookup tables. */
  const ask = (text: string, isSent: boolean): Promise<Answer> => {
    const whole = text.toWellFormed();
    if (isSent) {
      const body = JSON.stringify({ query: whole, earliest: '-2h', limit: 20 });
      return exchange(agent, port, { path: '/api/v1/search', key: writer, body });
    }
    const path = `/api/v1/search?earliest=-2h&limit=20&query=${encodeURIComponent(whole)}`;
    const cut = path.slice(0, PATH_CHARACTERS_MAX).replace(/%[0-9A-F]?$/, '');
    return exchange(agent, port, { path: cut, key: reader });
  };
  return { ask, faults };
}

function causeOf({ message, cause, stack }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : (stack ?? message);
}

interface Exchange {
  readonly path: string;
  readonly key: string;
  /** Sent with POST when there is one. */
  readonly body?: string;
}

function exchange(agent: Agent, port: number, { path, key, body }: Exchange): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    httpRequest({ agent, method, host: '127.0.0.1', port, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    })
      .on('error', reject)
      .end(body);
  });
}

/** Some keys stand once, some several times; one row has none. */
function lookupOf(word: string): string {
  const rows = Array.from({ length: 12 }, (_, i) => [
    i % 5 === 0 ? '' : `h${i % 7}`,
    200 + i * 10,
    word,
    `${word} ${i}`,
    i,
  ]);
  return [LOOKUP_COLUMNS, ...rows].map((cells) => `${cells.join(',')}\n`).join('');
}

function ownEvents() {
  return Array.from({ length: 60 }, (_, i) => ({
    agoMs: 5_000 * i + 1,
    body: `Error ${i}: connection to 10.0.0.${i} refused user=u${i % 3} {"a":{"b":[${i}]}}`,
    level: ['error', 'info', 'warn'][i % 3] ?? 'info',
    fields: {
      service: ['checkout', 'cart', ''][i % 3] ?? '',
      status: String(200 + i * 10),
      bytes: i % 7 === 0 ? 'many' : String(i * 1.5),
      client_ip: `10.1.2.${i}`,
      payload: '{"user":{"name":"x","roles":["a","b"]}}',
      tags: ['["a","B c",7]', 'a', '[]', '[1,2.5,null,true]', '[{"a":1}]', '[broken'][i % 6] ?? '',
      user: i % 4 === 0 ? `["u${i}","u${i + 1}"]` : `u${i}`,
    },
  }));
}

function foreignEvents() {
  const fields = { service: MARKER, [MARKER]: 'x', status: '500' };
  return Array.from({ length: 20 }, (_, i) => ({
    agoMs: 1_000 * i + 1,
    body: `error ${MARKER} connection to 10.0.0.1 refused`,
    level: 'error',
    source: MARKER,
    fields,
  }));
}
