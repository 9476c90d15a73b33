import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LIMITS } from '../../../spec/limits.ts';
import type { Repository } from '../repository/open-repository.ts';
import type { Snapshot, SnapshotFile } from '../snapshot.ts';
import { inLanes } from '../taking/in-lanes.ts';

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Writes the files of a snapshot below a folder, each part proved by its name. */
export async function restoreFiles(
  repository: Repository,
  { files, rowsIn }: Pick<Snapshot, 'files' | 'rowsIn'>,
  folder: string,
): Promise<void> {
  // Also of a backup without rows: the engine that stores the first ones is known by its folder.
  if (rowsIn !== undefined) await makeFolder(join(folder, ...partsOf(rowsIn)));
  for (const file of files) await restoreFile(repository, file, folder);
}

async function restoreFile(
  repository: Repository,
  { path, bytes, chunks }: SnapshotFile,
  folder: string,
): Promise<void> {
  const target = join(folder, ...partsOf(path));
  await makeFolder(dirname(target));
  const handle = await open(target, 'wx', PRIVATE_FILE);
  try {
    const { chunkBytes, chunksAtOnce } = LIMITS.backup;
    await inLanes(chunks.entries(), chunksAtOnce, async ([place, name]) => {
      const plain = await repository.readChunk(name);
      const start = place * chunkBytes;
      if (plain.length !== Math.min(chunkBytes, bytes - start)) {
        throw new Error(`A part of ${path} has a different size than recorded in the backup.`);
      }
      await handle.write(plain, 0, plain.length, start);
    });
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
}

/** The list of files is sealed, but a path in it can never cause a write outside the data folder. */
function partsOf(path: string): string[] {
  const parts = path.split('/');
  const isInside = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isInside) throw new Error('The backup names a file outside of the data folder.');
  return parts;
}
