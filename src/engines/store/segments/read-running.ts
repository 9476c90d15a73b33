/**
 * The rows of a folder that a server runs on, as they were at one moment: parts never change, so that second names for
 * their files are a folder of our own, which the server can neither change nor remove.
 */
import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { engineOfFolder, rowsFolder } from '../child/engine-of-folder.ts';
import { LockedError } from '../child/start-child.ts';
import type { LogStore } from '../store.ts';
import { lockFolder } from './hold-folder.ts';
import { openSegmentStore, type SegmentNeeds } from './open-segment-store.ts';
import { isPartName, readIndexOf } from './parts.ts';
import { RETENTIONS_FILE } from './retentions.ts';
import { removeSnapshot, snapshotFolder } from './snapshot-folder.ts';
import { isMissingFile } from './synced-files.ts';

/** Undefined when no server runs on the folder, or its rows are no parts. */
export async function readRunningParts(
  needs: SegmentNeeds,
  directory: string,
): Promise<LogStore | undefined> {
  if (engineOfFolder(directory) !== 'segments' || !isRunning(directory)) return undefined;
  const snapshot = snapshotFolder(directory);
  await removeSnapshot(directory);
  await linkParts(rowsFolder(directory, 'segments'), rowsFolder(snapshot, 'segments'));
  const store = await openSegmentStore(needs, snapshot);
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await rm(snapshot, { recursive: true, force: true });
    },
  };
}

function isRunning(directory: string): boolean {
  try {
    using _ = lockFolder(join(directory, 'lock'));
    return false;
  } catch (error) {
    if (error instanceof LockedError) return true;
    throw error;
  }
}

/** Each attempt starts over if parts were joined or rewritten meanwhile. */
const TRIES = 50;

async function linkParts(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    await rm(to, { recursive: true, force: true });
    await mkdir(to, { recursive: true, mode: 0o700 });
    if (await linkAll(from, to)) return;
    if (tries === TRIES) throw new Error(`The parts in ${from} change too often to be read.`);
  }
}

/** False unless all parts of one moment have their second names now. */
async function linkAll(from: string, to: string): Promise<boolean> {
  const before = await partsIn(from);
  for (const name of before) if (!(await linkOne(join(from, name), join(to, name)))) return false;
  // There is none before the first change.
  await linkOne(join(from, RETENTIONS_FILE), join(to, RETENTIONS_FILE));
  // Listing a folder is not atomic: it may miss a part that replaced one that was already removed.
  const after = new Set(await partsIn(from));
  return (
    before.isSubsetOf(after) &&
    [...after.difference(before)].every((name) => replacesNothing(join(from, name)))
  );
}

async function partsIn(folder: string): Promise<Set<string>> {
  return new Set((await readdir(folder)).filter(isPartName));
}

/** False if the file no longer exists. */
async function linkOne(from: string, to: string): Promise<boolean> {
  try {
    // Not every file system gives a file two names.
    await link(from, to).catch(() => copyFile(from, to));
    return true;
  } catch (error) {
    if (isMissingFile(error)) return false;
    throw error;
  }
}

function replacesNothing(path: string): boolean {
  try {
    return readIndexOf(path)?.replaces.length === 0;
  } catch (error) {
    if (isMissingFile(error)) return false;
    throw error;
  }
}
