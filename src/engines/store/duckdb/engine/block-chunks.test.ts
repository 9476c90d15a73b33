import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { hostileRecord, logRecord } from '../../../../../test/support/log-records.ts';
import { seededRandom } from '../../../../../test/support/seeded-random.ts';
import { organizationId } from '../../../../base/ids.ts';
import type { LogRecord } from '../../../../base/record.ts';
import { createBlockEncoder } from '../../block-encoder.ts';
import { createRowIds } from '../../row-ids.ts';
import { PROMOTED } from '../../schema/columns.ts';
import { CHUNK_ROWS_MAX, eachChunk, holdBytes } from './block-chunks.ts';
import { readBlocks } from './block-reader.ts';
import { createTables } from './day-file.ts';

const encoder = createBlockEncoder(createRowIds({ now: () => Date.UTC(2026, 0, 15) }, 7));
const organization = organizationId('org_a');
const STORED_AT_MS = Date.UTC(2026, 0, 15, 10, 20, 30);

/** Through blocks and vectors into a table and back. */
async function throughTable(blocks: readonly Uint8Array[]): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run("ATTACH ':memory:' AS d");
  await createTables(connection, '"d"');
  const appender = await connection.createAppender('logs', 'main', 'd');
  const bytes = Buffer.concat(blocks);
  using held = holdBytes(bytes);
  for (const block of readBlocks(bytes)) {
    eachChunk(
      held,
      block,
      (row) => row % 3,
      STORED_AT_MS,
      (chunk) => appender.appendDataChunk(chunk),
    );
  }
  appender.closeSync();
  const answer = await connection.runAndReadAll('SELECT * FROM d.logs ORDER BY row_id');
  const rows = answer.getRowObjectsJson();
  connection.closeSync();
  return rows;
}

function expected(record: LogRecord): Record<string, unknown> {
  const all = record.attributes.map(([key, value]) => [key, value.toWellFormed()] as const);
  const isPromoted = ([key, value]: readonly [string, string]): boolean =>
    value !== '' && (PROMOTED as readonly string[]).includes(key);
  return {
    organization: record.organization,
    index_name: record.index,
    level: record.level,
    source: record.source.toWellFormed(),
    event_id: record.id.toWellFormed(),
    retention_days: record.retentionDays,
    body: record.body.toWellFormed(),
    promoted: Object.fromEntries(all.filter(isPromoted)),
    attributes: all.filter((pair) => !isPromoted(pair)),
  };
}

function found(row: Record<string, unknown>): Record<string, unknown> {
  const names = ['organization', 'index_name', 'level', 'source', 'event_id', 'retention_days'];
  const promoted = PROMOTED.flatMap((name) => (row[name] === '' ? [] : [[name, row[name]]]));
  const pairs = row['attributes'] as { key: string; value: string }[];
  return {
    ...Object.fromEntries(names.map((name) => [name, row[name]])),
    body: row['body'],
    promoted: Object.fromEntries(promoted),
    attributes: pairs.map(({ key, value }) => [key, value]),
  };
}

test('whatever text goes in comes out, over several vectors and blocks', async () => {
  for (const seed of [1, 2, 3]) {
    const random = seededRandom(seed);
    const records = Array.from({ length: CHUNK_ROWS_MAX + 300 }, () =>
      hostileRecord(random, { organization, retentionDays: 30 }),
    );
    const blocks = [
      encoder.encode(records.slice(0, 5)).bytes,
      encoder.encode(records.slice(5)).bytes,
    ];

    const rows = await throughTable(blocks);

    assert.equal(rows.length, records.length);
    for (const [i, record] of records.entries()) {
      assert.deepEqual(found(rows[i] ?? {}), expected(record), `seed ${seed}, record ${i}`);
    }
  }
});

test('texts around the length that fits into the vector itself stay whole', async () => {
  const texts = Array.from({ length: 40 }, (_, length) =>
    'äbcdefghijklmnopqrstuvwxyz'.repeat(2).slice(0, length),
  );
  const records = texts.map((body) =>
    logRecord({ organization, body, attributes: [[`key${body}`, body]] }),
  );

  const rows = await throughTable([encoder.encode(records).bytes]);

  assert.deepEqual(
    rows.map(({ body }) => body),
    texts,
  );
});

test('bytes that are no block are refused before anything is read from them', () => {
  const { bytes } = encoder.encode([logRecord({ organization })]);
  const block = Buffer.from(bytes);

  assert.throws(() => readBlocks(block.subarray(0, block.length - 1)));
  assert.throws(() => readBlocks(Buffer.from('\0{}')));
  assert.throws(() => readBlocks(Buffer.concat([block, Buffer.from([1])])));
  for (let at = 0; at < block.length; at++) {
    const changed = Buffer.from(block);
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    try {
      for (const { columns } of readBlocks(changed)) assert(columns.body.kind === 'texts');
    } catch (error) {
      assert(error instanceof Error);
    }
  }
});
