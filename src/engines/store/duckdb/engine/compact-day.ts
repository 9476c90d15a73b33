/**
 * Rewrites the file of a past day, sorted by organization, index and time, so that the rows of one of many
 * organizations are in few places. The new file replaces the old one after it was read back and found to contain the
 * same rows. Running statements keep the old file until they end.
 */
import { renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Clock } from '../../../../base/clock.ts';
import { COLUMNS, STORED_AT } from '../../schema/columns.ts';
import type { Database } from './database.ts';
import { bytesOf, catalogOf, createTables, dayOf, readBounds, type DayFile } from './day-file.ts';
import { attachFile, type DayFiles } from './day-files.ts';
import { hasRoomFor } from './free-space.ts';
import { freeName, NEW_ENDING, syncFolder } from './folder-files.ts';
import { addCounts } from './minute-counts.ts';
import { writeStored } from './stored-count.ts';
import { GROUP_ROWS } from './words/group-rows.ts';
import { learnGroups } from './words/learn-groups.ts';
import { openWordFilters, wordsPath } from './words/word-filters.ts';

interface CompactNeeds {
  readonly database: Database;
  readonly files: DayFiles;
  readonly folder: string;
}

/** Batches are still repeated a while after midnight, and repeated ones are looked for in the file. */
const SETTLED_MS = 60 * 60_000;
/** Disk space that sorting needs in addition to the copy, as a multiple of the file size. */
const COPY_RATIO = 3;

export async function compactDays(
  needs: CompactNeeds,
  clock: Clock,
  stopped: AbortSignal,
): Promise<void> {
  const newest = dayOf(clock.now() - SETTLED_MS);
  for (const file of needs.files.all()) {
    if (stopped.aborted) return;
    if (file.day >= newest || file.isSorted || file.bounds.rows === 0) continue;
    // A disk without room for both files would end the engine, and again at the next try.
    if (!(await hasRoomFor(needs.folder, bytesOf(file) * COPY_RATIO))) continue;
    // Nothing is deleted from the old file while it is copied.
    await needs.files.alone(async () => {
      if (needs.files.all().includes(file)) await compactDay(needs, file, stopped);
    });
  }
}

async function compactDay(needs: CompactNeeds, old: DayFile, stopped: AbortSignal): Promise<void> {
  const path = join(needs.folder, freeName(needs.folder, old.day));
  const catalog = catalogOf(path);
  try {
    await attachFile(needs.database, path + NEW_ENDING, catalog);
    await needs.database.use(async (connection) => {
      await createTables(connection, catalog, basename(old.path));
      await connection.run(copyRows(old.catalog, catalog));
      await connection.run(addCounts(catalog, `${catalog}.logs`));
      await connection.run(`INSERT INTO ${catalog}.batches FROM ${old.catalog}.batches`);
      await connection.run(`CHECKPOINT ${catalog}`);
      const [before, after] = [old.catalog, catalog].map(sumOfRows);
      const answer = await connection.runAndReadAll(`SELECT (${before}) = (${after})`);
      await connection.run(`DETACH ${catalog}`);
      if (answer.getRows()[0]?.[0] !== true) throw new Error('A copy of rows differs from them.');
    });
  } catch (error) {
    rmSync(path + NEW_ENDING, { force: true });
    throw error;
  }
  // From here on the new file is the valid one: it records which file it replaces.
  writeStored(path, old.bounds.batches);
  renameSync(path + NEW_ENDING, path);
  syncFolder(needs.folder);
  await attachFile(needs.database, path, catalog);
  const bounds = await needs.database.use((connection) => readBounds(connection, catalog));
  const filters = openWordFilters(wordsPath(path), Math.ceil(bounds.written / GROUP_ROWS));
  const file: DayFile = { day: old.day, path, catalog, bounds, filters, isSorted: true };
  await learnGroups(needs.database, file, () => stopped.aborted);
  needs.files.replace(old, file);
}

const NAMES = [...COLUMNS.map(([name]) => name), STORED_AT].map((name) => `"${name}"`).join(', ');

function copyRows(from: string, to: string): string {
  const sorted = `SELECT ${NAMES} FROM ${from}.logs ORDER BY organization, index_name, "timestamp", row_id`;
  const group = `((row_number() OVER () - 1) // ${GROUP_ROWS})::UINTEGER`;
  return `INSERT INTO ${to}.logs SELECT ${group} AS "block", ${NAMES} FROM (${sorted})`;
}

/** The same for the same rows in any order. */
function sumOfRows(catalog: string): string {
  return `SELECT {'rows': count(*), 'sum': sum(hash(${NAMES})::HUGEINT)} FROM ${catalog}.logs`;
}
