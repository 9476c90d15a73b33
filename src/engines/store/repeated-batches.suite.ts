import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { logRecord } from '../../../test/support/log-records.ts';
import { systemClock } from '../../base/clock.ts';
import { organizationId, type OrganizationId } from '../../base/ids.ts';
import type { LogRecord } from '../../base/record.ts';
import { DAY_MS } from '../../spec/units.ts';
import { createBlockEncoder } from './block-encoder.ts';
import { createRowIds } from './row-ids.ts';
import { sql, string } from './sql.ts';
import { rowsOf, type InsertBatch, type LogStore } from './store.ts';

const encoder = createBlockEncoder(createRowIds(systemClock, 4712));

/** What a store makes of a batch that was sent before, or may have been. */
export function testRepeatedBatches(store: () => LogStore, engine: 'clickhouse' | 'duckdb'): void {
  void describe('a repeated batch', () => {
    const batchOf = (records: readonly LogRecord[]): InsertBatch => ({
      token: randomUUID(),
      blocks: [encoder.encode(records).bytes],
      events: records.length,
    });
    const repeat = (batch: InsertBatch): Promise<void> =>
      store().insert({ ...batch, isRepeated: true });

    function testLostRows(): void {
      test('whose rows got lost behind its token is stored whole', async () => {
        const organization = organizationId(`org_${randomUUID()}`);
        const batch = batchOf(threeHundred(organization));
        await store().insert(batch);
        await store().command(
          sql`ALTER TABLE logs DELETE WHERE organization = ${string(organization)}`,
        );

        await repeat(batch);
        await repeat(batch);

        assert.equal(await count(store(), organization), 300);
      });

      test('of which some rows got lost is completed', async () => {
        const organization = organizationId(`org_${randomUUID()}`);
        const batch = batchOf(threeHundred(organization));
        await store().insert(batch);
        await store().command(
          sql`ALTER TABLE logs DELETE WHERE organization = ${string(organization)} AND row_id % 3 = 0`,
        );
        assert((await count(store(), organization)) !== 300);

        await repeat(batch);

        assert.equal(await count(store(), organization), 300);
      });
    }

    // DuckDB writes rows and token in one transaction: neither can be there without the other.
    if (engine === 'clickhouse') testLostRows();

    test('is there once, also under another token', async () => {
      const organization = organizationId(`org_${randomUUID()}`);
      const batch = batchOf(threeHundred(organization));
      await store().insert(batch);

      await repeat({ ...batch, token: randomUUID() });

      assert.equal(await count(store(), organization), 300);
    });

    test('that nobody has stored is stored once, however many repeat it', async () => {
      const organization = organizationId(`org_${randomUUID()}`);
      const batch = batchOf(threeHundred(organization));

      await Promise.all([1, 2, 3].map(() => repeat(batch)));

      assert.equal(await count(store(), organization), 300);
    });

    test('brings nothing back that was deleted', async () => {
      const organization = organizationId(`org_${randomUUID()}`);
      const batch = batchOf(threeHundred(organization));
      await store().insert(batch);
      await store().command(sql`DELETE FROM logs WHERE organization = ${string(organization)}`);

      await repeat(batch);

      assert.equal(await count(store(), organization), 0);
    });

    test('misses no rows that have expired', async () => {
      const organization = organizationId(`org_${randomUUID()}`);
      const timestamp = Date.now() - 10 * DAY_MS;
      const batch = batchOf([logRecord({ organization, timestamp, retentionDays: 1 })]);
      await store().insert(batch);
      await store().command(
        sql`ALTER TABLE logs DELETE WHERE organization = ${string(organization)}`,
      );

      await repeat(batch);

      assert.equal(await count(store(), organization), 0);
    });
  });
}

async function count(store: LogStore, organization: OrganizationId): Promise<unknown> {
  const statement = sql`SELECT count() AS n FROM logs WHERE organization = ${string(organization)}`;
  return rowsOf(await store.query(statement))[0]?.['n'];
}

function threeHundred(organization: OrganizationId): LogRecord[] {
  return Array.from({ length: 300 }, (_, i) => logRecord({ organization, body: `event ${i}` }));
}
