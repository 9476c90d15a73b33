/** Steps on the file system that are still true after a power cut. */
import { link, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Gives a synced file its final name below `root`, in folders that are made where they are missing. A
 * name is only on disk once the folder that holds it is, so all folders on the way are synced: also those
 * that were there, since whoever made one may not have got to that yet. With `isNew`, a file that is there already
 * stays, and EEXIST is thrown.
 */
export async function placeDurably(
  root: string,
  file: string,
  parts: readonly string[],
  isNew: boolean,
): Promise<void> {
  const target = join(root, ...parts);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  // A second name, unlike a new one, takes nothing from a file that is there.
  if (isNew) await link(file, target);
  else await rename(file, target);
  for (let folder = dirname(target); folder !== root; folder = dirname(folder)) {
    // A folder that is gone by now was removed with the file in it, which is as good as never placed.
    await syncFolder(folder).catch(ignore(['ENOENT'], undefined));
  }
  await syncFolder(root);
  if (isNew) await unlink(file);
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Turns the failures that were to be expected into a value. */
export function ignore<T>(codes: readonly string[], value: T): (error: unknown) => T {
  return (error) => {
    if (hasCode(error, codes)) return value;
    throw error;
  };
}

export function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
