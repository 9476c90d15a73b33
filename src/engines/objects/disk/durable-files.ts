/** Steps on the file system that are still true after a power cut. */
import { link, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Moves a synced file to its final name below `root`, creating missing folders. A name is only durable once its folder
 * is synced, so all folders on the path are synced, including existing ones, since the process that created one may not
 * have synced it yet. With `isNew`, an existing file stays, and EEXIST is thrown.
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
    // If the folder no longer exists, the file was removed with it, as if it had never been placed.
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
