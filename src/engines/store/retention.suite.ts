import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { logRecord } from '../../../test/support/log-records.ts';
import { organizationId, type OrganizationId } from '../../base/ids.ts';
import type { LogRecord } from '../../base/record.ts';
import { DAY_MS } from '../../spec/units.ts';
import { createBlockEncoder } from './block-encoder.ts';
import { createRowIds } from './row-ids.ts';
import { sql, string, type Sql } from './sql.ts';
import { rowsOf, type LogStore } from './store.ts';

/** How long rows stay, and what a change of that does to those that are stored. */
export function testRetention(store: () => LogStore, engine: 'clickhouse' | 'duckdb'): void {
  const encoder = createBlockEncoder(createRowIds({ now: () => Date.now() }, 4712));
  const newOrganization = (): OrganizationId => organizationId(`org_${randomUUID()}`);
  const insert = (records: readonly LogRecord[]): Promise<void> => {
    const blocks = [encoder.encode(records).bytes];
    return store().insert({ token: randomUUID(), blocks, events: records.length });
  };
  const count = async (organization: OrganizationId, where: Sql = sql`1`): Promise<unknown> => {
    const statement = sql`SELECT count() AS n FROM logs WHERE organization = ${string(organization)} AND (${where})`;
    return rowsOf(await store().query(statement))[0]?.['n'];
  };
  const tidyUntil = async (organization: OrganizationId, left: number): Promise<void> => {
    // The engine passes over parts that it is merging already.
    for (let turn = 0; turn < 100 && Number(await count(organization)) > left; turn++) {
      if (engine === 'clickhouse') await store().command(sql`OPTIMIZE TABLE logs FINAL`);
      else await store().maintain(new AbortController().signal);
    }
    assert.equal(await count(organization), left);
  };

  void describe('retention', () => {
    test('rows past it go, and counts follow', async () => {
      const organization = newOrganization();
      const timestamp = Date.now() - 3 * DAY_MS;
      await insert([
        logRecord({ organization, timestamp, retentionDays: 2 }),
        logRecord({ organization, timestamp, retentionDays: 4 }),
      ]);

      await tidyUntil(organization, 1);

      assert.equal(await count(organization, sql`retention_days = 4`), 1);
      const minutes = await store().query(
        sql`SELECT toStartOfMinute(timestamp) AS minute, count() AS n FROM logs WHERE organization = ${string(organization)} GROUP BY minute`,
      );
      assert.deepEqual(
        rowsOf(minutes).map((row) => row['n']),
        [1],
      );
    });

    test('that is lowered removes what is stored, of this index alone', async () => {
      const organization = newOrganization();
      const other = newOrganization();
      const timestamp = Date.now() - 3 * DAY_MS;
      await insert([
        logRecord({ organization, timestamp, retentionDays: 30 }),
        logRecord({ organization, timestamp: Date.now() - DAY_MS, retentionDays: 30 }),
        logRecord({ organization, timestamp, index: 'web', retentionDays: 30 }),
        logRecord({ organization: other, timestamp, retentionDays: 30 }),
      ]);

      await store().setRetention({ organization, index: 'main', days: 2 });

      // What is past it may be gone at once.
      assert.equal(await count(organization, sql`index_name = 'main' AND retention_days != 2`), 0);
      await tidyUntil(organization, 2);
      assert.equal(await count(organization, sql`index_name = 'main' AND retention_days = 2`), 1);
      assert.equal(await count(organization, sql`index_name = 'web'`), 1);
      assert.equal(await count(other, sql`retention_days = 30`), 1);
    });

    test('that is raised keeps what is stored', async () => {
      const organization = newOrganization();
      // Long enough to change it before they go, also on a busy machine.
      const goneAt = Date.now() + 8_000;
      const timestamp = goneAt - 3 * DAY_MS;
      await insert([
        logRecord({ organization, timestamp, retentionDays: 3 }),
        logRecord({ organization, timestamp, index: 'web', retentionDays: 3 }),
      ]);

      await store().setRetention({ organization, index: 'main', days: 30 });
      await store().setRetention({ organization, index: 'main', days: 30 });
      await sleep(Math.max(0, goneAt - Date.now()));

      await tidyUntil(organization, 1);
      assert.equal(await count(organization, sql`index_name = 'main' AND retention_days = 30`), 1);
    });
  });
}
