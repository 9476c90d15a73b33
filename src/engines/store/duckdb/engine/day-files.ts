/** The files of all days: one for each day on which rows were stored, the newest of which is written to. */
import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../../../base/clock.ts';
import type { Database } from './database.ts';
import { quoteText } from './quote-text.ts';
import {
  catalogOf,
  createTables,
  DAY_FILE,
  dayOf,
  noRows,
  readBounds,
  readVersion,
  SCHEMA_VERSION,
  type DayFile,
} from './day-file.ts';
import { damagedLogs, repairLog } from './repair-log.ts';

export interface DayFiles {
  /** The oldest first. */
  all(): readonly DayFile[];
  /** The file that takes new rows. */
  today(): Promise<DayFile>;
  /** Forgets a file and removes it, once nobody reads it any more. */
  remove(file: DayFile): Promise<void>;
  /** Keeps `files` from being removed until it is told that they were read. */
  hold(files: readonly DayFile[]): () => void;
  /** Names of files that could not be opened, and of logs that could not be read to their end. */
  unreadable(): readonly string[];
}

interface FilesNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly folder: string;
}

export async function openDayFiles(needs: FilesNeeds): Promise<DayFiles> {
  const names = readdirSync(needs.folder).filter((name) => DAY_FILE.test(name));
  const files: DayFile[] = [];
  const unreadable: string[] = [];
  for (const name of names.toSorted()) {
    const file = await openFile(needs, join(needs.folder, name));
    if (file === undefined) unreadable.push(name);
    else files.push(file);
  }
  const readers = new Map<DayFile, number>();
  let creating: Promise<DayFile> | undefined;
  return {
    all: () => files,
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
    async remove(file) {
      files.splice(files.indexOf(file), 1);
      await untilUnread(readers, file);
      await needs.database.use((connection) => connection.run(`DETACH ${file.catalog}`));
      rmSync(file.path, { force: true });
      rmSync(`${file.path}.wal`, { force: true });
      syncFolder(needs.folder);
    },
    hold(held) {
      for (const file of held) readers.set(file, (readers.get(file) ?? 0) + 1);
      return () => {
        for (const file of held) readers.set(file, (readers.get(file) ?? 1) - 1);
      };
    },
    unreadable: () => [...unreadable, ...damagedLogs(needs.folder)],
  };
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

/** A file that cannot be opened stays where it is, for whoever can mend it; the others go on. */
async function openFile(needs: FilesNeeds, path: string): Promise<DayFile | undefined> {
  try {
    await attach(needs.database, path);
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
    return repairLog(path, error) ? openFile(needs, path) : undefined;
  }
  return readFile(needs, path);
}

async function readFile({ database }: FilesNeeds, path: string): Promise<DayFile> {
  const catalog = catalogOf(path);
  return database.use(async (connection) => {
    const version = await readVersion(connection, catalog);
    if (version === undefined) await createTables(connection, catalog);
    if (version !== undefined && version > SCHEMA_VERSION) {
      throw new Error(
        `The log store was written by a newer release: ${path} has version ${version}, this release ` +
          `knows ${SCHEMA_VERSION}. Start the newer release, or restore a backup from before the upgrade.`,
      );
    }
    const bounds = await readBounds(connection, catalog);
    return {
      day: DAY_FILE.exec(path.slice(path.lastIndexOf('/') + 1))?.[1] ?? '',
      path,
      catalog,
      bounds,
    };
  });
}

async function createFile({ database, folder }: FilesNeeds, day: string): Promise<DayFile> {
  const taken = new Set(readdirSync(folder));
  let name = `${day}.duckdb`;
  // One of this day that could not be opened keeps its name.
  for (let more = 2; taken.has(name); more++) name = `${day}-${more}.duckdb`;
  const path = join(folder, name);
  const catalog = catalogOf(path);
  await attach(database, path);
  await database.use((connection) => createTables(connection, catalog));
  syncFolder(folder);
  return { day, path, catalog, bounds: noRows() };
}

async function attach(database: Database, path: string): Promise<void> {
  const options = "(STORAGE_VERSION 'latest')";
  await database.use((connection) =>
    connection.run(`ATTACH ${quoteText(path)} AS ${catalogOf(path)} ${options}`),
  );
}

/** So that a power cut leaves no folder without the file in it. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
