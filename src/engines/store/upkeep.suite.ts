import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../spec/units.ts';
import { sql, string } from './sql.ts';
import { manyRecords, newOrganization, toolsOf } from './store-tools.suite.ts';
import type { LogStore } from './store.ts';

/** What deletions and maintenance leave. */
export function testUpkeep(store: () => LogStore, engine: 'clickhouse' | 'duckdb'): void {
  const { insert, rows, count, rollup } = toolsOf(store);

  test('after a deletion no query finds the rows, and counts follow', async () => {
    const [gone, kept] = [newOrganization(), newOrganization()];
    await insert([...manyRecords(gone), ...manyRecords(kept)]);

    await store().command(sql`DELETE FROM logs WHERE organization = ${string(gone)}`);
    await store().command(
      sql`DELETE FROM logs WHERE organization = ${string(kept)} AND level = ${string('error')}`,
    );

    assert.equal(await count(gone), 0);
    assert.equal(await count(kept), 500);
    assert.deepEqual(await rollup(gone), []);
    assert.deepEqual(await rollup(kept), [{ level: 'info', service: 'checkout', n: 500 }]);
  });

  test('a command that is wrong rejects', async () => {
    await assert.rejects(store().command(sql`DELETE FROM no_such_table WHERE 1`), /refused/);
  });

  const maintained = async (): Promise<void> => {
    const organization = newOrganization();
    const receivedAt = Date.now() - 40 * DAY_MS;
    const records = manyRecords(organization).map((record) => ({
      ...record,
      receivedAt,
      retentionDays: 3_650,
    }));
    await insert(records);
    const day = string(new Date(receivedAt).toISOString().slice(0, 10));
    const bare = async (): Promise<unknown> => {
      const found = await rows(sql`SELECT countIf(secondary_indices_compressed_bytes = 0) AS n
        FROM system.parts WHERE active AND table = 'logs' AND partition = ${day}`);
      return found[0]?.['n'];
    };
    assert.notEqual(await bare(), 0);

    await store().maintain(new AbortController().signal);

    assert.equal(await bare(), 0);
    assert.equal(await count(organization), 1_000);
    await store().maintain(new AbortController().signal);
  };
  if (engine === 'clickhouse') {
    test('maintaining indexes what arrived before today, and changes no answer', maintained);
  }
}
