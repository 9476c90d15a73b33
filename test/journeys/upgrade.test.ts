/**
 * Data folders of earlier releases, opened by this one: see `tools/release-fixture.ts`. And this one beside and before a later
 * one, for which stands a program that has a step of the schema more.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { FixtureFacts } from '../../tools/release-fixture.ts';
import {
  ADMIN,
  assertKept,
  ENVIRONMENT,
  keepSending,
  prepareSending,
  type Promises,
  untilDrained,
} from '../crash/numbered-events.ts';
import { newDataFolder, startApp, startInVain } from '../support/programs/start-app.ts';
import { startNats } from '../support/programs/start-nats.ts';
import { startPostgres } from '../support/metadata/start-postgres.ts';
import { signIn } from '../support/programs/visitor.ts';

const FOLDER = fileURLToPath(new URL('../fixtures', import.meta.url));
const DRAIN_MS_MAX = 60_000;
const releases = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
assert.ok(releases.length > 0);

for (const file of releases) {
  const facts = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as FixtureFacts;

  test(`everything that release ${facts.release} has left is there`, async (t) => {
    const data = await newDataFolder(t);
    execFileSync('tar', ['-C', data, '-xzf', join(FOLDER, file.replace(/json$/, 'tgz'))]);

    const app = await startApp(t, { ...ENVIRONMENT, XPLAIN_EMBEDDED_STORE: 'duckdb' }, data);

    await untilDrained(app.url, DRAIN_MS_MAX);
    assert.deepEqual(await eventsOf(app.url, facts), [
      ...names('stored', facts.stored),
      ...names('waiting', facts.waiting),
    ]);
    const ada = await signIn(app.url, { email: facts.email, password: facts.password });
    const searches = await ada.read<{ name: string }[]>('/api/v1/saved-searches');
    assert.deepEqual(
      searches.map(({ name }) => name),
      [facts.savedSearch],
    );
    const table = await fetch(`${app.url}/api/v1/lookups/teams/export`, { headers: ada.headers });
    assert.equal(await table.text(), facts.lookup);
    assert.equal(await app.stop(), 0);
  });
}

const LATER = fileURLToPath(new URL('../support/programs/main-later.ts', import.meta.url));
const PAGE = fileURLToPath(new URL('../../docs/operating/upgrade.md', import.meta.url));

test('whole nodes of two releases share events and people, and the older one can be started again', async (t) => {
  const [database, nats] = [await startPostgres(t), await startNats(t)];
  if (database === undefined || nats === undefined) return;
  const shared = {
    ...ENVIRONMENT,
    XPLAIN_EMBEDDED_STORE: 'duckdb',
    XPLAIN_DATABASE_URL: database.url,
    XPLAIN_NATS_URL: nats.url,
    XPLAIN_SECRET: 'a-secret-that-both-nodes-share-0123456789',
  };
  // Each has a store of its own: what either writes is looked for in both.
  const older = await startApp(t, { ...shared, XPLAIN_NODE_ID: 'older' });
  const { ada, key } = await prepareSending(older.url);
  const later = await startApp(t, { ...shared, XPLAIN_NODE_ID: 'later' }, undefined, LATER);

  const promises: Promises = { accepted: new Set(), answers: [] };
  const stop = new AbortController();
  const sending = [older, later].map(({ url }) => keepSending({ url, key }, promises, stop.signal));
  const there = await signIn(later.url, ADMIN);
  await there.create('/api/v1/saved-searches', { name: 'of the later one', query: 'number' });
  const found = await ada.read<{ name: string }[]>('/api/v1/saved-searches');
  assert.deepEqual(
    found.map(({ name }) => name),
    ['of the later one'],
  );
  const draft = { name: 'revoked by the older one', scope: 'read-only' };
  const own = await there.create<{ id: string; value: string }>('/api/v1/api-keys', draft);
  await ada.remove(`/api/v1/api-keys/${own.id}`);
  const headers = { authorization: `Bearer ${own.value}` };
  const refused = await fetch(`${later.url}/api/v1/search?query=number`, { headers });
  assert.equal(refused.status, 401);
  while (promises.accepted.size < 300) await ada.read('/api/v1/saved-searches');
  stop.abort();
  await Promise.all(sending);
  for (const { url } of [older, later]) await untilDrained(url, DRAIN_MS_MAX);
  const both = { url: older.url, key, also: [later.url] };
  assert.ok((await assertKept(both, promises)) >= 300);

  assert.equal(await older.stop(), 0);
  const again = await startApp(t, { ...shared, XPLAIN_NODE_ID: 'older' }, older.data);
  assert.ok((await assertKept({ ...both, url: again.url }, promises)) >= 300);
});

test('what the page says about going back leads back, and events that were stored since stay', async (t) => {
  const environment = { ...ENVIRONMENT, XPLAIN_EMBEDDED_STORE: 'duckdb' };
  const older = await startApp(t, environment);
  const { key } = await prepareSending(older.url);
  assert.equal(await older.stop(), 0);
  const changed = { ...environment, TEST_LATER: 'changes' };
  const later = await startApp(t, changed, older.data, LATER);
  const promises: Promises = { accepted: new Set(), answers: [] };
  const stop = new AbortController();
  const sending = keepSending({ url: later.url, key }, promises, stop.signal);
  while (promises.accepted.size < 10) await fetch(`${later.url}/health`);
  stop.abort();
  await sending;
  await untilDrained(later.url, DRAIN_MS_MAX);
  assert.equal(await later.stop(), 0);
  const page = readFileSync(PAGE, 'utf8');
  const { output } = await startInVain(t, environment, older.data);
  const [, quote = ''] = /^> (The metadata store .*)$/m.exec(page) ?? [];
  assert.ok(output.includes(quote.replace('0029-…', '9000-later')), output);

  const [, block = ''] = /^```sh\n(cd .*?)^```$/ms.exec(page) ?? [];
  assert.match(block, /^mv /m);
  const here = block.replace('/var/lib/xplain', older.data).replace('0029-…', '9000-later');
  execFileSync('bash', ['-e', '-c', here]);

  const again = await startApp(t, environment, older.data);
  assert.ok((await assertKept({ url: again.url, key }, promises)) >= 10);
});

/** With the key of that release; sorted as `names` are. */
async function eventsOf(url: string, { key, index }: FixtureFacts): Promise<string[]> {
  const query = encodeURIComponent(`index=${index} earliest=-3650d`);
  const answer = await fetch(`${url}/api/v1/logs/export?query=${query}&format=jsonl`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  const lines = text.split('\n').filter((line) => line !== '');
  const events = lines.map((line) => (JSON.parse(line) as { event: string }).event);
  return events.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

function names(word: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${word} ${i}`);
}
