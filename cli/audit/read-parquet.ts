/** The rows of a Parquet file of an archive. */
import { open } from 'node:fs/promises';
import * as zlib from 'node:zlib';
import type { AsyncBuffer } from 'hyparquet';

export async function readParquet(path: string): Promise<Record<string, unknown>[]> {
  const { parquetReadObjects, snappyUncompress } = await import('hyparquet');
  const handle = await open(path, 'r');
  const { size: byteLength } = await handle.stat();
  const file: AsyncBuffer = {
    byteLength,
    async slice(start, end = byteLength) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, byteLength) - start));
      await handle.read(bytes, 0, bytes.length, start);
      return bytes.buffer;
    },
  };
  const compressors = {
    ZSTD: (input: Uint8Array, bytes: number) => decompressZstd(input, bytes),
    SNAPPY: (input: Uint8Array, bytes: number) => {
      const output = new Uint8Array(bytes);
      snappyUncompress(input, output);
      return output;
    },
  };
  try {
    return await parquetReadObjects({ file, compressors });
  } finally {
    await handle.close();
  }
}

/** The CLI also runs on Node 20, which has no zstd support. */
function decompressZstd(input: Uint8Array, bytes: number): Uint8Array {
  if (!('zstdDecompressSync' in zlib)) {
    throw new Error('Reading Parquet files of archives needs Node 22.15 or later.');
  }
  return new Uint8Array(zlib.zstdDecompressSync(input, { maxOutputLength: Math.max(1, bytes) }));
}
