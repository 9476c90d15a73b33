/** The rows of a Parquet file. Nothing of it is decoded before it is known what it becomes. */
import { open } from 'node:fs/promises';
import { zstdDecompressSync } from 'node:zlib';
import type { AsyncBuffer } from 'hyparquet';
import type { Limits } from '../../../../spec/limits.ts';
import type { ArchivedRow } from './archived-row.ts';
import { checkParquet } from './check-parquet.ts';
import type { Expansion } from './create-expansion.ts';

export async function* readParquet(
  path: string,
  limits: Limits['exports'],
  expansion: Expansion,
): AsyncIterable<ArchivedRow> {
  const { parquetMetadataAsync, parquetReadObjects, snappyUncompress } = await import('hyparquet');
  await using handle = await open(path, 'r');
  const { size } = await handle.stat();
  const file: AsyncBuffer = {
    byteLength: size,
    async slice(start, end = size) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
      await handle.read(bytes, 0, bytes.length, start);
      return bytes.buffer;
    },
  };
  const metadata = await parquetMetadataAsync(file, { geoparquet: false });
  const groups = await checkParquet(file, metadata, limits, expansion);
  // `checkParquet` has verified the sizes passed to these.
  const compressors = {
    ZSTD: (input: Uint8Array, bytes: number) =>
      new Uint8Array(zstdDecompressSync(input, { maxOutputLength: Math.max(1, bytes) })),
    SNAPPY: (input: Uint8Array, bytes: number) => {
      const output = new Uint8Array(bytes);
      snappyUncompress(input, output);
      return output;
    },
  };
  let start = 0;
  for (const { rows, bytes } of groups) {
    const atOnce = rowsAtOnce(limits, rows, bytes);
    for (let from = 0; from < rows; from += atOnce) {
      const range = { rowStart: start + from, rowEnd: start + Math.min(rows, from + atOnce) };
      yield* await parquetReadObjects({ file, metadata, compressors, ...range });
    }
    start += rows;
  }
}

/** A group of rows can have more than memory likes. */
function rowsAtOnce(limits: Limits['exports'], rows: number, bytes: number): number {
  const { importDecodedRowsMax, importDecodedBytesMax } = limits;
  const fitting = Math.floor((importDecodedBytesMax * rows) / Math.max(1, bytes));
  return Math.max(1, Math.min(importDecodedRowsMax, fitting));
}
