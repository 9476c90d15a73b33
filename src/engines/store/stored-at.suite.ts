import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { logRecord } from '../../../test/support/log-records.ts';
import { organizationId } from '../../base/ids.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { LogRecord } from '../../base/record.ts';
import { DAY_MS, SECOND_MS } from '../../spec/units.ts';
import { createBlockEncoder } from './block-encoder.ts';
import { createRowIds } from './row-ids.ts';
import { instant, sql, string } from './sql.ts';
import type { Sql } from './sql.ts';
import { rowsOf } from './store.ts';
import type { InsertBatch, LogStore } from './store.ts';

/** When rows were stored, and up to when all of them can be found. */
export function testStoredAt(store: () => LogStore): void {
  const encoder = createBlockEncoder(createRowIds({ now: () => Date.now() }, 4713));
  const newOrganization = (): OrganizationId => organizationId(`org_${randomUUID()}`);
  const batchOf = (records: readonly LogRecord[]): InsertBatch => ({
    token: randomUUID(),
    blocks: [encoder.encode(records).bytes],
    events: records.length,
  });
  const storedTimes = async (organization: OrganizationId): Promise<number[]> => {
    const statement = sql`SELECT DISTINCT stored_at FROM logs WHERE organization = ${string(organization)} ORDER BY stored_at`;
    return rowsOf(await store().query(statement)).map((row) =>
      Date.parse(String(row['stored_at'])),
    );
  };
  const count = async (organization: OrganizationId, where: Sql): Promise<number> => {
    const statement = sql`SELECT count() AS n FROM logs WHERE organization = ${string(organization)} AND (${where})`;
    return Number(rowsOf(await store().query(statement))[0]?.['n']);
  };

  test('rows say when they were stored, whenever they happened or were received', async () => {
    const organization = newOrganization();
    const old = Date.now() - 3 * DAY_MS;
    const before = wholeSecond(Date.now());

    await store().insert(
      batchOf([
        logRecord({ organization }),
        logRecord({ organization, timestamp: old, receivedAt: old }),
      ]),
    );

    const [at = 0, ...more] = await storedTimes(organization);
    assert.deepEqual(more, []);
    assert(at >= before && at <= Date.now(), `stored at ${at}`);
    assert.equal(at, wholeSecond(at));
    assert.equal(await count(organization, sql`stored_at >= ${instant(at)}`), 2);
    assert.equal(await count(organization, sql`stored_at >= ${instant(at + 1)}`), 0);
    assert.equal(await count(organization, sql`stored_at < ${instant(at)}`), 0);
    assert.equal(await count(organization, sql`stored_at <= ${instant(at + 1)}`), 2);
    await store().command(
      sql`DELETE FROM logs WHERE organization = ${string(organization)} AND timestamp < ${instant(old + 1)} AND stored_at >= ${instant(at)} AND stored_at < ${instant(at + SECOND_MS)}`,
    );
    assert.equal(await count(organization, sql`1`), 1);
  });

  test('a batch that is repeated keeps the time at which it was stored', async () => {
    const organization = newOrganization();
    const batch = batchOf([logRecord({ organization }), logRecord({ organization })]);
    await store().insert(batch);
    const first = await storedTimes(organization);
    await sleep(SECOND_MS + 100);

    await store().insert(batch);
    await store().insert({ ...batch, isRepeated: true });
    // Another batch that holds a row of it, as after a crash, adds what is missing.
    await store().insert({ ...batch, token: randomUUID(), isRepeated: true });

    assert.equal(first.length, 1);
    assert.deepEqual(await storedTimes(organization), first);
    assert.equal(await count(organization, sql`1`), 2);
  });

  test('rows of another store keep the times at which that one took them', async () => {
    const organization = newOrganization();
    const times = [9, 1, 5, 1].map((day) => wholeSecond(Date.now()) - day * DAY_MS);
    const records = times.map((at, i) =>
      logRecord({ organization, body: `row ${i}`, receivedAt: at }),
    );
    const ids = records.map((_, i) => Date.now() * 100 + i);
    const block = encoder.encodeStored({
      records,
      sequences: ids,
      nodes: ids.map(() => 4713),
      storedAt: times,
    });
    const batch = { token: randomUUID(), blocks: [block], events: records.length };

    await store().insert({ ...batch, isRepeated: true });
    await store().insert({ ...batch, isRepeated: true });
    await store().insert({ ...batch, token: randomUUID(), isRepeated: true });

    assert.deepEqual(
      await storedTimes(organization),
      [...new Set(times)].toSorted((a, b) => a - b),
    );
    assert.equal(await count(organization, sql`1`), 4);
    const [, last = 0] = times;
    assert.equal(await count(organization, sql`stored_at >= ${instant(last)}`), 2);
    assert.equal(await count(organization, sql`stored_at < ${instant(last)}`), 2);
    const early = sql`stored_at < ${instant(last)} AND body = ${string('row 2')}`;
    assert.equal(await count(organization, early), 1);
  });

  test('while nothing is stored the frontier is now', async () => {
    const organization = newOrganization();

    const first = await store().frontier();
    await sleep(2 * SECOND_MS);
    const second = await store().frontier();
    await store().insert(batchOf([logRecord({ organization })]));

    assert(Math.abs(first - Date.now()) < 30 * SECOND_MS);
    assert(second - first >= SECOND_MS, `${first} to ${second}`);
    const [at = 0] = await storedTimes(organization);
    assert(at >= second);
  });

  test('no row appears behind a frontier that was told', async () => {
    const organization = newOrganization();
    const records = Array.from({ length: 5_000 }, () => logRecord({ organization }));
    const endsAt = Date.now() + 5 * SECOND_MS;
    const write = async (): Promise<number> => {
      let written = 0;
      for (; Date.now() < endsAt; written += records.length) await store().insert(batchOf(records));
      return written;
    };
    const reported: { readonly frontier: number; readonly rows: number }[] = [];
    const watch = async (): Promise<number> => {
      while (Date.now() < endsAt) {
        const frontier = await store().frontier();
        const rows = await count(organization, sql`stored_at < ${instant(frontier)}`);
        reported.push({ frontier, rows });
        await sleep(10);
      }
      return 0;
    };

    const [, ...written] = await Promise.all([watch(), write(), write(), write(), write()]);

    const seconds = new Set(reported.map(({ frontier }) => frontier));
    assert(seconds.size >= 2, 'the frontier moved on while rows were stored');
    assert(reported.some(({ rows }) => rows > 0));
    for (const { frontier, rows } of reported) {
      const now = await count(organization, sql`stored_at < ${instant(frontier)}`);
      assert.equal(now, rows, `rows before ${new Date(frontier).toISOString()}`);
    }
    const all = written.reduce((sum, rows) => sum + rows, 0);
    assert.equal(await count(organization, sql`1`), all);
  });
}

function wholeSecond(ms: number): number {
  return Math.floor(ms / SECOND_MS) * SECOND_MS;
}
