/**
 * Copies the engine's files for a backup. Their logs are checkpointed first, and all writes wait during the copy:
 * inserts, deletions and sorting. A file system that can share blocks copies instantly. The content is read afterwards,
 * from the copies, which also shows that they can be opened.
 */
import { constants, mkdirSync, rmSync, type BigIntStats } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { SECOND_MS } from '../../../../spec/units.ts';
import type { CopiedFile, RowCount, StampsOfFiles, StoreCopy } from '../../store.ts';
import type { Clock } from '../../../../base/clock.ts';
import type { Database } from './database.ts';
import { logBytesOf, SCHEMA_VERSION, type DayFile } from './day-file.ts';
import { attachFile, type DayFiles } from './day-files.ts';
import { NO_ROOM, NumberedFault } from './faults.ts';
import { hasRoomFor } from './free-space.ts';
import type { Inserter } from './insert-batches.ts';
import { COUNT_ENDING } from './stored-count.ts';
import { wordsPath } from './words/word-filters.ts';

interface CopyNeeds {
  readonly database: Database;
  readonly files: DayFiles;
  readonly inserter: Inserter;
  readonly folder: string;
  readonly clock: Clock;
}

export const COPY_FOLDER = 'copies';
/** What was changed so lately could change once more without a trace in its times. */
const SETTLED_MS = 2 * SECOND_MS;

export async function copyFiles(needs: CopyNeeds, known: StampsOfFiles): Promise<StoreCopy> {
  const { files, inserter, database } = needs;
  const folder = join(needs.folder, COPY_FOLDER);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  const copied: CopiedFile[] = [];
  let pauseMs = 0;
  // Deleting and sorting can take long: inserts don't wait for that, only for the copy.
  await files.alone(() =>
    inserter.alone(async () => {
      const startedAt = performance.now();
      const all = files.all();
      const release = files.hold(all);
      try {
        for (const file of all) {
          await checkpoint(database, file);
          copied.push(...(await copyDay(needs, file, folder, known)));
        }
      } finally {
        release();
      }
      pauseMs = Math.round(performance.now() - startedAt);
    }),
  );
  const counted: CopiedFile[] = [];
  for (const file of copied) {
    const isRows = file.isCopied && file.name.endsWith('.duckdb');
    counted.push(isRows ? { ...file, rows: await countRows(database, folder, file.name) } : file);
  }
  return {
    folder,
    keptIn: basename(needs.folder),
    files: counted,
    pauseMs,
    version: SCHEMA_VERSION,
  };
}

/** Where it cannot be done now, the log is copied as well, and worked into the copy. */
async function checkpoint(database: Database, file: DayFile): Promise<void> {
  if (logBytesOf(file) === 0) return;
  await database
    .use((connection) => connection.run(`CHECKPOINT ${file.catalog}`))
    .catch(() => undefined);
}

async function copyDay(
  { clock }: CopyNeeds,
  file: DayFile,
  folder: string,
  known: StampsOfFiles,
): Promise<CopiedFile[]> {
  const isLogged = logBytesOf(file) > 0;
  const rows = await copyOne(file.path, folder, known, isLogged ? undefined : clock);
  if (isLogged) await copyOne(`${file.path}.wal`, folder, {}, undefined);
  const words = await copyOne(wordsPath(file.path), folder, known, clock);
  const count = await copyOne(`${file.path}${COUNT_ENDING}`, folder, known, clock);
  return [rows, words, count].flatMap((one) => one ?? []);
}

/** Undefined when there is no such file. Without a clock the file is copied in any case. */
async function copyOne(
  path: string,
  folder: string,
  known: StampsOfFiles,
  clock: Clock | undefined,
): Promise<CopiedFile | undefined> {
  const name = basename(path);
  const facts = await stat(path, { bigint: true }).catch(() => undefined);
  if (facts === undefined) return undefined;
  const stamp = clock === undefined ? '' : stampOf(facts, clock);
  if (stamp !== '' && known[name] === stamp) return { name, stamp, isCopied: false };
  // A full disk would end the engine.
  if (!(await hasRoomFor(folder, Number(facts.size)))) {
    throw new NumberedFault(NO_ROOM, `Not enough disk space for a copy of ${name}.`);
  }
  await copyFile(path, join(folder, name), constants.COPYFILE_FICLONE);
  return { name, stamp, isCopied: true };
}

function stampOf({ ino, size, mtimeNs, mtimeMs }: BigIntStats, clock: Clock): string {
  const isSettled = clock.now() - Number(mtimeMs) > SETTLED_MS;
  return isSettled ? `${ino}-${size}-${mtimeNs}` : '';
}

/** Opens the copy, which replays its log, and counts its rows. */
async function countRows(database: Database, folder: string, name: string): Promise<RowCount[]> {
  const catalog = `"copy ${name}"`;
  await attachFile(database, join(folder, name), catalog);
  const rows = await database.use(async (connection) => {
    try {
      const answer = await connection.runAndReadAll(
        `SELECT organization, strftime("timestamp", '%Y-%m-%d'), count(*)::DOUBLE
         FROM ${catalog}.logs GROUP BY ALL ORDER BY ALL`,
      );
      return answer.getRows();
    } finally {
      await connection.run(`DETACH ${catalog}`);
    }
  });
  return rows.map(([organization, day, count]) => ({
    organization: String(organization),
    day: String(day),
    rows: Number(count),
  }));
}
