import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { logRecord } from '../../../../../test/support/log-records.ts';
import { everything } from '../../../../../test/support/store/open-day-files.ts';
import { organizationId } from '../../../../base/ids.ts';
import { DAY_MS, GB } from '../../../../spec/units.ts';
import { createBlockEncoder } from '../../block-encoder.ts';
import { createRowIds } from '../../row-ids.ts';
import { partsFor } from './choose-files.ts';
import { compactDays } from './compact-day.ts';
import { openDatabase } from './database.ts';
import { openDayFiles } from './day-files.ts';
import { createInserter } from './insert-batches.ts';
import { removeFolder } from '../../../../../test/support/remove-folder.ts';

const start = Date.UTC(2026, 2, 10, 9);
const never = new AbortController().signal;

async function open(t: TestContext, folder: string, clock: { now(): number }) {
  const options = { folder, memoryBytesMax: GB, threads: 2, connections: 4 };
  const database = await openDatabase(options);
  t.after(() => database.close());
  const files = await openDayFiles({ database, clock, folder });
  const inserter = await createInserter({ database, files, clock, requireRoom: async () => {} });
  const ask = async (text: string): Promise<unknown[][]> =>
    database.use(async (connection) => (await connection.runAndReadAll(text)).getRowsJson());
  return { database, files, inserter, ask, needs: { database, files, folder } };
}

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-days-'));
  t.after(() => removeFolder(folder));
  return folder;
}

/** Of three organizations in turn, each event with a word of its own. */
function blockOf(first: number, count: number): Uint8Array {
  const encoder = createBlockEncoder(createRowIds({ now: () => start }, 1));
  const records = Array.from({ length: count }, (_, i) =>
    logRecord({
      organization: organizationId(`org_${(first + i) % 3}`),
      timestamp: start + ((first + i) % 100) * 1_000,
      body: `event number w${first + i} happened`,
      attributes: [['order', `o${first + i}`]],
      retentionDays: 36_500,
    }),
  );
  return encoder.encode(records).bytes;
}

test('a day that is over is written in order, once, with every row, its tokens and its words', async (t) => {
  const folder = folderOf(t);
  let now = start;
  const clock = { now: () => now };
  const engine = await open(t, folder, clock);
  for (let i = 0; i < 4; i++) {
    const bytes = Buffer.from(blockOf(i * 5_000, 5_000));
    await engine.inserter.insert({ token: `t${i}`, bytes, isRepeated: false });
  }
  const [old] = engine.files.all();
  assert(old !== undefined);
  await compactDays(engine.needs, clock, never);
  assert.equal(engine.files.all()[0], old, 'a day that is not over stays as it is');
  const release = engine.files.hold([old]);
  now += 2 * DAY_MS;

  await compactDays(engine.needs, clock, never);

  const [file] = engine.files.all();
  assert(file !== undefined && file !== old && file.isSorted);
  assert.equal(engine.files.all().length, 1);
  assert.equal(file.bounds.rows, 20_000);
  assert.deepEqual(await engine.ask(`SELECT count(*)::INTEGER FROM ${old.catalog}.logs`), [
    [20_000],
  ]);
  const rows = await engine.ask(
    `SELECT organization, epoch_ms("timestamp")::VARCHAR FROM ${file.catalog}.logs ORDER BY rowid`,
  );
  const keys = rows.map(([organization, at]) => `${String(organization)} ${String(at)}`);
  assert.deepEqual(keys, keys.toSorted());
  release();
  while (existsSync(old.path)) await new Promise((resolve) => void setTimeout(resolve, 10));

  for (const [read, wanted] of [
    [{ ...everything, words: ['w12345'] }, 'w12345'],
    [{ ...everything, pairs: [['order', 'o777'] as const] }, 'w777'],
  ] as const) {
    const [part, ...more] = partsFor(engine.files.all(), read);
    assert.deepEqual(more, []);
    assert.equal(part?.runs?.length, 1);
    const [[first, last] = [0, 0]] = part?.runs ?? [];
    const found = await engine.ask(
      `SELECT count(*)::INTEGER FROM ${file.catalog}.logs WHERE "block" BETWEEN ${first} AND ${last}
       AND contains(body, '${wanted} ')`,
    );
    assert.deepEqual(found, [[1]]);
  }
  assert.deepEqual(partsFor(engine.files.all(), { ...everything, words: ['absent'] }), []);
  await engine.inserter.insert({
    token: 't1',
    bytes: Buffer.from(blockOf(5_000, 5_000)),
    isRepeated: true,
  });
  assert.equal(
    engine.files.all().reduce((sum, { bounds }) => sum + bounds.rows, 0),
    20_000,
  );
  await compactDays(engine.needs, clock, never);
  assert.equal(engine.files.all()[0], file, 'it is written once');
});

test('a crash between the new file and the end of the old one leaves every row once', async (t) => {
  const folder = folderOf(t);
  let now = start;
  const clock = { now: () => now };
  {
    const engine = await open(t, folder, clock);
    await engine.inserter.insert({
      token: 't',
      bytes: Buffer.from(blockOf(0, 3_000)),
      isRepeated: false,
    });
    now += 2 * DAY_MS;
    const [old] = engine.files.all();
    // Somebody who never ends keeps the old file.
    t.after(engine.files.hold(old === undefined ? [] : [old]));
    await compactDays(engine.needs, clock, never);
    assert.equal(readdirSync(folder).filter((name) => name.endsWith('.duckdb')).length, 2);
    engine.database.close();
  }

  const engine = await open(t, folder, clock);

  const [file, ...more] = engine.files.all();
  assert.deepEqual(more, []);
  assert(file?.isSorted === true);
  assert.equal(file.bounds.rows, 3_000);
  assert.equal(readdirSync(folder).filter((name) => name.endsWith('.duckdb')).length, 1);
  assert.deepEqual(engine.files.unreadable(), []);
});
