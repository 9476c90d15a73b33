/** Archives that were made to hurt: each ends its import with a reason, and nothing else. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { readBlocks } from '../../../../test/support/store/read-block.ts';
import {
  type ArchivedFile,
  type ImportSetting,
  startImport,
} from '../../../../test/support/exports/start-imports.ts';
import {
  dataPage,
  dictionaryPage,
  type ParquetColumn,
  plainValues,
  repeated,
  writeParquet,
} from '../../../../test/support/exports/write-parquet.ts';
import { Hopeless } from '../../../engines/schedule/schedule.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { KB, MB } from '../../../spec/units.ts';
import { openArchiveReader } from './reading/open-archive-reader.ts';

const TIME = '2026-01-01T00:00:00.000Z';
const LINES = { format: 'jsonl', compression: 'zstd' } as const;
const PARQUET = { format: 'parquet', compression: 'none' } as const;
const SMALL_HEAP = { importHeapBytesMax: 64 * MB };

/** With the process that the product starts. */
function startApart(t: TestContext, setting: ImportSetting) {
  return startImport(t, { ...setting, needs: { openReader: openArchiveReader } });
}

function zstdLines(rows: number, line: (i: number) => string): ArchivedFile {
  const text = Array.from({ length: rows }, (_, i) => line(i)).join('\n');
  return { content: zstdCompressSync(text), rows, kind: LINES };
}

test('rows with more attributes than an event may have are cut, whatever the heap', async (t) => {
  const attributes = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, i) => [`attribute ${i}`, 'x'.repeat(100)]),
  );
  const file = zstdLines(100, (i) =>
    JSON.stringify({ _time: TIME, _id: `${i}`, event: 'e', attributes }),
  );
  assert(file.content.length < 100_000, `${file.content.length} bytes`);
  const { run, inserted, find } = await startApart(t, {
    files: { 'a/1.jsonl': file },
    limits: SMALL_HEAP,
  });

  await run();

  assert.deepEqual([(await find()).state, (await find()).row_count], ['done', 100]);
  const records = inserted.flatMap(({ blocks }) => blocks.flatMap((block) => readBlocks(block)));
  assert.deepEqual(new Set(records.map((record) => record.attributes.length)), new Set([129]));
});

test('what is stored together is bounded by the size of attributes, too', async (t) => {
  const attributes = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`attribute ${i}`, 'x'.repeat(32_000)]),
  );
  const file = zstdLines(9, (i) => JSON.stringify({ _time: TIME, _id: `${i}`, attributes }));
  const { run, inserted } = await startApart(t, { files: { 'a/1.jsonl': file } });

  await run();

  assert.deepEqual(
    inserted.map(({ events }) => events),
    [5, 4],
  );
});

test('rows that are too large or out of time are left out, and counted', async (t) => {
  const large = Object.fromEntries(
    Array.from({ length: 34 }, (_, i) => [`attribute ${i}`, 'x'.repeat(32_000)]),
  );
  const rows = [
    { _time: TIME, _id: 'a', event: 'first' },
    { _time: TIME, _id: 'b', attributes: large },
    { _time: '2999-01-01T00:00:00Z', _id: 'c', event: 'not yet' },
    { _time: '1800-01-01T00:00:00Z', _id: 'd', event: 'long ago' },
    { _time: TIME, _id: 'e', event: 'last' },
  ];
  const file = zstdLines(5, (i) => JSON.stringify(rows[i]));
  const { run, inserted, find } = await startApart(t, { files: { 'a/1.jsonl': file } });

  await run();

  const records = inserted.flatMap(({ blocks }) => blocks.flatMap((block) => readBlocks(block)));
  assert.deepEqual(
    records.map(({ body }) => body),
    ['first', 'last'],
  );
  const { state, row_count, refused_count } = await find();
  assert.deepEqual([state, row_count, refused_count], ['done', 2, 3]);
});

/** A column that has the same value in every row. */
function sameIn(rows: number, name: string, value: string): ParquetColumn {
  const content = repeated(rows);
  const numbers = { bytes: content.length, values: rows };
  const pages = [dictionaryPage([value]), dataPage(content, numbers, 'dictionary')];
  return { name, pages, values: rows };
}

const least = (rows: number) => [sameIn(rows, '_time', TIME), sameIn(rows, '_id', 'x')];

/** One page with such content and such numbers in a column of its own. */
function parquetWith(
  content: Buffer,
  numbers: { readonly bytes: number; readonly values: number },
  codec: 'none' | 'zstd' = 'none',
): ArchivedFile {
  const pages = [dataPage(content, numbers)];
  const file = writeParquet(1, [...least(1), { name: 'event', pages, codec, values: 1 }]);
  return { content: file, rows: 1, kind: PARQUET };
}

test('a Parquet file of ours to compare with is read', async (t) => {
  const bytes = plainValues(['hello']);
  const { run, inserted } = await startApart(t, {
    files: { 'a/1.parquet': parquetWith(bytes, { bytes: bytes.length, values: 1 }) },
  });

  await run();

  const records = inserted.flatMap(({ blocks }) => blocks.flatMap((block) => readBlocks(block)));
  assert.deepEqual(
    records.map(({ body, attributes }) => [body, attributes]),
    [['hello', [['archive_id', 'x']]]],
  );
});

const zeros = (bytes: number): Buffer => Buffer.alloc(bytes);
/** One large value in every row: a few bytes that become gigabytes. */
function repeatedBody(rows: number): Buffer {
  return writeParquet(rows, [...least(rows), sameIn(rows, 'event', 'x'.repeat(64 * KB))]);
}

/** Within the size of a line, and many times that in memory. */
const wide = `{"_time":"${TIME}","_id":"1","event":[${'{},'.repeat(1_390_000)}{}]}`;

for (const [name, file, message] of [
  [
    'becomes endless empty lines',
    { content: zstdCompressSync(zeros(65 * MB).fill(10)), rows: 1, kind: LINES },
    /becomes larger than 64 MB when it is decompressed/,
  ],
  [
    'does so as gzip',
    {
      content: gzipSync(zeros(65 * MB).fill(10)),
      rows: 1,
      kind: { ...LINES, compression: 'gzip' },
    },
    /becomes larger than 64 MB when it is decompressed/,
  ],
  [
    'is a line that takes more memory than there is',
    { content: zstdCompressSync(wide), rows: 1, kind: LINES },
    /can't be read: reading it takes more than 64 MB of memory\.$/,
  ],
  [
    'is no zstd',
    { content: 'nothing', rows: 1, kind: LINES },
    /it is damaged or has an unsupported format/,
  ],
  [
    'is no Parquet',
    { content: 'nothing', rows: 1, kind: PARQUET },
    /it is damaged or has an unsupported format/,
  ],
  [
    'is a page that becomes more than its header says',
    parquetWith(zstdCompressSync(zeros(32 * MB)), { bytes: 10, values: 1 }, 'zstd'),
    /it is damaged or has an unsupported format/,
  ],
  [
    'is a page that asks for 2 GB',
    parquetWith(zstdCompressSync(zeros(32 * MB)), { bytes: 2 ** 31 - 1, values: 1 }, 'zstd'),
    /becomes larger than 64 MB/,
  ],
  [
    'is a page that asks for two billion values',
    parquetWith(Buffer.from([0]), { bytes: 1, values: 2 ** 31 - 1 }),
    /has over 16000000 values/,
  ],
  [
    'is a page of negative size',
    parquetWith(Buffer.from([0]), { bytes: -1, values: 1 }),
    /is inconsistent/,
  ],
  [
    'is one large value in a hundred thousand rows',
    { content: repeatedBody(100_000), rows: 100_000, kind: PARQUET },
    /becomes larger than \d+ MB when it is decompressed/,
  ],
  [
    'repeats a value a billion times in a page of one',
    {
      content: writeParquet(1, [
        ...least(1),
        {
          name: 'event',
          pages: [
            dictionaryPage(['x']),
            dataPage(
              repeated(2 ** 30),
              { bytes: repeated(2 ** 30).length, values: 1 },
              'dictionary',
            ),
          ],
          values: 1,
        },
      ]),
      rows: 1,
      kind: PARQUET,
    },
    /can't be read/,
  ],
  [
    'names more columns than a file may have',
    {
      content: `${'a,'.repeat(LIMITS.exports.importColumnsMax)}b\n1\n`,
      rows: 1,
      kind: { format: 'csv', compression: 'none' },
    },
    /has more than 4096 columns/,
  ],
] as const) {
  test(`a file that ${name} ends its import with a reason, and is not tried again`, async (t) => {
    const { run, inserted, find, giveUp, spooled, files } = await startApart(t, {
      files: { 'a/1': file },
      limits: SMALL_HEAP,
    });

    const reason: unknown = await run().then(
      () => undefined,
      (error: unknown) => error,
    );

    assert(reason instanceof Hopeless, String(reason));
    assert.match(reason.message, message);
    assert.match(reason.message, /^a\/1/);
    assert(inserted.length < 64, 'a part of it may be stored');
    assert.deepEqual(spooled(), []);
    assert.equal((await files())[0]?.deaths, 0);
    await giveUp(reason.cause);
    assert.deepEqual([(await find()).state, (await find()).error], ['failed', reason.message]);
  });
}

test('requests are answered while a file is decoded', async (t) => {
  const { run } = await startApart(t, {
    files: { 'a/1': { content: repeatedBody(3_000_000), rows: 3_000_000, kind: PARQUET } },
    limits: { importExpandedBytesMax: 20 * MB },
  });
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 5);

  await assert.rejects(run(), Hopeless);

  clearInterval(timer);
  // Decoding takes a second and more; on the thread that answers, hardly a turn came between.
  assert(turns > 20, `${turns} turns`);
});
