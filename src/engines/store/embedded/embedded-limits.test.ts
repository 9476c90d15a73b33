import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { text } from 'node:stream/consumers';
import { freezeProcess } from '../../../../test/support/freeze-process.ts';
import { logRecord } from '../../../../test/support/log-records.ts';
import { systemClock } from '../../../base/clock.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Limits } from '../../../spec/limits.ts';
import { GB, MB } from '../../../spec/units.ts';
import { createBlockEncoder } from '../block-encoder.ts';
import { createRowIds } from '../row-ids.ts';
import { sql, uint32 } from '../sql.ts';
import { rowsOf } from '../store.ts';
import { isProcessAlive } from '../child/is-process-alive.ts';
import { openEmbeddedStore } from './open-embedded-store.ts';

const encoder = createBlockEncoder(createRowIds(systemClock, 1));

function open(t: TestContext, changed: Partial<Limits['store']>) {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-store-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const limits = { ...LIMITS, store: { ...LIMITS.store, ...changed } };
  return openEmbeddedStore({ clock: systemClock, limits, log: silentLog }, folder);
}

function batchOf(events: number) {
  const records = Array.from({ length: events }, (_, i) => logRecord({ body: `event ${i}` }));
  return { token: randomUUID(), blocks: [encoder.encode(records).bytes], events };
}

/** A watchdog that would not notice within a test. */
const patient = { watchEveryMs: 60_000 };
const slow = sql`SELECT count() AS n FROM numbers(100) WHERE sleepEachRow(0.01) = 0`;

test('an engine that hangs is reported down, refuses inserts, and is killed when we stop', async (t) => {
  const store = await open(t, {
    ...patient,
    healthTimeoutMs: 200,
    insertTimeoutMs: 300,
    stopTimeoutMs: 300,
  });
  const pid = store.enginePid();

  await freezeProcess(pid);
  const health = await store.health();
  const insert = store.insert(batchOf(1));
  await assert.rejects(insert, { code: 'STORAGE_UNAVAILABLE' });
  await store[Symbol.asyncDispose]();

  assert.equal(health.state, 'down');
  assert(!isProcessAlive(pid));
});

test('a change, an export and a query each have their own time', async (t) => {
  await using store = await open(t, { commandTimeoutMs: 5_000, exportTimeoutMs: 300 });

  // It may fail before its first byte or after it; for a reader both are the same.
  const read = async (): Promise<string> => text(await store.export(slow, 'csv'));
  await assert.rejects(read(), { code: 'QUERY_TIMEOUT' });
  await assert.rejects(store.command(slow, { timeoutMs: 300 }), { code: 'QUERY_TIMEOUT' });
  await store.command(slow);
  assert.deepEqual(rowsOf(await store.query(slow)), [{ n: 100 }]);
});

test('more queries than connections wait for their turn', async (t) => {
  await using store = await open(t, { connectionsMax: 2 });

  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => store.query(sql`SELECT ${uint32(i)} AS n`)),
  );

  assert.deepEqual(
    answers.map((answer) => answer.columns[0]?.values),
    Array.from({ length: 30 }, (_, i) => [i]),
  );
});

test('the engine keeps to its memory and lives on', async (t) => {
  await using store = await open(t, { memoryBytesMax: 600 * MB });
  const large = sql`SELECT groupArray(number) AS n FROM numbers(200000000)`;

  await assert.rejects(store.query(large, { memoryBytesMax: 8 * GB }), {
    code: 'QUERY_MEMORY_LIMIT',
  });

  await store.insert(batchOf(10));
  assert.deepEqual(await store.health(), { state: 'up' });
});

test('rows of today are indexed when they are enough and old enough', async (t) => {
  await using store = await open(t, { indexAfterMs: 0, indexRowsMin: 100 });
  const { signal } = new AbortController();
  const bare = async (): Promise<unknown> => {
    const answer = await store.query(sql`SELECT countIf(secondary_indices_compressed_bytes = 0) AS n
      FROM system.parts WHERE active AND table = 'logs'`);
    return rowsOf(answer)[0]?.['n'];
  };

  await store.insert(batchOf(99));
  await store.maintain(signal);
  assert.equal(await bare(), 1);
  await store.insert(batchOf(1));
  await store.maintain(signal);

  assert.equal(await bare(), 0);
});

test('rows that came a moment ago are left to the merges', async (t) => {
  await using store = await open(t, { indexAfterMs: 60_000, indexRowsMin: 1 });

  await store.insert(batchOf(100));
  await store.maintain(new AbortController().signal);

  const answer = await store.query(sql`SELECT sum(secondary_indices_compressed_bytes) AS n
    FROM system.parts WHERE active AND table = 'logs'`);
  assert.deepEqual(rowsOf(answer), [{ n: 0 }]);
});

test('what the configuration says about memory, merges and statistics reaches the engine', async (t) => {
  await using store = await open(t, patient);
  const values = async (table: 'settings' | 'merge_tree_settings' | 'server_settings') => {
    const statements = {
      settings: sql`SELECT name, value FROM system.settings`,
      merge_tree_settings: sql`SELECT name, value FROM system.merge_tree_settings`,
      server_settings: sql`SELECT name, value FROM system.server_settings`,
    };
    const rows = rowsOf(await store.query(statements[table]));
    return new Map(rows.map(({ name, value }) => [String(name), String(value)]));
  };

  const [query, tables, server] = await Promise.all([
    values('settings'),
    values('merge_tree_settings'),
    values('server_settings'),
  ]);

  assert.equal(query.get('use_statistics'), '0');
  assert.equal(query.get('use_uncompressed_cache'), '1');
  assert.equal(query.get('query_profiler_real_time_period_ns'), '0');
  assert.equal(tables.get('auto_statistics_types'), '');
  assert.equal(tables.get('min_age_to_force_merge_on_partition_only'), '1');
  assert.equal(tables.get('min_age_to_force_merge_seconds'), '21600');
  assert.equal(server.get('uncompressed_cache_size'), String(128 * MB));
  assert.equal(server.get('index_uncompressed_cache_size'), String(64 * MB));
});
