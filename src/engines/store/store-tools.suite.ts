import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { logRecord } from '../../../test/support/log-records.ts';
import { organizationId, type OrganizationId } from '../../base/ids.ts';
import type { LogRecord } from '../../base/record.ts';
import { createBlockEncoder, type BlockEncoder } from './block-encoder.ts';
import { createRowIds, type RowIds } from './row-ids.ts';
import { sql, string, type Sql } from './sql.ts';
import { rowsOf, type LogStore } from './store.ts';

/** What the tests of a store ask it for. */
export interface StoreTools {
  readonly encoder: BlockEncoder;
  readonly rowIds: RowIds;
  readonly insert: (records: readonly LogRecord[]) => Promise<void>;
  readonly rows: (statement: Sql) => Promise<Record<string, unknown>[]>;
  readonly count: (organization: OrganizationId) => Promise<unknown>;
  /** Counts by level and service, which are the same with and without what the store has counted before. */
  readonly rollup: (organization: OrganizationId) => Promise<unknown>;
}

export function toolsOf(store: () => LogStore): StoreTools {
  const rowIds = createRowIds({ now: () => Date.now() }, 4711);
  const encoder = createBlockEncoder(rowIds);
  const rows: StoreTools['rows'] = async (statement) => rowsOf(await store().query(statement));
  return {
    encoder,
    rowIds,
    rows,
    insert: (records) =>
      store().insert({
        token: randomUUID(),
        blocks: [encoder.encode(records).bytes],
        events: records.length,
      }),
    async count(organization) {
      const statement = sql`SELECT count() AS n FROM logs WHERE organization = ${string(organization)}`;
      return (await rows(statement))[0]?.['n'];
    },
    async rollup(organization) {
      const statement = sql`SELECT level, service, count() AS n FROM logs
        WHERE organization = ${string(organization)} GROUP BY level, service ORDER BY level, service`;
      const plain = { settings: { optimize_use_projections: 0 } };
      const kept = rowsOf(await store().query(statement));
      assert.deepEqual(kept, rowsOf(await store().query(statement, plain)));
      return kept;
    },
  };
}

/** Takes longer than any test, where `endlessly` lets it: ClickHouse knows beforehand how many rows it would read. */
export const endlessSum = sql`SELECT sum(number % 7) AS n FROM numbers(1000000000000)`;
export const endlessly = { scanRowsMax: 2_000_000_000_000 };

export function newOrganization(): OrganizationId {
  return organizationId(`org_${randomUUID()}`);
}

/** A thousand events of one service within an hour, half of them errors. */
export function manyRecords(organization: OrganizationId): LogRecord[] {
  const start = Date.now() - 3_600_000;
  return Array.from({ length: 1_000 }, (_, i) =>
    logRecord({
      organization,
      timestamp: start + i * 3_600,
      level: i % 2 === 0 ? 'info' : 'error',
      body: `request ${i} completed`,
      attributes: [
        ['service', 'checkout'],
        ['status', '200'],
      ],
    }),
  );
}
