/** The files in the engine's folder: files of rows, their logs, and what a crash left half created or half removed. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { DAY_FILE } from './day-file.ts';
import { LOG_ENDINGS, putLogAside } from './repair-log.ts';
import { COUNT_ENDING } from './stored-count.ts';

/** A file that has no tables yet: it contains nothing and can be lost. */
export const NEW_ENDING = '.new';
/** A file that is no longer needed. Its log must not be lost before the file itself is removed. */
const REMOVED_ENDING = '.removed';

/** Brings the folder into order after a crash, and returns the paths of files with rows, the oldest first. */
export function findDayFiles(folder: string): string[] {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.includes(`.duckdb${NEW_ENDING}`)) rmSync(path);
    if (name.endsWith(`.duckdb${REMOVED_ENDING}`)) {
      removeDayFile(folder, path.slice(0, -REMOVED_ENDING.length));
    }
  }
  const names = readdirSync(folder);
  for (const name of names) {
    const ending = LOG_ENDINGS.find((each) => name.endsWith(`.duckdb${each}`));
    if (ending !== undefined && !names.includes(name.slice(0, -ending.length))) {
      putLogAside(join(folder, name));
    }
  }
  return names
    .filter((name) => DAY_FILE.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

/** The name of a further file of this day; one that could not be opened keeps its own. */
export function freeName(folder: string, day: string): string {
  const taken = new Set(readdirSync(folder));
  let name = `${day}.duckdb`;
  for (let more = 2; taken.has(name); more++) name = `${day}-${more}.duckdb`;
  return name;
}

/** Whenever it is interrupted, the next start ends it. */
export function removeDayFile(folder: string, path: string): void {
  const removed = `${path}${REMOVED_ENDING}`;
  if (existsSync(path)) renameSync(path, removed);
  for (const ending of [...LOG_ENDINGS, COUNT_ENDING]) rmSync(`${path}${ending}`, { force: true });
  syncFolder(folder);
  rmSync(removed, { force: true });
}

/** So that a power cut leaves no folder without the file in it. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
