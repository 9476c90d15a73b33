import assert from 'node:assert/strict';
import { globSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { batchOf, needsOf, newFolder } from '../../../../test/support/store/supervised-store.ts';
import { withoutClickhouse } from '../../../../test/support/store/without-clickhouse.ts';
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
  truncateSync(newestPart(join(folder, 'rows/data/xplain/logs')), 100);
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (_fields, message) => errors.push(message) };

  await using store = await openEmbeddedStore({ ...needsOf(), log }, folder);

  assert.deepEqual(errors, ['log store moved damaged parts aside, rows are missing']);
  const health = await store.health();
  assert.equal(health.state, 'degraded');
  assert.match(health.note ?? '', /1 damaged parts/);
  const answer = await store.query(sql`SELECT body, count() AS n FROM logs GROUP BY body`);
  assert.deepEqual(rowsOf(answer), [{ body: 'whole', n: 50 }]);
});

/** Its rows; parts are numbered, behind the day. */
function newestPart(table: string): string {
  const parts = globSync('*_*/data.bin', { cwd: table });
  const inOrder = parts.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  assert.equal(inOrder.length, 2);
  return join(table, inOrder.at(-1) ?? '');
}
