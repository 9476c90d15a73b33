/** Removes what is past its retention: whole files where nothing else is in them, else the rows. */
import type { Clock } from '../../../../base/clock.ts';
import type { Database } from './database.ts';
import { dayOf, EXPIRES, readBounds, type DayFile } from './day-file.ts';
import type { DayFiles } from './day-files.ts';

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
  for (const file of [...needs.files.all()]) {
    if (stopped.aborted) return;
    if (file.bounds.expiresFrom <= clock.now()) {
      await needs.files.alone(() => deleteExpired(needs, clock, file));
    }
    if (file.day !== today && file.bounds.rows === 0) await needs.files.remove(file);
  }
}

async function deleteExpired(
  { database }: ExpireNeeds,
  clock: Clock,
  file: DayFile,
): Promise<void> {
  await database.use(async (connection) => {
    const answer = await connection.runAndReadAll(
      `DELETE FROM ${file.catalog}.logs WHERE ${EXPIRES} <= $now::BIGINT`,
      { now: BigInt(clock.now()) },
    );
    // Not counted anew: rows that are stored meanwhile would be forgotten.
    file.bounds.rows -= Number(answer.getRows()[0]?.[0] ?? 0);
    const { expiresFrom } = await readBounds(connection, file.catalog);
    file.bounds.expiresFrom = expiresFrom;
  });
}
