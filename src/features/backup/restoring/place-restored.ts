/**
 * A restore works in a folder inside the data folder, which may be a separate disk, and moves everything up when done.
 * While that folder exists, the restore is incomplete: the server refuses to start, and the next restore starts over.
 */
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RepositoryError } from '../repository/open-repository.ts';

/** What a restore works in; see `prepareData`, which looks for it. */
export const RESTORING = 'restoring';

/** Refuses a folder with anything in it but what an earlier restore has left. */
export async function prepareTarget(data: string): Promise<string> {
  await mkdir(data, { recursive: true, mode: 0o700 });
  const names = await readdir(data);
  if (names.length > 0 && !names.includes(RESTORING)) {
    throw new RepositoryError(
      `The folder ${data} is not empty. Restore into an empty folder; existing data is never overwritten.`,
    );
  }
  // All other files were moved up by a restore that did not finish.
  for (const name of names.filter((each) => each !== RESTORING)) {
    await rm(join(data, name), { recursive: true, force: true });
  }
  const work = join(data, RESTORING);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { mode: 0o700 });
  await syncFolder(data);
  return work;
}

export async function placeRestored(data: string): Promise<void> {
  const work = join(data, RESTORING);
  for (const name of await readdir(work)) await rename(join(work, name), join(data, name));
  await syncFolder(data);
  await rm(work, { recursive: true });
  await syncFolder(data);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
