/** A search that does not stop: it ends the engine, its organization pays for it, and everybody else goes on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../support/seeded-random.ts';
import { startApp } from '../support/programs/start-app.ts';
import { signIn, type Visitor } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

/**
 * The engine looks up between blocks of rows, not between rows. The most expensive expression that queries may have takes part of a
 * second for one such event, and all of them are in one block. What is looked for stands in front, or nothing would be compared.
 */
const REGEX = '(?s)a.{40}c';
const LETTERS = 250_000;
const EVENTS = 32;

test('a search that survives its end by two seconds ends the engine, and others go on', async (t) => {
  const environment = { XPLAIN_EMBEDDED_STORE: 'duckdb', XPLAIN_LOG_LEVEL: 'info' };
  const app = await startApp(t, { ...ADMIN_ENVIRONMENT, ...environment });
  const ours = await signIn(app.url, ADMIN);
  const theirs = await signIn(app.url, ADMIN);
  const { id } = await theirs.create<{ id: string }>('/api/v1/organizations', { name: 'Other' });
  await theirs.create(`/api/v1/organizations/${id}/activate`, undefined);
  const random = seededRandom(4_711);
  const letters = Array.from({ length: LETTERS }, () => random.pick(['a', 'b'])).join('');
  // Equal texts would be looked at once.
  const long = Array.from({ length: EVENTS }, (_, i) => ({ event: `c${letters}${i}` }));
  await ours.create('/api/v1/logs', long);
  await theirs.create('/api/v1/logs', [{ event: 'theirs' }]);
  await until('events', async () => (await count(ours)) === EVENTS && (await count(theirs)) === 1);

  const search = fetch(app.url + addressOf(`* | where match(event, "${REGEX}") | stats count`), {
    headers: ours.headers,
    signal: AbortSignal.timeout(1_000),
  });
  await assert.rejects(search, { name: 'TimeoutError' });

  await until('the end of the engine', () => app.output().includes('a statement did not stop'));
  await until('readiness', async () => (await fetch(`${app.url}/ready`)).status === 200);
  assert.match(app.output(), /local log store started again/);
  assert.equal(await count(theirs), 1);
  const refused = await fetch(app.url + addressOf('* | stats count'), { headers: ours.headers });
  assert.equal(refused.status, 429, await refused.clone().text());
  const wait = Number(refused.headers.get('retry-after'));
  assert.ok(wait > 0 && wait <= 60, String(wait));
  assert.partialDeepStrictEqual(await refused.json(), { code: 'QUERY_SLOTS_BUSY' });
  // What is sent meanwhile is not lost.
  await ours.create('/api/v1/logs', [{ event: 'sent meanwhile' }]);
  await theirs.create('/api/v1/logs', [{ event: 'sent meanwhile' }]);
  await until('their event', async () => (await count(theirs)) === 2);
});

function addressOf(query: string): string {
  return `/api/v1/search?query=${encodeURIComponent(query)}`;
}

async function count(visitor: Visitor): Promise<unknown> {
  const { rows } = await visitor.read<{ rows: { count: number }[] }>(addressOf('* | stats count'));
  return rows[0]?.count;
}

async function until(what: string, isThere: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (await isThere()) return;
    await sleep(100);
  }
  assert.fail(`waited in vain for ${what}`);
}
