/** The rows of one file of an archive, from the disk of this node. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, pipeline, type Transform } from 'node:stream';
import { createGunzip, createZstdDecompress, zstdDecompressSync } from 'node:zlib';
import type { ExportCompression, ExportFileFormat } from '../../../spec/exports.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { ArchiveProblem } from './archive-problem.ts';
import type { ArchivedRow } from './archived-row.ts';
import { readCsv } from './read-csv.ts';

export interface FileKind {
  readonly format: ExportFileFormat;
  readonly compression: ExportCompression;
}

export function readRows(
  path: string,
  { format, compression }: FileKind,
): AsyncIterable<ArchivedRow> {
  switch (format) {
    case 'jsonl':
      return readLines(path, compression);
    case 'csv':
      return readCsv(createReadStream(path, { encoding: 'utf8' }));
    case 'parquet':
      return readParquet(path);
  }
}

async function* readLines(
  path: string,
  compression: ExportCompression,
): AsyncIterable<ArchivedRow> {
  const { importLineBytesMax } = LIMITS.exports;
  const plain = pipeline(createReadStream(path), decompressorOf(compression), () => {});
  plain.setEncoding('utf8');
  let rest = '';
  for await (const chunk of plain) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if ([...lines, rest].some(({ length }) => length > importLineBytesMax)) {
      throw new ArchiveProblem('A line of a file is too long.');
    }
    for (const line of lines) if (line !== '') yield parseLine(line);
  }
  if (rest !== '') yield parseLine(rest);
}

function parseLine(line: string): ArchivedRow {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    throw new ArchiveProblem('A line of a file is no JSON.');
  }
  if (typeof row !== 'object' || row === null) throw new ArchiveProblem('A line is no object.');
  return row as ArchivedRow;
}

function decompressorOf(compression: ExportCompression): Transform {
  if (compression === 'none') return new PassThrough();
  return compression === 'gzip' ? createGunzip() : createZstdDecompress();
}

/** Rows that are read at once: a group of rows can have more than memory likes. */
const PARQUET_ROWS = 10_000;

async function* readParquet(path: string): AsyncIterable<ArchivedRow> {
  const { parquetMetadataAsync, parquetReadObjects } = await import('hyparquet');
  await using handle = await open(path, 'r');
  const { size } = await handle.stat();
  const file = {
    byteLength: size,
    async slice(start: number, end = size): Promise<ArrayBuffer> {
      const bytes = new ArrayBuffer(end - start);
      await handle.read(new Uint8Array(bytes), 0, end - start, start);
      return bytes;
    },
  };
  const compressors = { ZSTD: (input: Uint8Array) => new Uint8Array(zstdDecompressSync(input)) };
  const metadata = await parquetMetadataAsync(file);
  const rows = Number(metadata.num_rows);
  for (let rowStart = 0; rowStart < rows; rowStart += PARQUET_ROWS) {
    const rowEnd = Math.min(rows, rowStart + PARQUET_ROWS);
    yield* await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd });
  }
}
