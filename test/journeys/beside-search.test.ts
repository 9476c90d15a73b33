import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SavedSearch } from '../../src/contract/saved-searches.ts';
import { startApp } from '../support/programs/start-app.ts';
import { signIn, type Visitor } from '../support/programs/visitor.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

interface Event {
  readonly _id: string;
  readonly event: string;
}

test('an event is followed, looked at from all sides, exported and erased', async (t) => {
  const app = await startApp(t, { ...ADMIN_ENVIRONMENT, XPLAIN_RATE_LOGS: '0' });
  const ada = await signIn(app.url, ADMIN);
  const draft = { name: 'journey', scope: 'full-access' };
  const { value } = await ada.create<{ value: string }>('/api/v1/api-keys', draft);
  const headers = { authorization: `Bearer ${value}` };
  const leaving = new AbortController();
  t.after(() => leaving.abort());
  const tail = await fetch(`${app.url}/api/v1/logs/tail?query=user_id%3D4711`, {
    headers,
    signal: leaving.signal,
  });

  await ada.create('/api/v1/logs', [
    { event: 'order 1 was paid', user_id: '4711' },
    { event: 'order 2 was paid', user_id: '4711' },
    { event: 'order 3 was paid', user_id: '12' },
  ]);
  const events = await firstEvents(tail, 2);
  const [first] = events;

  assert.deepEqual(
    events.map(({ event }) => event),
    ['order 1 was paid', 'order 2 was paid'],
  );
  const query = `?${new URLSearchParams({ query: 'user_id=4711', latest: '+1m' }).toString()}`;
  const histogram = await ada.read<{ total: number }>(`/api/v1/search/histogram${query}`);
  const fields = await ada.read<{ matched: number }>(`/api/v1/search/fields${query}`);
  const patterns = await ada.read<{ found: number }>(`/api/v1/search/patterns${query}`);
  const around = await ada.read<{ after: Event[] }>(`/api/v1/logs/${first?._id}/context`);
  const file = await fetch(`${app.url}/api/v1/logs/export${query}&format=csv`, { headers });
  assert.deepEqual([histogram.total, fields.matched, patterns.found], [2, 2, 1]);
  assert.equal(around.after.length, 2);
  assert.equal((await file.text()).trimEnd().split('\n').length, 3);

  await throughTheClient(t, app.url, value);

  const counted = await removed<{ matched: number }>(app.url, headers, `${query}&dryRun=true`);
  const { id } = await removed<{ id: string }>(app.url, headers, query);
  const proof = await untilDone(ada, id);
  const left = await ada.read<{ total: number }>('/api/v1/search/histogram?latest=%2B1m');
  assert.deepEqual([counted.matched, proof.deleted, proof.remaining], [2, 2, 0]);
  assert.equal(left.total, 1);
});

interface Client {
  readonly ApiError: new () => Error & { readonly code: string; readonly requestId?: string };
  readonly createClient: (options: { readonly url: string; readonly key: string }) => Call;
}

interface Found {
  readonly rows: readonly object[];
  readonly warnings: readonly string[];
}

interface Call {
  (name: 'search', input: object): Promise<{ data: Found; nextCursor: string | null }>;
  (name: 'listSavedSearches'): Promise<{ data: readonly SavedSearch[] }>;
  (name: 'deleteSavedSearch', input: object): Promise<{ data: { deleted: boolean } }>;
  (name: 'createSavedSearch' | 'readSavedSearch', input: object): Promise<{ data: SavedSearch }>;
}

/** The client that the server hands out, as a program of somebody else would use it. */
async function throughTheClient(t: TestContext, url: string, key: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-client-'));
  t.after(() => removeFolder(folder));
  const file = join(folder, 'client.ts');
  writeFileSync(file, await (await fetch(`${url}/docs/client.ts`)).text());
  const { ApiError, createClient } = (await import(file)) as Client;
  const call = createClient({ url, key });
  const { data, nextCursor } = await call('search', {
    query: { query: 'user_id=4711 | stats count by user_id', latest: '+1m' },
  });
  assert.deepEqual([data.rows, nextCursor], [[{ user_id: '4711', count: 2 }], null]);
  assert.deepEqual(data.warnings, []);

  const draft = { name: 'Paid orders', query: 'order was paid' };
  const { data: saved } = await call('createSavedSearch', { body: draft });
  const { data: all } = await call('listSavedSearches');
  assert.deepEqual(
    all.map(({ id, name }) => [id, name]),
    [[saved.id, draft.name]],
  );
  const { data: gone } = await call('deleteSavedSearch', { path: { id: saved.id } });
  assert.equal(gone.deleted, true);

  await assert.rejects(
    call('search', { query: { query: "SELECT * FROM logs WHERE user_id = '4711'" } }),
    (error) =>
      error instanceof ApiError &&
      error.code === 'QUERY_SYNTAX_ERROR' &&
      error.message.includes('`user_id=4711`') &&
      error.requestId !== undefined,
  );
  await assert.rejects(call('readSavedSearch', { path: { id: saved.id } }), { status: 404 });
}

async function firstEvents(tail: Response, count: number): Promise<Event[]> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of tail.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const found = [...text.matchAll(/^data: (.*)\n\n/gm)];
    if (found.length >= count) return found.map(([, data]) => JSON.parse(data ?? '') as Event);
  }
  return assert.fail('the tail ended');
}

async function removed<T>(
  url: string,
  headers: Readonly<Record<string, string>>,
  query: string,
): Promise<T> {
  const answer = await fetch(`${url}/api/v1/logs${query}`, { method: 'DELETE', headers });
  const text = await answer.text();
  assert.ok(answer.ok, text);
  return (JSON.parse(text) as { data: T }).data;
}

async function untilDone(
  ada: Visitor,
  id: string,
): Promise<{ deleted: number; remaining: number }> {
  for (let i = 0; i < 200; i++) {
    const deletion = await ada.read<{ state: string; deleted: number; remaining: number }>(
      `/api/v1/log-deletions/${id}`,
    );
    if (deletion.state === 'done') return deletion;
    await sleep(100);
  }
  return assert.fail('the deletion did not end');
}
