import { StartError } from '../base/errors.ts';
import { sql } from '../engines/store/sql.ts';
import { type LogStore, rowsOf } from '../engines/store/store.ts';
import type { Snapshot } from '../features/backup/index.ts';
import { DAY_MS, MINUTE_MS } from '../spec/units.ts';

/** Longest time in which all rows are counted. */
const ROWS_MS_MAX = 30 * MINUTE_MS;

/** Answers with how many there are; throws when they are not those that the backup has counted. */
export async function compareRows(
  store: Pick<LogStore, 'query'>,
  { files }: Pick<Snapshot, 'files'>,
): Promise<number> {
  const counted = new Map<string, number>();
  for (const { organization, day, rows } of files.flatMap((file) => file.rows ?? [])) {
    const key = `${organization} ${day}`;
    counted.set(key, (counted.get(key) ?? 0) + rows);
  }
  const answer = await store.query(
    sql`SELECT organization, intDiv(toUnixTimestamp64Milli(timestamp), 86400000) AS day, count() AS events
        FROM logs GROUP BY organization, day`,
    { timeoutMs: ROWS_MS_MAX, scanRowsMax: Number.MAX_SAFE_INTEGER },
  );
  let rows = 0;
  for (const { organization, day, events } of rowsOf(answer)) {
    const key = `${String(organization)} ${new Date(Number(day) * DAY_MS).toISOString().slice(0, 10)}`;
    const isSame = counted.get(key) === Number(events);
    if (!isSame) throw otherRows(key, counted.get(key) ?? 0, Number(events));
    counted.delete(key);
    rows += Number(events);
  }
  for (const [key, events] of counted) throw otherRows(key, events, 0);
  return rows;
}

function otherRows(key: string, counted: number, found: number): StartError {
  const [organization = '', day = ''] = key.split(' ');
  return new StartError(
    `The backup contains ${counted} rows of ${organization} on ${day}, and ${found} were restored.`,
  );
}
