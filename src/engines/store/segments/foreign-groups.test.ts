/** Of a file that many organizations have rows in, whoever asks reads the bytes of their own. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { logRecord } from '../../../../test/support/log-records.ts';
import { partRowsOf } from '../../../../test/support/part-rows.ts';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import { needsOf, newFolder } from '../../../../test/support/store/supervised-store.ts';
import { organizationId } from '../../../base/ids.ts';
import { rowsFolder } from '../child/engine-of-folder.ts';
import { instant, sql, type Sql, string, uint32 } from '../sql.ts';
import { type LogStore, rowsOf } from '../store.ts';
import { openSegmentStore } from './open-segment-store.ts';
import type { PackedPage } from './part-index.ts';
import { readIndexOf } from './parts.ts';
import { readDetails } from './parquet/read-pages.ts';
import { writePart } from './write-part.ts';

const ORGANIZATIONS = 1_000;
const ROWS = 6;
const PARTS = 2;
const ASKED = 2;
const FROM = Date.UTC(2026, 10, 18);

const ownerOf = (number: number) => organizationId(`org_${String(number).padStart(4, '0')}`);

function bytesOfPart(part: number): Buffer {
  const records = Array.from({ length: ORGANIZATIONS * ROWS }, (_, i) =>
    logRecord({
      organization: ownerOf(i % ORGANIZATIONS),
      index: i % 3 === 0 ? 'web' : 'main',
      timestamp: FROM + part * 1_000 + i,
      level: i % 2 === 0 ? 'error' : 'info',
      body: `line ${i} of part ${part}`,
      attributes: [
        ['service', `service${i % 3}`],
        ['trace_id', String(i).padStart(32, '0')],
        ['status', String(200 + (i % 7))],
      ],
    }),
  );
  const made = writePart(partRowsOf(records), { tokens: [], replaces: [] });
  return Buffer.concat(made?.pieces ?? []);
}

/** Counts, lists, look-ups and regexes, as searches ask; those of the second list are the engine's. */
function statementsOf(number: number): readonly Sql[] {
  const organization = ownerOf(number);
  const own = sql`organization = ${string(organization)} AND timestamp >= ${instant(FROM)} AND timestamp < ${instant(FROM + 60_000)}`;
  const newest = (condition: Sql): Sql =>
    sql`SELECT body, trace_id, attributes FROM logs WHERE ${own} AND ${condition} ORDER BY timestamp DESC, row_id DESC LIMIT ${uint32(50)}`;
  return [
    sql`SELECT toFloat64(count()) AS n FROM logs WHERE ${own}`,
    sql`SELECT service AS k, toFloat64(count()) AS n FROM logs WHERE ${own} GROUP BY k`,
    newest(sql`1`),
    newest(sql`trace_id = ${string(String(number).padStart(32, '0'))}`),
    newest(sql`match(body, ${string('line [0-9]+ of')})`),
    sql`SELECT body, attributes['status'] AS status FROM logs WHERE ${own} ORDER BY body`,
    sql`SELECT count() AS n, max(length(body)) AS longest FROM logs WHERE ${own} AND index_name = 'main'`,
    sql`SELECT level, uniqExact(body) AS n FROM logs WHERE ${own} GROUP BY level ORDER BY level`,
  ];
}

async function ask(store: LogStore, number: number): Promise<string[]> {
  const answers: string[] = [];
  for (const statement of statementsOf(number)) {
    try {
      const rows = rowsOf(await store.query(statement)).map((row) => JSON.stringify(row));
      answers.push(rows.toSorted().join('\n'));
    } catch {
      answers.push('refused');
    }
  }
  return answers;
}

/** Overwrites the pages, dictionaries and filters of all others. Returns how many pages that are. */
function spoilOthers(path: string, whole: Buffer, organization: string): number {
  const bytes = Buffer.from(whole);
  let spoiled = 0;
  const spoil = ([at, length]: PackedPage | readonly [number, number]): void => {
    bytes.fill(0xa5, at, at + length);
    spoiled++;
  };
  for (const group of readIndexOf(path)?.groups ?? []) {
    if (group.organization === organization) continue;
    const { columns, filters } = readDetails(whole, group);
    for (const { dictionary, pages } of columns) {
      if (dictionary !== undefined) spoil(dictionary);
      for (const page of pages) spoil(page);
    }
    spoil([filters.at, filters.bytes]);
    spoil(group.details);
  }
  writeFileSync(path, bytes);
  return spoiled;
}

test('no reader opens a group of rows of another of 1,000 organizations', async (t) => {
  const seed = Number(process.env['XPLAIN_TEST_SEED'] ?? Date.now() % 1_000_000);
  const random = seededRandom(seed);
  const directory = newFolder(t);
  const folder = rowsFolder(directory, 'segments');
  mkdirSync(folder, { recursive: true });
  const parts = Array.from({ length: PARTS }, (_, i) => {
    const path = join(folder, `20261118-000000000${i + 1}.parquet`);
    const whole = bytesOfPart(i);
    writeFileSync(path, whole);
    return { path, whole };
  });
  await using store = await openSegmentStore(needsOf(), directory);
  // The engine reads a part only after it was found whole, once.
  const all = await store.query(sql`SELECT count() AS n FROM logs WHERE body != ''`);
  assert.deepEqual(rowsOf(all), [{ n: ORGANIZATIONS * ROWS * PARTS }]);
  let spoiled = 0;
  for (let round = 0; round < ASKED; round++) {
    const number = random.integer(0, ORGANIZATIONS - 2);
    const organization = ownerOf(number);
    for (const { path, whole } of parts) writeFileSync(path, whole);
    const expected = await ask(store, number);
    assert(
      !expected.includes('refused') && !expected.includes(''),
      `${organization}, seed ${seed}`,
    );
    for (const { path, whole } of parts) spoiled += spoilOthers(path, whole, organization);

    assert.deepEqual(await ask(store, number), expected, `${organization}, seed ${seed}`);
  }
  t.diagnostic(`seed ${seed}: ${spoiled} pages of others were unreadable, and none was read`);

  // Who does read one notices.
  const [first = ''] = (await ask(store, ORGANIZATIONS - 1)).slice(5);
  assert.equal(first, 'refused');
});
