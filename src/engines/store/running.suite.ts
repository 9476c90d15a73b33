import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { logRecord } from '../../../test/support/log-records.ts';
import { sql, uint32 } from './sql.ts';
import { endlessly, endlessSum, newOrganization, toolsOf } from './store-tools.suite.ts';
import type { LogStore, QueryEvent } from './store.ts';

/** Queries that run: side by side, as streams, and how they are stopped. */
export function testRunning(store: () => LogStore): void {
  const { insert, rows, count } = toolsOf(store);

  const isRunning = async (queryId: string): Promise<boolean> =>
    (await store().running()).includes(queryId);
  const waitUntil = async (isTrue: () => Promise<boolean>): Promise<void> => {
    for (let i = 0; i < 600; i++) {
      if (await isTrue()) return;
      await sleep(50);
    }
    assert.fail('it did not come true in time');
  };
  const endless = sql`SELECT number FROM numbers(1000000000000)`;
  const unbounded = { ...endlessly, resultRowsMax: 0, settings: { max_block_size: 10 } };

  test('an aborted query rejects at once and stops in the store', async () => {
    const queryId = randomUUID();
    const stop = new AbortController();
    const running = store().query(endlessSum, { queryId, signal: stop.signal, ...endlessly });
    running.catch(() => {});
    await waitUntil(() => isRunning(queryId));

    stop.abort();

    await assert.rejects(running, { name: 'AbortError' });
    await waitUntil(async () => !(await isRunning(queryId)));
  });

  test('a signal that was aborted before lets nothing start', async () => {
    await assert.rejects(store().query(sql`SELECT 1 AS x`, { signal: AbortSignal.abort() }), {
      name: 'AbortError',
    });
  });

  test('many queries and inserts side by side do not disturb each other', async () => {
    const organization = newOrganization();
    const inserts = Array.from({ length: 20 }, (_, i) =>
      insert([logRecord({ organization, body: `event ${i}` })]),
    );
    const sums = Array.from({ length: 20 }, (_, i) => rows(sql`SELECT ${uint32(i)} + 1 AS n`));

    await Promise.all(inserts);
    const answers = await Promise.all(sums);

    assert.deepEqual(
      answers.map((answer) => answer[0]?.['n']),
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
    assert.equal(await count(organization), 20);
  });

  test('a stream tells its columns, its rows and how far it is', async () => {
    const events: QueryEvent[] = [];
    const slow = sql`SELECT number AS n FROM numbers(300000000) WHERE number % 1000000 = 0 ORDER BY n`;

    for await (const event of store().stream(slow)) events.push(event);

    const columns = events.filter((event) => event.kind === 'columns');
    assert.deepEqual(
      columns.map((event) => event.columns.map((column) => column.name)),
      [['n']],
    );
    const found = events.filter((event) => event.kind === 'row').map((event) => event.row[0]);
    assert.deepEqual(
      found,
      Array.from({ length: 300 }, (_, i) => i * 1_000_000),
    );
    const progress = events.filter((event) => event.kind === 'progress');
    assert(progress.length > 1, `${progress.length} reports`);
    const { rowsRead = 0, rowsToRead = 0 } = progress.at(-1)?.progress ?? {};
    assert(rowsRead <= rowsToRead);
  });

  test('leaving a stream stops it in the store', async () => {
    const queryId = randomUUID();

    for await (const event of store().stream(endless, { queryId, ...unbounded })) {
      if (event.kind === 'row') break;
    }

    await waitUntil(async () => !(await isRunning(queryId)));
  });

  test('a stream that fails half-way rejects with the code', async () => {
    const read = async (): Promise<void> => {
      for await (const event of store().stream(endless, { timeoutMs: 400, ...unbounded })) {
        assert(event.kind.length > 0);
      }
    };

    await assert.rejects(read(), { code: 'QUERY_TIMEOUT' });
  });
}
