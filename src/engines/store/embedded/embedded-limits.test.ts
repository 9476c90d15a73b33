/** What only ClickHouse has: indexes that are made later, and settings of its own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchOf, needsOf, newFolder } from '../../../../test/support/store/supervised-store.ts';
import { withoutClickhouse } from '../../../../test/support/store/without-clickhouse.ts';
import { MB } from '../../../spec/units.ts';
import { sql } from '../sql.ts';
import { rowsOf } from '../store.ts';
import { openEmbeddedStore } from './open-embedded-store.ts';

const skip = withoutClickhouse();

test('rows of today are indexed when they are enough and old enough', { skip }, async (t) => {
  await using store = await openEmbeddedStore(
    needsOf({ indexAfterMs: 0, indexRowsMin: 100 }),
    newFolder(t),
  );
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

test('rows that came a moment ago are left to the merges', { skip }, async (t) => {
  await using store = await openEmbeddedStore(
    needsOf({ indexAfterMs: 60_000, indexRowsMin: 1 }),
    newFolder(t),
  );

  await store.insert(batchOf(100));
  await store.maintain(new AbortController().signal);

  const answer = await store.query(sql`SELECT sum(secondary_indices_compressed_bytes) AS n
    FROM system.parts WHERE active AND table = 'logs'`);
  assert.deepEqual(rowsOf(answer), [{ n: 0 }]);
});

test(
  'what the configuration says about memory, merges and statistics reaches the engine',
  { skip },
  async (t) => {
    await using store = await openEmbeddedStore(needsOf({ watchEveryMs: 60_000 }), newFolder(t));
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
  },
);
