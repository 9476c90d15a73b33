import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { organizationId } from '../../../base/ids.ts';
import type { LogRecord } from '../../../base/record.ts';
import { hostileRecord, logRecord } from '../../../../test/support/log-records.ts';
import { partRowsOf, readable } from '../../../../test/support/part-rows.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import { DamagedPart, readPartIndex } from './part-index.ts';
import type { PartRows } from './part-rows.ts';
import { rowsOfGroups } from './read-part-rows.ts';
import { writePart } from './write-part.ts';

const SEED = 20_261_118;
const FACTS = { tokens: [], replaces: [] };
const organizations = ['org_a', 'org_b', 'org_c'].map(organizationId);

function hostileRecords(count: number): LogRecord[] {
  const random = seededRandom(SEED);
  return Array.from({ length: count }, (_, i) => {
    const organization = organizations[random.integer(0, 2)] ?? organizationId('org_a');
    const index = random.pick(['main', 'web']);
    return random.chance(0.3)
      ? hostileRecord(random, { organization, index })
      : logRecord({
          organization,
          index,
          timestamp: Date.UTC(2026, 0, 1) + random.integer(0, 10_000_000),
          level: random.pick(['info', 'error']),
          source: `source${random.integer(0, 5)}`,
          body: `line ${i} of ${random.integer(0, 100)}`,
          attributes: [
            ['service', `service${random.integer(0, 20)}`],
            ['trace_id', i.toString(16).padStart(32, '0')],
            ['user_id', `u${random.integer(0, 50)}`],
            ['status', String(random.integer(200, 210))],
          ],
        });
  });
}

function write(t: TestContext, rows: PartRows): { path: string; bytes: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-part-'));
  t.after(() => removeFolder(folder));
  const path = join(folder, 'part.parquet');
  const bytes = Buffer.concat(writePart(rows, FACTS)?.pieces ?? []);
  writeFileSync(path, bytes);
  return { path, bytes };
}

function readBack(path: string): PartRows {
  const file = openSync(path, 'r');
  try {
    return rowsOfGroups(readPartIndex(file).groups.map((group) => ({ file, group })));
  } finally {
    closeSync(file);
  }
}

function inOrder(rows: readonly Record<string, unknown>[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}

test('rows come back as they were, whatever their texts hold', (t) => {
  const rows = partRowsOf(hostileRecords(3_000), 700);

  const { path } = write(t, rows);

  assert.deepEqual(inOrder(readable(readBack(path))), inOrder(readable(rows)));
});

test('a group of rows has those of one organization and index alone', (t) => {
  const { path } = write(t, partRowsOf(hostileRecords(2_000)));

  const file = openSync(path, 'r');
  const { groups } = readPartIndex(file);
  assert.equal(groups.length, 6);
  for (const group of groups) {
    const rows = readable(rowsOfGroups([{ file, group }]));
    assert.equal(rows.length, group.rows);
    for (const row of rows) {
      assert.deepEqual([row['organization'], row['index_name']], [group.organization, group.index]);
    }
    const counted = group.counts.rows.reduce((sum, count) => sum + count, 0);
    assert.equal(counted, group.rows);
  }
  closeSync(file);
});

test('a foreign reader of Parquet reads every row without our index', async (t) => {
  const rows = partRowsOf(hostileRecords(2_000));
  const { bytes } = write(t, rows);

  const file = new Uint8Array(bytes).buffer;
  const compressors = { ZSTD: (packed: Uint8Array) => new Uint8Array(zstdDecompressSync(packed)) };
  const found: Record<string, unknown>[] = await parquetReadObjects({ file, compressors });

  const known = readable(readBack(write(t, rows).path));
  assert.equal(found.length, known.length);
  for (const [i, row] of found.entries()) {
    assert.equal(row['body'], known[i]?.['body']);
    assert.equal(row['trace_id'], known[i]?.['trace_id']);
    assert.equal(row['organization'], known[i]?.['organization']);
    assert.deepEqual(row['timestamp'], new Date(Number(known[i]?.['timestamp'])));
    assert.equal(Number(row['row_sequence']), known[i]?.['row_sequence']);
    assert.deepEqual(row['attributes'], objectOf(known[i]?.['attributes']));
  }
});

test('a part without rows is a file that a foreign reader takes', async () => {
  const rows = partRowsOf(hostileRecords(2));
  const part = writePart(rows, { tokens: [], replaces: ['another'] }, () => false);

  const file = new Uint8Array(Buffer.concat(part?.pieces ?? [])).buffer;

  assert.deepEqual(await parquetReadObjects({ file, columns: ['body'] }), []);
});

/** Pairs as the foreign reader gives them. */
function objectOf(pairs: unknown): Record<string, unknown> {
  // Only `readable` makes them.
  return Object.fromEntries(pairs as [string, unknown][]);
}

test('one flipped bit is noticed, or changes nothing', (t) => {
  const rows = partRowsOf(hostileRecords(400));
  const { path, bytes } = write(t, rows);
  const known = inOrder(readable(rows));
  const random = seededRandom(SEED);
  let noticed = 0;
  for (let round = 0; round < 300; round++) {
    const at = random.integer(0, bytes.length - 1);
    const changed = Buffer.from(readFileSync(path));
    changed[at] = (changed[at] ?? 0) ^ (1 << random.integer(0, 7));
    const other = `${path}.changed`;
    writeFileSync(other, changed);
    try {
      assert.deepEqual(inOrder(readable(readBack(other))), known, `seed ${SEED}, byte ${at}`);
    } catch (error) {
      assert(error instanceof DamagedPart, `seed ${SEED}, byte ${at}: ${String(error)}`);
      noticed++;
    }
  }
  assert(noticed > 150, `${noticed} noticed`);
});

test('only rows that are kept are written, and none of them makes no file', (t) => {
  const rows = partRowsOf(hostileRecords(500));
  const { timestamp } = rows.numbers;
  const isKept = (row: number): boolean => (timestamp[row] ?? 0) % 2 === 0;

  const part = writePart(rows, FACTS, isKept);

  const kept = readable(rows).filter((_, row) => isKept(row));
  assert.equal(part?.index.rows, kept.length);
  const { path } = write(t, rows);
  writeFileSync(path, Buffer.concat(part?.pieces ?? []));
  assert.deepEqual(inOrder(readable(readBack(path))), inOrder(kept));
  assert.equal(
    writePart(rows, FACTS, () => false),
    undefined,
  );
});
