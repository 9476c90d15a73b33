/**
 * Row counts of a file per minute, by the columns with few values. They are written in the transaction that changes the
 * rows, so that both always agree; statements that only count read them instead of the rows.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { MINUTE_MS } from '../../../../spec/units.ts';
import { inTransaction } from './in-transaction.ts';
import { timesOf } from './slice.ts';

export const COUNTED_COLUMNS = [
  'organization',
  'index_name',
  'level',
  'source',
  'service',
] as const;
const NAMES = COUNTED_COLUMNS.join(', ');

export function createCounts(catalog: string): string {
  const columns = COUNTED_COLUMNS.map((name) => `${name} VARCHAR`).join(', ');
  return `CREATE TABLE ${catalog}.minutes ("timestamp" TIMESTAMP_MS, ${columns}, events BIGINT)`;
}

/** Adds the counts of rows, as a condition or a table has them. */
export function addCounts(catalog: string, rows: string): string {
  return `INSERT INTO ${catalog}.minutes
    SELECT CAST(ch_floor("timestamp", ${MINUTE_MS}) AS TIMESTAMP_MS) AS "minute", ${NAMES}, count(*)
    FROM ${rows} GROUP BY ALL ORDER BY ${NAMES}, "minute"`;
}

/** What rows may have been removed of: undefined is everything. */
interface Removed {
  readonly organization?: string | undefined;
  /** Milliseconds since 1970 of `timestamp`, the first one included and the last one not. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * After rows were removed, and in the same transaction. Rows that others store meanwhile are not seen here, and
 * bring their own counts.
 */
export async function countAgain(
  connection: DuckDBConnection,
  catalog: string,
  { organization, from = -Infinity, to = Infinity }: Removed,
): Promise<void> {
  // Whole minutes, so that the same condition selects rows and counts.
  const minutes = {
    from: Math.floor(from / MINUTE_MS) * MINUTE_MS,
    to: Math.ceil(to / MINUTE_MS) * MINUTE_MS,
  };
  const conditions = timesOf(minutes);
  if (organization !== undefined) conditions.push('organization = $organization');
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const values = organization === undefined ? {} : { organization };
  await connection.run(`DELETE FROM ${catalog}.minutes${where}`, values);
  await connection.run(addCounts(catalog, `${catalog}.logs${where}`), values);
}

/** For a file that was just opened: what does not fit the rows is made again from them. */
export async function mendCounts(connection: DuckDBConnection, catalog: string): Promise<void> {
  if (await doAgree(connection, catalog)) return;
  await inTransaction(connection, async () => {
    await connection.run(`DROP TABLE IF EXISTS ${catalog}.minutes`);
    await connection.run(createCounts(catalog));
    await connection.run(addCounts(catalog, `${catalog}.logs`));
  });
}

async function doAgree(connection: DuckDBConnection, catalog: string): Promise<boolean> {
  const counted = `SELECT coalesce(sum(events), 0) FROM ${catalog}.minutes`;
  try {
    const answer = await connection.runAndReadAll(
      `SELECT (${counted}) = (SELECT count(*) FROM ${catalog}.logs)`,
    );
    return answer.getRows()[0]?.[0] === true;
  } catch {
    // The table is missing, or cannot be read.
    return false;
  }
}
