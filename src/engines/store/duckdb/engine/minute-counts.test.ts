import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { fakeClock } from '../../../../../test/support/fake-clock.ts';
import { logRecord } from '../../../../../test/support/log-records.ts';
import {
  encodedBatch,
  openFiles,
  type OpenedFiles,
} from '../../../../../test/support/store/open-day-files.ts';
import { newFolder } from '../../../../../test/support/store/supervised-store.ts';
import { organizationId } from '../../../../base/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../spec/units.ts';
import { compactDays } from './compact-day.ts';
import { SCHEMA_VERSION } from './day-file.ts';
import { expireRows } from './expire-rows.ts';
import { mergeCounts } from './merge-counts.ts';
import type { EngineRequest } from './read-request.ts';
import { runStatement } from './run-statement.ts';
import { createRunning } from './running.ts';

const START = Date.UTC(2026, 2, 10, 9);
const never = new AbortController().signal;
const SERVICES = ['', 'cart', 'search', 'a\0b', 'naïve'];

/** Events of two organizations around a time, some of them late by hours, some older than 1970. */
function someEvents(now: number, count: number) {
  return Array.from({ length: count }, (_, i) =>
    logRecord({
      organization: organizationId(`org_${i % 2}`),
      level: i % 3 === 0 ? 'error' : 'info',
      timestamp:
        i % 50 === 49 ? -90_000 * i : now - (i % 7) * 17_500 - (i % 11 === 0 ? HOUR_MS : 0),
      receivedAt: now,
      retentionDays: i % 5 === 0 ? 1 : 36_500,
      attributes: [['service', SERVICES[i % SERVICES.length] ?? '']],
    }),
  );
}

async function assertAgree({ database, files }: OpenedFiles): Promise<void> {
  await database.use(async (connection) => {
    for (const { catalog } of files.all()) {
      const keys = 'organization, index_name, level, source, service';
      const [counted, rows] = await Promise.all(
        [
          `SELECT "timestamp", ${keys}, sum(events)::BIGINT FROM ${catalog}.minutes GROUP BY ALL ORDER BY ALL`,
          `SELECT time_bucket(INTERVAL 1 MINUTE, "timestamp"::TIMESTAMP)::TIMESTAMP_MS, ${keys}, count(*)
           FROM ${catalog}.logs GROUP BY ALL ORDER BY ALL`,
        ].map(async (text) => (await connection.runAndReadAll(text)).getRowsJson()),
      );
      assert.deepEqual(counted, rows);
    }
  });
}

async function start(t: TestContext) {
  const folder = newFolder(t);
  const clock = fakeClock(START);
  const opened = await openFiles(folder, clock);
  const ask = askOf(opened, folder);
  return { folder, clock, opened, ask };
}

function askOf(opened: OpenedFiles, folder: string) {
  const needs = { ...opened, folder, running: createRunning() };
  return async (text: string, parameters: Record<string, string> = {}) => {
    let answer = '';
    const request: EngineRequest = {
      text,
      settings: new URLSearchParams(),
      parameters: new Map(Object.entries(parameters)),
      tables: new Map(),
      mayPack: false,
      data: Buffer.alloc(0),
    };
    await runStatement(needs, request, 'statement', async (part) => {
      answer += String(part);
    });
    return answer === '' ? {} : (JSON.parse(answer) as { data: Record<string, unknown[]> }).data;
  };
}

test('counts are those of the rows, whatever becomes of these', async (t) => {
  const { folder, clock, opened, ask } = await start(t);
  using _ = opened;
  const first = encodedBatch(someEvents(START, 3_000));
  await Promise.all([
    opened.inserter.insert(first),
    opened.inserter.insert(encodedBatch(someEvents(START + 20_000, 500))),
  ]);
  await assertAgree(opened);
  await opened.inserter.insert({ ...first, token: 'another', isRepeated: true });
  await opened.inserter.insert(encodedBatch(someEvents(START + 90_000, 10), true));
  assert.equal(opened.files.all()[0]?.bounds.rows, 3_510);
  await assertAgree(opened);

  await Promise.all([
    ask('DELETE FROM logs WHERE organization = {p1:String} AND level = {p2:String}', {
      p1: 'org_1',
      p2: 'error',
    }),
    opened.inserter.insert(encodedBatch(someEvents(START + 100_000, 200))),
  ]);
  await assertAgree(opened);
  clock.advance(2 * DAY_MS);
  await expireRows(opened, clock, never);
  await assertAgree(opened);
  await opened.inserter.insert(encodedBatch(someEvents(clock.now(), 100)));
  await compactDays({ ...opened, folder }, clock, never);
  assert.equal(opened.files.all()[0]?.isSorted, true);
  await assertAgree(opened);
  await ask('DELETE FROM logs WHERE organization = {p1:String}', { p1: 'org_0' });
  await assertAgree(opened);
});

test('a statement that counts says what the rows say, wherever its time begins and ends', async (t) => {
  const { opened, ask } = await start(t);
  using _ = opened;
  await opened.inserter.insert(encodedBatch(someEvents(START, 2_000)));
  const times = [0, 1, 17_500, MINUTE_MS - 1, MINUTE_MS, 90_000, 2 * MINUTE_MS, HOUR_MS];
  const where =
    "organization = {p1:String} AND timestamp >= {p2:DateTime64(3, 'UTC')} AND timestamp < {p3:DateTime64(3, 'UTC')}";
  const written = (ms: number): string =>
    new Date(ms).toISOString().replace('T', ' ').replace('Z', '');
  let seen = 0;
  for (const before of times) {
    for (const behind of times) {
      const values = { p1: 'org_1', p2: written(START - before), p3: written(START + 1 - behind) };
      const counted = await ask(`SELECT count() AS n FROM logs WHERE ${where}`, values);
      const rows = await ask(`SELECT uniqExact(row_id) AS n FROM logs WHERE ${where}`, values);
      assert.deepEqual(counted, rows, `${before} to ${behind}`);
      seen += Number(counted['n']?.[0]);
      const grouped = ['count()', 'uniqExact(row_id)'].map((n) =>
        ask(
          `SELECT service AS s, toStartOfMinute(timestamp) AS m, ${n} AS n FROM logs
           WHERE ${where} AND lowerUTF8(level) = {p4:String} GROUP BY s, m ORDER BY s ASC, m ASC`,
          { ...values, p4: 'error' },
        ),
      );
      assert.deepEqual(await grouped[0], await grouped[1]);
    }
  }
  assert(seen > 1_000);
});

test('counts of many transactions become one for each minute, also while rows are stored', async (t) => {
  const { opened, clock } = await start(t);
  using _ = opened;
  const store = (): Promise<void> =>
    opened.inserter.insert(encodedBatch(manyServices(clock.now(), 20_000)));
  for (let i = 0; i < 3; i++) await store();
  const counts = async (): Promise<number> =>
    opened.database.use(async (connection) => {
      const { catalog } = opened.files.all()[0] ?? { catalog: '' };
      const answer = await connection.runAndReadAll(`SELECT count(*) FROM ${catalog}.minutes`);
      return Number(answer.getRows()[0]?.[0]);
    });
  assert.equal(await counts(), 60_000);

  await Promise.all([mergeCounts(opened), store(), mergeCounts(opened)]);

  assert((await counts()) <= 40_000);
  await assertAgree(opened);
  assert.equal(opened.files.all()[0]?.bounds.rows, 80_000);
});

/** Each with its own. */
function manyServices(now: number, count: number) {
  return Array.from({ length: count }, (_, i) =>
    logRecord({ timestamp: now, receivedAt: now, attributes: [['service', `s${i}`]] }),
  );
}

test('counts that are missing or wrong are made again at the start', async (t) => {
  const { folder, clock, opened } = await start(t);
  await opened.inserter.insert(encodedBatch(someEvents(START, 300)));
  const [file] = opened.files.all();
  await opened.database.use(async (connection) => {
    // As an earlier release left it.
    await connection.run(`DROP TABLE ${file?.catalog ?? ''}.minutes`);
    await connection.run(
      `UPDATE ${file?.catalog ?? ''}.schema_versions SET version = ${SCHEMA_VERSION - 1}`,
    );
  });
  opened[Symbol.dispose]();
  {
    using again = await openFiles(folder, clock);
    await assertAgree(again);
    await again.database.use(async (connection) => {
      const versions = `SELECT max(version)::INTEGER FROM ${file?.catalog ?? ''}.schema_versions`;
      const answer = await connection.runAndReadAll(versions);
      assert.deepEqual(answer.getRows(), [[SCHEMA_VERSION]]);
      await connection.run(`UPDATE ${file?.catalog ?? ''}.minutes SET events = events + 1`);
    });
  }

  using mended = await openFiles(folder, clock);

  await assertAgree(mended);
});
