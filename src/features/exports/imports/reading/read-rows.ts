/** The rows of one file of an archive, from the disk of this node. */
import { createReadStream } from 'node:fs';
import { PassThrough, pipeline, type Readable, type Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import type { ExportCompression, ExportFileFormat } from '../../../../spec/exports.ts';
import type { Limits } from '../../../../spec/limits.ts';
import { ArchiveProblem } from './archive-problem.ts';
import type { ArchivedRow } from './archived-row.ts';
import type { Expansion } from './create-expansion.ts';
import { readCsv } from './read-csv.ts';
import { readParquet } from './read-parquet.ts';

export interface FileKind {
  readonly format: ExportFileFormat;
  readonly compression: ExportCompression;
}

export function readRows(
  path: string,
  { format, compression }: FileKind,
  limits: Limits['exports'],
  expansion: Expansion,
): AsyncIterable<ArchivedRow> {
  switch (format) {
    case 'jsonl':
      return readLines(decompressed(path, compression), limits, expansion);
    case 'csv':
      return readCsv(createReadStream(path, { encoding: 'utf8' }), limits);
    case 'parquet':
      return readParquet(path, limits, expansion);
  }
}

async function* readLines(
  plain: Readable,
  { importLineBytesMax }: Limits['exports'],
  expansion: Expansion,
): AsyncIterable<ArchivedRow> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of plain) {
    const bytes = chunk as Buffer;
    expansion.noteRead(bytes.length);
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > importLineBytesMax) throw tooLong();
    for (const line of lines) {
      if (line.length > importLineBytesMax) throw tooLong();
      if (line !== '') yield parseLine(line);
    }
  }
  if (rest !== '') yield parseLine(rest);
}

function tooLong(): ArchiveProblem {
  return new ArchiveProblem('A line of a file is too long.');
}

function parseLine(line: string): ArchivedRow {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    throw new ArchiveProblem('A line of a file isn’t valid JSON.');
  }
  if (typeof row !== 'object' || row === null) {
    throw new ArchiveProblem('A line isn’t a JSON object.');
  }
  return row as ArchivedRow;
}

/** The reader of the stream receives every failure, so no other handler is needed. */
function decompressed(path: string, compression: ExportCompression): Readable {
  return pipeline(createReadStream(path), decompressorOf(compression), () => {});
}

function decompressorOf(compression: ExportCompression): Transform {
  if (compression === 'none') return new PassThrough();
  return compression === 'gzip' ? createGunzip() : createZstdDecompress();
}
