/** Where a reader next to the server has second names for parts. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { engineOfFolder } from '../child/engine-of-folder.ts';
import { lockFolder } from './hold-folder.ts';

/** Next to the parts, since a file can have a second name only on its own file system. */
export function snapshotFolder(directory: string): string {
  return join(directory, 'reading');
}

/** Removes what a reader has left that was killed. Throws `LockedError` for one that still reads. */
export async function removeSnapshot(directory: string): Promise<void> {
  const snapshot = snapshotFolder(directory);
  if (engineOfFolder(snapshot) === undefined) return;
  {
    using _ = lockFolder(join(snapshot, 'lock'));
  }
  await rm(snapshot, { recursive: true, force: true });
}
