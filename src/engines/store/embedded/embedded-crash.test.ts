import assert from 'node:assert/strict';
import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { batchOf, needsOf, newFolder } from '../../../../test/support/supervised-store.ts';
import { withoutClickhouse } from '../../../../test/support/without-clickhouse.ts';
import type { Log } from '../../../base/log.ts';
import { silentLog } from '../../../base/log.ts';
import { supervisedStoreSuite } from '../child/supervised-store.suite.ts';
import { sql } from '../sql.ts';
import { rowsOf } from '../store.ts';
import { openEmbeddedStore } from './open-embedded-store.ts';

const skip = withoutClickhouse();

supervisedStoreSuite('ClickHouse in a process of ours', {
  engine: 'clickhouse',
  skip,
  open: openEmbeddedStore,
  async makeNewer(directory) {
    await using store = await openEmbeddedStore(needsOf(), directory);
    await store.command(sql`INSERT INTO schema_versions SELECT 1000, now()`);
  },
});

test('a damaged part is put aside, loudly, and the store is degraded', { skip }, async (t) => {
  const folder = newFolder(t);
  {
    await using store = await openEmbeddedStore(needsOf(), folder);
    await store.insert(batchOf(50, 'whole'));
    await store.command(sql`SYSTEM STOP MERGES`);
    await store.insert(batchOf(50, 'damaged'));
  }
  const data = findFiles(join(folder, 'rows'), 'data.bin').find((file) => file.includes('_2_2_'));
  assert(data !== undefined);
  truncateSync(data, 100);
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (_fields, message) => errors.push(message) };

  await using store = await openEmbeddedStore({ ...needsOf(), log }, folder);

  assert.deepEqual(errors, ['log store put damaged parts aside, rows are missing']);
  const health = await store.health();
  assert.equal(health.state, 'degraded');
  assert.match(health.note ?? '', /1 damaged parts/);
  const answer = await store.query(sql`SELECT body, count() AS n FROM logs GROUP BY body`);
  assert.deepEqual(rowsOf(answer), [{ body: 'whole', n: 50 }]);
});

function findFiles(folder: string, name: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(`/${name}`))
    .map((file) => join(folder, file));
}
