/** Removes rows past their retention: whole files if they contain nothing else, otherwise the rows. */
import type { DuckDBConnection } from '@duckdb/node-api';
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
    let removal: Promise<void> | undefined;
    await needs.files.alone(async () => {
      // The file may have been removed or replaced in the meantime.
      if (!needs.files.all().includes(file)) return;
      if (file.bounds.expiresFrom <= clock.now()) await deleteExpired(needs, clock, file);
      // From here on, nobody else finds it.
      if (file.day !== today && file.bounds.rows === 0) removal = needs.files.remove(file);
    });
    // Not inside the lock: it waits for readers, and one of them may wait for its turn to delete.
    await removal;
  }
}

async function deleteExpired(
  { database }: ExpireNeeds,
  clock: Clock,
  file: DayFile,
): Promise<void> {
  const { bounds, catalog } = file;
  const before = bounds.expiresFrom;
  // Rows stored from now on update this value, which is not overwritten below.
  bounds.expiresFrom = Infinity;
  let left = before;
  try {
    await database.use(async (connection) => {
      const now = clock.now();
      const deleted = await inTransaction(connection, () => deleteRows(connection, catalog, now));
      // Only now: rows that are stored meanwhile would be forgotten.
      bounds.rows -= deleted;
      left = (await readBounds(connection, catalog)).expiresFrom;
    });
  } finally {
    bounds.expiresFrom = Math.min(bounds.expiresFrom, left);
  }
}

/** Returns how many there were. */
async function deleteRows(
  connection: DuckDBConnection,
  catalog: string,
  now: number,
): Promise<number> {
  const expired = `FROM ${catalog}.logs WHERE ${EXPIRES} <= $now::BIGINT`;
  const ask = async (text: string): Promise<readonly unknown[]> =>
    (await connection.runAndReadAll(text, { now: BigInt(now) })).getRows()[0] ?? [];
  const [rows, from, to] = await ask(
    `SELECT count(*), epoch_ms(min("timestamp")), epoch_ms(max("timestamp")) ${expired}`,
  );
  if (Number(rows) === 0) return 0;
  await ask(`DELETE ${expired}`);
  await countAgain(connection, catalog, { from: Number(from), to: Number(to) + 1 });
  return Number(rows);
}
