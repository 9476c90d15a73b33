/**
 * Every transaction brings its own counts, so that a day of small ones has many of the same minute. Those of the
 * file that takes new rows are put together now and then; a file that is written once more gets its own.
 */
import type { Database } from './database.ts';
import type { DayFile } from './day-file.ts';
import type { DayFiles } from './day-files.ts';
import { inTransaction } from './in-transaction.ts';
import { COUNTED_COLUMNS } from './minute-counts.ts';

interface MergeNeeds {
  readonly database: Database;
  readonly files: DayFiles;
}

/** Fewer are read in no time. */
const COUNTS_MIN = 50_000;
/** Merging pays once the counts have grown by this factor since the last time. */
const GROWTH = 2;

/** How many were left the last time. */
const merged = new WeakMap<DayFile, number>();

export async function mergeCounts({ database, files }: MergeNeeds): Promise<void> {
  const file = files.all().at(-1);
  if (file === undefined) return;
  // Not while counts are being removed: both would fail.
  await files.alone(async () => {
    if (!files.all().includes(file)) return;
    await database.use(async (connection) => {
      const count = async (): Promise<number> => {
        const answer = await connection.runAndReadAll(
          `SELECT count(*)::INTEGER FROM ${file.catalog}.minutes`,
        );
        return Number(answer.getRows()[0]?.[0] ?? 0);
      };
      if ((await count()) < Math.max(COUNTS_MIN, GROWTH * (merged.get(file) ?? 0))) return;
      await inTransaction(connection, async () => {
        const names = ['"timestamp"', ...COUNTED_COLUMNS].join(', ');
        await connection.run(
          `CREATE OR REPLACE TEMP TABLE merged AS
           SELECT ${names}, sum(events)::BIGINT AS events FROM ${file.catalog}.minutes GROUP BY ALL ORDER BY ALL`,
        );
        await connection.run(`DELETE FROM ${file.catalog}.minutes`);
        await connection.run(`INSERT INTO ${file.catalog}.minutes FROM merged`);
        await connection.run('DROP TABLE temp.merged');
      });
      merged.set(file, await count());
    });
  });
}
