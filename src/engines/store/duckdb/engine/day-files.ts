/** The files of all days: one for each day on which rows were stored, the newest of which is written to. */
import { renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Clock } from '../../../../base/clock.ts';
import { createTurns } from '../../../../base/turns.ts';
import type { Database } from './database.ts';
import { quoteText } from './quote-text.ts';
import {
  catalogOf,
  createTables,
  DAY_FILE,
  dayOf,
  noRows,
  readBounds,
  readReplaced,
  readVersion,
  SCHEMA_VERSION,
  upgradeTables,
  type DayFile,
} from './day-file.ts';
import { findDayFiles, freeName, NEW_ENDING, removeDayFile, syncFolder } from './folder-files.ts';
import { mendCounts } from './minute-counts.ts';
import { damagedLogs, noteMissing, repairLog } from './repair-log.ts';
import { readStored, writeStored } from './stored-count.ts';
import { GROUP_ROWS } from './words/group-rows.ts';
import { openWordFilters, wordsPath } from './words/word-filters.ts';

export interface DayFiles {
  /** As they are now, the oldest first. */
  all(): readonly DayFile[];
  /** The file that takes new rows. */
  today(): Promise<DayFile>;
  /** From now on, the rows of one file are read from another; the old one is removed when nobody reads it any more. */
  replace(old: DayFile, file: DayFile): void;
  /** Forgets a file and removes it once nobody reads it any more. */
  remove(file: DayFile): Promise<void>;
  /** Keeps `files` from being removed until the returned function is called. */
  hold(files: readonly DayFile[]): () => void;
  /** Runs one after the other: two deletions that meet at a row would both fail. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Names of files that could not be opened, and of logs that could not be read to their end. */
  unreadable(): readonly string[];
  /** Whether the error was caused by a damaged file; the damage is remembered. */
  noteDamage(error: unknown): boolean;
}

interface FilesNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly folder: string;
}

export async function openDayFiles(needs: FilesNeeds): Promise<DayFiles> {
  const files: DayFile[] = [];
  const unreadable = new Set<string>();
  for (const path of findDayFiles(needs.folder)) {
    const file = await openFile(needs, path);
    if (file === undefined) unreadable.add(basename(path));
    else files.push(file);
  }
  const readers = new Map<DayFile, number>();
  const remove = async (file: DayFile): Promise<void> => {
    const place = files.indexOf(file);
    if (place < 0) return;
    files.splice(place, 1);
    await untilUnread(readers, file);
    await removeFile(needs, file);
  };
  for (const [file, name] of await replacements(needs, files)) {
    const old = files.find(({ path }) => basename(path) === name);
    if (old !== undefined) await remove(old);
    if (unreadable.delete(name)) removeDayFile(needs.folder, join(needs.folder, name));
    await forgetReplaced(needs, file);
  }
  let creating: Promise<DayFile> | undefined;
  return {
    all: () => [...files],
    replace(old, file) {
      files.splice(files.indexOf(old), 0, file);
      // Where it fails, the next start does it.
      void remove(old)
        .then(() => forgetReplaced(needs, file))
        .catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
    },
    async today() {
      const day = dayOf(needs.clock.now());
      const newest = files.findLast((file) => file.day === day);
      if (newest !== undefined) return newest;
      creating ??= createFile(needs, day).finally(() => {
        creating = undefined;
      });
      const file = await creating;
      if (!files.includes(file)) files.push(file);
      return file;
    },
    remove,
    hold(held) {
      for (const file of held) readers.set(file, (readers.get(file) ?? 0) + 1);
      return () => {
        for (const file of held) readers.set(file, (readers.get(file) ?? 1) - 1);
      };
    },
    alone: createTurns(),
    unreadable: () => [...unreadable, ...damagedLogs(needs.folder)],
    noteDamage(error) {
      const text = error instanceof Error ? error.message : '';
      if (!DAMAGE.test(text)) return false;
      unreadable.add(`a file of rows (${text.slice(0, DAMAGE_TEXT_MAX)})`);
      return true;
    },
  };
}

/** Files that replace others, which may still exist after a crash. */
async function replacements(
  { database }: FilesNeeds,
  files: readonly DayFile[],
): Promise<[DayFile, string][]> {
  const found: [DayFile, string][] = [];
  for (const file of files) {
    const name = await database.use((connection) => readReplaced(connection, file.catalog));
    if (name !== undefined && name !== '') found.push([file, name]);
  }
  return found;
}

async function removeFile({ database, folder }: FilesNeeds, file: DayFile): Promise<void> {
  await database.use((connection) => connection.run(`DETACH ${file.catalog}`));
  removeDayFile(folder, file.path);
  file.filters.close();
  rmSync(wordsPath(file.path), { force: true });
}

/** Allows a later file to reuse the name of the removed one. */
async function forgetReplaced({ database }: FilesNeeds, { catalog }: DayFile): Promise<void> {
  await database.use((connection) => connection.run(`UPDATE ${catalog}.replaced SET name = ''`));
}

const READER_POLL_MS = 50;

async function untilUnread(readers: Map<DayFile, number>, file: DayFile): Promise<void> {
  while ((readers.get(file) ?? 0) > 0) {
    await new Promise((resolve) => {
      setTimeout(resolve, READER_POLL_MS);
    });
  }
  readers.delete(file);
}

/** How the engine reports that a file has changed since it was written. */
const DAMAGE = /Corrupt database file/;
const DAMAGE_TEXT_MAX = 200;

/** A file that cannot be opened stays in place, so that it can be repaired; the others stay in use. */
async function openFile(needs: FilesNeeds, path: string): Promise<DayFile | undefined> {
  try {
    await attachFile(needs.database, path, catalogOf(path));
  } catch (error) {
    if (repairLog(path, error)) return openFile(needs, path);
    refuseOthers(path, String(error));
    return undefined;
  }
  try {
    return await readFile(needs, path);
  } catch (error) {
    if (error instanceof RefusedFile) throw error;
    await needs.database.use((connection) => connection.run(`DETACH ${catalogOf(path)}`));
    return undefined;
  }
}

/** The person who starts the server has to decide what to do with such a file. */
class RefusedFile extends Error {}

/** Intact files that we cannot use: nothing is missing from them, and nothing may be written next to them. */
function refuseOthers(path: string, text: string): void {
  if (text.includes('Could not set lock')) {
    throw new RefusedFile(`${path} is in use by another process. Stop it, then start again.`);
  }
  if (/newer version|storage version|serialization version/i.test(text)) {
    throw new RefusedFile(`The log store was written by a newer release: ${path}. ${NEWER_HELP}`);
  }
}

const NEWER_HELP = 'Start the newer release, or restore a backup from before the upgrade.';

async function readFile({ database }: FilesNeeds, path: string): Promise<DayFile> {
  const catalog = catalogOf(path);
  return database.use(async (connection) => {
    const version = await readVersion(connection, catalog);
    if (version === undefined) {
      throw new RefusedFile(
        `${path} is a database without our tables. Move it elsewhere, or set XPLAIN_DATA to another folder.`,
      );
    }
    if (version > SCHEMA_VERSION) {
      throw new RefusedFile(
        `The log store was written by a newer release: ${path} has version ${version}, this release ` +
          `knows ${SCHEMA_VERSION}. ${NEWER_HELP}`,
      );
    }
    if (version < SCHEMA_VERSION) await upgradeTables(connection, catalog, version);
    await mendCounts(connection, catalog);
    const bounds = await readBounds(connection, catalog);
    const missing = readStored(path) - bounds.batches;
    if (missing > 0) {
      noteMissing(path, missing);
      writeStored(path, bounds.batches);
    }
    const day = DAY_FILE.exec(basename(path))?.[1] ?? '';
    const filters = openWordFilters(wordsPath(path), Math.ceil(bounds.written / GROUP_ROWS));
    const isSorted = (await readReplaced(connection, catalog)) !== undefined;
    return { day, path, catalog, bounds, filters, isSorted };
  });
}

async function createFile({ database, folder }: FilesNeeds, day: string): Promise<DayFile> {
  const path = join(folder, freeName(folder, day));
  const catalog = catalogOf(path);
  // Once it has its final name, it has its tables: a file that lacks them later was damaged.
  await attachFile(database, path + NEW_ENDING, catalog);
  await database.use(async (connection) => {
    await createTables(connection, catalog);
    await connection.run(`DETACH ${catalog}`);
  });
  renameSync(path + NEW_ENDING, path);
  syncFolder(folder);
  await attachFile(database, path, catalog);
  return {
    day,
    path,
    catalog,
    bounds: noRows(),
    filters: openWordFilters(wordsPath(path), 0),
    isSorted: false,
  };
}

export async function attachFile(database: Database, path: string, catalog: string): Promise<void> {
  const options = "(STORAGE_VERSION 'latest')";
  await database.use((connection) =>
    connection.run(`ATTACH ${quoteText(path)} AS ${catalog} ${options}`),
  );
}
