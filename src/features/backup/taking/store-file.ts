import { open } from 'node:fs/promises';
import { LIMITS } from '../../../spec/limits.ts';
import type { Repository } from '../repository/open-repository.ts';
import type { SnapshotFile } from '../snapshot.ts';
import { inLanes } from './in-lanes.ts';

/** A file that is to be part of a backup. */
export interface FoundFile {
  /** Where it is read. */
  readonly source: string;
  /** Below the data folder. */
  readonly path: string;
  readonly stamp: string;
}

/** State of the repository's chunks while a backup is made. */
export interface Chunks {
  readonly there: Set<string>;
  /** Those that this backup has written. */
  readonly written: Set<string>;
  bytesWritten: number;
}

/** Puts those parts of a file into the repository that it lacks. */
export async function storeFile(
  repository: Repository,
  chunks: Chunks,
  { source, path, stamp }: FoundFile,
): Promise<SnapshotFile> {
  const { chunkBytes, chunksAtOnce } = LIMITS.backup;
  const handle = await open(source, 'r');
  try {
    const { size } = await handle.stat();
    const names = Array.from<string>({ length: Math.ceil(size / chunkBytes) });
    await inLanes(names.keys(), chunksAtOnce, async (place) => {
      const start = place * chunkBytes;
      const wanted = Math.min(chunkBytes, size - start);
      const plain = Buffer.allocUnsafe(wanted);
      const { bytesRead } = await handle.read(plain, 0, wanted, start);
      if (bytesRead !== wanted) throw new Error(`${path} became shorter while it was read.`);
      const name = await repository.nameOf(plain);
      names[place] = name;
      if (chunks.there.has(name)) return;
      // Added before the write, so that the same part of another file is not written concurrently.
      chunks.there.add(name);
      chunks.bytesWritten += await repository.writeChunk(name, plain);
      chunks.written.add(name);
    });
    return { path, bytes: size, chunks: names, stamp };
  } finally {
    await handle.close();
  }
}
