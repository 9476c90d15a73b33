import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '../support/programs/start-app.ts';
import { signIn, type Visitor } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

test('collect writes what a search found to another index, and the audit log says so', async (t) => {
  const app = await startApp(t, { ...ADMIN_ENVIRONMENT, XPLAIN_RATE_SEARCH: '0' });
  const ada = await signIn(app.url, ADMIN);
  await ada.create('/api/v1/indexes', { name: 'summary' });
  const event = (host: string) => ({ event: 'hit', attributes: { host } });
  await ada.create('/api/v1/logs', [event('a'), event('a'), event('b')]);
  await until(ada, '* | stats count', 3);

  const query = '* | stats count AS hits BY host | collect index=summary marker="report=hosts"';
  const { rows } = await ada.create<Rows>('/api/v1/search', { query });

  assert.deepEqual(rows, [
    { host: 'a', hits: 2 },
    { host: 'b', hits: 1 },
  ]);
  await until(ada, 'index=summary sourcetype=stash report=hosts | stats count', 2);
  assert.deepEqual(await find(ada, 'index=summary | stats sum(hits) AS hits'), [{ hits: 3 }]);
  // What it has written is not read by the next one, which therefore finds the same.
  const again = await ada.create<Rows>('/api/v1/search', { query });
  assert.deepEqual(again.rows, rows);
  await until(ada, 'index=_audit action=log.collected resource=summary | stats count', 2);
  const encoded = encodeURIComponent(query);
  assert.equal(await ada.refusal('GET', `/api/v1/search?query=${encoded}`), 'QUERY_SYNTAX_ERROR');
});

interface Rows {
  readonly rows: readonly Record<string, unknown>[];
}

async function find(ada: Visitor, query: string): Promise<Rows['rows']> {
  return (await ada.read<Rows>(`/api/v1/search?query=${encodeURIComponent(query)}`)).rows;
}

async function until(ada: Visitor, query: string, count: number): Promise<void> {
  for (let i = 0; i < 200; i++) {
    const [row] = await find(ada, query);
    if (row?.['count'] === count) return;
    await sleep(200);
  }
  assert.fail(`${query} has not counted ${count}`);
}
