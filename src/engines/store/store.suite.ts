import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { logRecord, hostileRecord, hostileText } from '../../../test/support/log-records.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { organizationId } from '../../base/ids.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { LogRecord } from '../../base/record.ts';
import { DAY_MS, MB } from '../../spec/units.ts';
import { createBlockEncoder } from './block-encoder.ts';
import { allAttributes } from './log-fields.ts';
import { testExports } from './exports.suite.ts';
import { testRepeatedBatches } from './repeated-batches.suite.ts';
import { testRetention } from './retention.suite.ts';
import { testStoredAt } from './stored-at.suite.ts';
import { createRowIds, formatRowId } from './row-ids.ts';
import { sendLists } from './sent-table.ts';
import { identifier, instant, sent, sql, string, strings, uint32, uint64 } from './sql.ts';
import type { Sql } from './sql.ts';
import { rowsOf } from './store.ts';
import type { LogStore, QueryEvent } from './store.ts';

/** Where engines differ, and may. */
export interface EngineTraits {
  /** Why it cannot be tested here, if so. */
  readonly skip?: string | false;
  readonly engine: 'clickhouse' | 'duckdb';
}

/** What every log store keeps, wherever its rows are. */
export function storeSuite(
  name: string,
  { engine, skip = false }: EngineTraits,
  open: () => Promise<LogStore>,
): void {
  const isClickhouse = engine === 'clickhouse';
  if (skip !== false) {
    test(name, { skip }, () => {});
    return;
  }
  describe(name, () => {
    let store: LogStore;
    before(async () => {
      store = await open();
    });
    after(async () => {
      await store[Symbol.asyncDispose]();
    });

    const rowIds = createRowIds({ now: () => Date.now() }, 4711);
    const encoder = createBlockEncoder(rowIds);
    const newOrganization = (): OrganizationId => organizationId(`org_${randomUUID()}`);
    const insert = (records: readonly LogRecord[], token: string = randomUUID()): Promise<void> =>
      store.insert({ token, blocks: [encoder.encode(records).bytes], events: records.length });
    const rows = async (statement: Sql): Promise<Record<string, unknown>[]> =>
      rowsOf(await store.query(statement));
    const count = async (organization: OrganizationId, where: Sql = sql`1`): Promise<unknown> => {
      const statement = sql`SELECT count() AS n FROM logs WHERE organization = ${string(organization)} AND (${where})`;
      return (await rows(statement))[0]?.['n'];
    };
    const rollup = async (organization: OrganizationId): Promise<unknown> => {
      const statement = sql`SELECT level, service, count() AS n FROM logs
        WHERE organization = ${string(organization)} GROUP BY level, service ORDER BY level, service`;
      const plain = { settings: { optimize_use_projections: 0 } };
      const kept = rowsOf(await store.query(statement));
      assert.deepEqual(kept, rowsOf(await store.query(statement, plain)));
      return kept;
    };

    // First, while nothing can be dropped by a merge: rows that were deleted count until then.
    test('a store that works is up and knows its size', async () => {
      const organization = newOrganization();
      assert.equal((await store.diskUsage()).rows, 0);
      await insert([1, 2, 3].map(() => logRecord({ organization })));

      const usage = await store.diskUsage();

      assert.deepEqual(await store.health(), { state: 'up' });
      assert.equal(usage.rows, 3);
      assert(usage.bytes > 0 && usage.freeBytes > 0);
    });

    test('rows are found as soon as the insert resolves', async () => {
      const organization = newOrganization();

      await insert([1, 2, 3].map((i) => logRecord({ organization, body: `event ${i}` })));

      assert.equal(await count(organization), 3);
    });

    test('several blocks of one batch are stored together', async () => {
      const organization = newOrganization();
      const blocks = [1, 2, 3].map((i) =>
        encoder.encode([logRecord({ organization, body: `${i}` })]),
      );

      await store.insert({
        token: randomUUID(),
        blocks: blocks.map(({ bytes }) => bytes),
        events: blocks.length,
      });

      assert.equal(await count(organization), 3);
    });

    test('a batch that is repeated under its token is there once', async () => {
      const organization = newOrganization();
      const batch = {
        token: randomUUID(),
        blocks: [encoder.encode(manyRecords(organization)).bytes],
      };

      await Promise.all([1, 2, 3].map(() => store.insert({ ...batch, events: 1_000 })));
      await store.insert({ ...batch, events: 1_000 });

      assert.equal(await count(organization), 1_000);
      await rollup(organization);
    });

    testRepeatedBatches(() => store, engine);

    testStoredAt(() => store);

    test('two batches with the same rows under different tokens are two', async () => {
      const organization = newOrganization();
      const { bytes } = encoder.encode([logRecord({ organization })]);

      await store.insert({ token: randomUUID(), blocks: [bytes], events: 1 });
      await store.insert({ token: randomUUID(), blocks: [bytes], events: 1 });

      assert.equal(await count(organization), 2);
    });

    test('a batch of two thousand different days is one insert', async () => {
      const organization = newOrganization();
      const start = Date.now();

      await insert(
        Array.from({ length: 2_000 }, (_, day) =>
          logRecord({ organization, timestamp: start - day * DAY_MS, retentionDays: 3_650 }),
        ),
      );

      assert.equal(await count(organization), 2_000);
    });

    test('every text comes back as it went in', async () => {
      const seed = 20_260_115;
      const random = seededRandom(seed);
      const organization = newOrganization();
      const records = Array.from({ length: 400 }, () =>
        hostileRecord(random, { organization, retentionDays: 36_500 }),
      );
      const { bytes, firstSequence } = encoder.encode(records);

      await store.insert({ token: randomUUID(), blocks: [bytes], events: records.length });

      const found =
        await rows(sql`SELECT lower(hex(row_id)) AS id, timestamp, level, source, event_id,
        body, ${allAttributes()} AS attributes FROM logs
        WHERE organization = ${string(organization)} ORDER BY row_id`);
      assert.equal(found.length, records.length, `seed ${seed}`);
      for (const [i, record] of records.entries()) {
        assert.deepEqual(
          found[i],
          {
            id: formatRowId(firstSequence + i, rowIds.node),
            timestamp: new Date(record.timestamp).toISOString(),
            level: record.level,
            source: record.source.toWellFormed(),
            event_id: record.id.toWellFormed(),
            body: record.body.toWellFormed(),
            attributes: Object.fromEntries(
              [...record.attributes, ['id', record.id] as const]
                .filter(([key, value]) => key !== 'id' || value !== '')
                .map(([key, value]) => [key, value.toWellFormed()]),
            ),
          },
          `seed ${seed}, record ${i}`,
        );
      }
    });

    test('every parameter comes back as it went in', async () => {
      const seed = 7;
      const random = seededRandom(seed);
      const texts = Array.from({ length: 60 }, () => hostileText(random).slice(0, 2_000));
      for (const value of texts) {
        const answer = await rows(
          sql`SELECT ${string(value)} AS one, ${strings([value, '', value])} AS many`,
        );
        const expected = value.toWellFormed();
        const message = `seed ${seed}: ${JSON.stringify(value.slice(0, 100))}`;
        assert.deepEqual(answer, [{ one: expected, many: [expected, '', expected] }], message);
      }
      const answer = await rows(sql`SELECT toString(${uint64(2n ** 64n - 1n)}) AS big,
        ${uint32(7)} AS small, ${instant(-1)} AS before, ${instant(1_700_000_000_123)} AS later`);
      assert.deepEqual(answer, [
        {
          big: '18446744073709551615',
          small: 7,
          before: '1969-12-31T23:59:59.999Z',
          later: '2023-11-14T22:13:20.123Z',
        },
      ]);
    });

    test('an answer names its columns and types, and says what it cost', async () => {
      const answer = await store.query(
        sql`SELECT number AS n, number / 0 AS nothing, NULL AS missing, 'x' AS ${identifier('`__proto__` \\')}
          FROM numbers(3) ORDER BY n`,
      );

      assert.equal(answer.rowCount, 3);
      const types = isClickhouse
        ? ['UInt64', 'Float64', 'Nullable(Nothing)', 'String']
        : ['BIGINT', 'DOUBLE', 'INTEGER', 'VARCHAR'];
      assert.deepEqual(
        answer.columns.map((column) => [column.name, column.type, column.values]),
        [
          ['n', types[0], [0, 1, 2]],
          ['nothing', types[1], [null, null, null]],
          ['missing', types[2], [null, null, null]],
          ['`__proto__` \\', types[3], ['x', 'x', 'x']],
        ],
      );
      assert(answer.statistics.elapsedMs > 0);
    });

    test('an answer says how many rows it took', async () => {
      const organization = newOrganization();
      await insert(manyRecords(organization));
      const statement = sql`SELECT level FROM logs WHERE organization = ${string(organization)}`;

      const { rowCount, statistics } = await store.query(statement);

      assert.equal(rowCount, 1_000);
      assert(statistics.rowsRead >= 1_000 && statistics.bytesRead > 0);
    });

    test('an answer without rows still has its columns', async () => {
      const answer = await store.query(sql`SELECT 1 AS a WHERE 0`);

      assert.equal(answer.rowCount, 0);
      assert.deepEqual(
        answer.columns.map((column) => [column.name, column.values]),
        [['a', []]],
      );
    });

    test('a query changes nothing, whatever it says', async () => {
      const organization = newOrganization();
      await insert([logRecord({ organization })]);

      for (const statement of [
        sql`DELETE FROM logs WHERE 1`,
        sql`DROP TABLE logs`,
        sql`INSERT INTO logs (organization) VALUES ('x')`,
        sql`ALTER TABLE logs DROP COLUMN body`,
      ]) {
        await assert.rejects(store.query(statement), /refused/);
      }

      assert.equal(await count(organization), 1);
    });

    const endlessSum = sql`SELECT sum(number % 7) AS n FROM numbers(1000000000000)`;

    test('running into a limit has the code of that limit', async () => {
      const organization = newOrganization();
      await insert(manyRecords(organization));
      const many = sql`SELECT body FROM logs WHERE organization = ${string(organization)}`;
      // DuckDB counts the memory of all statements together, and takes whole files for what is read.
      const large = sql`SELECT groupArray(number) AS n FROM numbers(50000000)`;
      const rowsMax = isClickhouse ? 1_000 : 1_000_000;

      await assert.rejects(store.query(endlessSum, { timeoutMs: 300 }), { code: 'QUERY_TIMEOUT' });
      await assert.rejects(store.query(large, { memoryBytesMax: 50 * MB }), {
        code: 'QUERY_MEMORY_LIMIT',
      });
      await assert.rejects(store.query(many, { scanRowsMax: 999 }), { code: 'QUERY_SCAN_LIMIT' });
      await assert.rejects(store.query(many, { resultRowsMax: 999 }), {
        code: 'QUERY_MEMORY_LIMIT',
      });
      const bounds = { scanRowsMax: rowsMax, resultRowsMax: 1_000 };
      assert.equal((await store.query(many, bounds)).rowCount, 1_000);
    });

    test('a statement that is wrong says nothing of the engine to the caller', async () => {
      await assert.rejects(store.query(sql`SELECT secret_column FROM logs`), (error: Error) => {
        assert.equal(error.message, 'The log store refused a statement.');
        assert.match(
          String(error.cause),
          isClickhouse ? /secret_column/ : /a name stands for nothing/,
        );
        return true;
      });
    });

    const isRunning = async (queryId: string): Promise<boolean> =>
      (await store.running()).includes(queryId);
    const waitUntil = async (isTrue: () => Promise<boolean>): Promise<void> => {
      for (let i = 0; i < 200; i++) {
        if (await isTrue()) return;
        await sleep(50);
      }
      assert.fail('it did not come true in time');
    };
    const endless = sql`SELECT number FROM numbers(1000000000000)`;
    const unbounded = { resultRowsMax: 0, settings: { max_block_size: 10 } };

    test('an aborted query rejects at once and stops in the store', async () => {
      const queryId = randomUUID();
      const stop = new AbortController();
      const running = store.query(endlessSum, { queryId, signal: stop.signal });
      running.catch(() => {});
      await waitUntil(() => isRunning(queryId));

      stop.abort();

      await assert.rejects(running, { name: 'AbortError' });
      await waitUntil(async () => !(await isRunning(queryId)));
    });

    test('a signal that was aborted before lets nothing start', async () => {
      await assert.rejects(store.query(sql`SELECT 1 AS x`, { signal: AbortSignal.abort() }), {
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

      for await (const event of store.stream(slow)) events.push(event);

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

      for await (const event of store.stream(endless, { queryId, ...unbounded })) {
        if (event.kind === 'row') break;
      }

      await waitUntil(async () => !(await isRunning(queryId)));
    });

    test('a stream that fails half-way rejects with the code', async () => {
      const read = async (): Promise<void> => {
        for await (const event of store.stream(endless, { timeoutMs: 400, ...unbounded })) {
          assert(event.kind.length > 0);
        }
      };

      await assert.rejects(read(), { code: 'QUERY_TIMEOUT' });
    });

    testExports(() => store);

    test('after a deletion no query finds the rows, and counts follow', async () => {
      const [gone, kept] = [newOrganization(), newOrganization()];
      await insert([...manyRecords(gone), ...manyRecords(kept)]);

      await store.command(sql`DELETE FROM logs WHERE organization = ${string(gone)}`);
      await store.command(
        sql`DELETE FROM logs WHERE organization = ${string(kept)} AND level = ${string('error')}`,
      );

      assert.equal(await count(gone), 0);
      assert.equal(await count(kept), 500);
      assert.deepEqual(await rollup(gone), []);
      assert.deepEqual(await rollup(kept), [{ level: 'info', service: 'checkout', n: 500 }]);
    });

    test('a command that is wrong rejects', async () => {
      await assert.rejects(store.command(sql`DELETE FROM no_such_table WHERE 1`), /refused/);
    });

    testRetention(() => store, engine);

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

      await store.maintain(new AbortController().signal);

      assert.equal(await bare(), 0);
      assert.equal(await count(organization), 1_000);
      await store.maintain(new AbortController().signal);
    };
    if (isClickhouse) {
      test('maintaining indexes what arrived before today, and changes no answer', maintained);
    }

    test('a table that is sent along is read as it is, wherever the rows are', async () => {
      const organization = newOrganization();
      await insert(['a', 'b', 'c'].map((body) => logRecord({ organization, body })));
      const texts = [
        hostileText(seededRandom(1)).toWellFormed(),
        '',
        '日本',
        "'\\\t\r\n",
        'x'.repeat(70_000),
      ];
      const keys = Array.from({ length: 1_000 }, (_, i) => `key ${i}`);
      const table = sendLists([
        ['b', 'a', ...keys],
        ['two', 'one', ...keys],
      ]);
      const from = sent(table);

      const read = await rows(sql`SELECT list1 AS t FROM ${sent(sendLists([texts]))}`);
      const found = await rows(sql`SELECT body,
        transform(body, (SELECT list1 FROM ${from}), (SELECT list2 FROM ${from}), ${string('none')}) AS t
        FROM logs WHERE organization = ${string(organization)} ORDER BY body`);

      assert.deepEqual(read, [{ t: texts }]);
      assert.deepEqual(
        found.map(({ t }) => t),
        ['one', 'two', 'none'],
      );
    });
  });
}

/** A thousand events of one service within an hour, half of them errors. */
function manyRecords(organization: OrganizationId): LogRecord[] {
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
