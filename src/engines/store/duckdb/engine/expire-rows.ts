/** Removes what is past its retention: whole files where nothing else is in them, else the rows. */
import type { Clock } from '../../../../base/clock.ts';
import type { Database } from './database.ts';
import { dayOf, EXPIRES, readBounds, type DayFile } from './day-file.ts';
import type { DayFiles } from './day-files.ts';
import { inTransaction } from './in-transaction.ts';
import { countAgain } from './minute-counts.ts';

interface ExpireNeeds {
  readonly database: Database;
  readonly files: DayFiles;
}

export async function expireRows(
  needs: ExpireNeeds,
  clock: Clock,
  stopped: AbortSignal,
): Promise<void> {
  const today = dayOf(clock.now());
  for (const file of needs.files.all()) {
    if (stopped.aborted) return;
    await needs.files.alone(async () => {
      // Another one may have removed it, or put a new one in its place.
      const isThere = needs.files.all().includes(file);
      if (isThere && file.bounds.expiresFrom <= clock.now()) {
        await deleteExpired(needs, clock, file);
      }
    });
    // Not above: it waits for readers, and one of them may wait for its turn to delete.
    if (file.day !== today && file.bounds.rows === 0) await needs.files.remove(file);
  }
}

async function deleteExpired(
  { database }: ExpireNeeds,
  clock: Clock,
  file: DayFile,
): Promise<void> {
  const { bounds, catalog } = file;
  const before = bounds.expiresFrom;
  // What is stored from now on is noted here, and not forgotten below.
  bounds.expiresFrom = Infinity;
  let left = before;
  try {
    await database.use(async (connection) => {
      const deleted = await inTransaction(connection, async () => {
        const answer = await connection.runAndReadAll(
          `DELETE FROM ${catalog}.logs WHERE ${EXPIRES} <= $now::BIGINT`,
          { now: BigInt(clock.now()) },
        );
        const rows = Number(answer.getRows()[0]?.[0] ?? 0);
        if (rows > 0) await countAgain(connection, catalog);
        return rows;
      });
      bounds.rows -= deleted;
      left = (await readBounds(connection, catalog)).expiresFrom;
    });
  } finally {
    bounds.expiresFrom = Math.min(bounds.expiresFrom, left);
  }
}
