/**
 * Contents of two stores as numbers that differ if a row is missing, duplicated, different or has another text: the
 * number of rows, and the sums of their ids, times, retention days and text lengths.
 */
import { organizationId, type OrganizationId } from '../../base/ids.ts';
import { int64, type Sql, sql, string } from '../../engines/store/sql.ts';
import { type LogStore, type QueryOptions, rowsOf } from '../../engines/store/store.ts';
import { DAY_MS, MINUTE_MS } from '../../spec/units.ts';

/** Rows of one index that arrived on one day. */
export interface Group {
  readonly organization: OrganizationId;
  readonly index: string;
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly sums: Sums;
}

export interface Sums {
  readonly rows: number;
  /** All sums as one text: equal rows have equal texts. */
  readonly text: string;
}

/** Statements that read everything take as long as they take. */
export const WHOLE: QueryOptions = {
  timeoutMs: 30 * MINUTE_MS,
  scanRowsMax: Number.MAX_SAFE_INTEGER,
  resultRowsMax: Number.MAX_SAFE_INTEGER,
};

/** Whose rows there are. */
export async function findOwners(store: LogStore, bounds: Bounds): Promise<OrganizationId[]> {
  const answer = await store.query(
    sql`SELECT organization FROM logs WHERE ${isWithin(bounds)} GROUP BY organization ORDER BY organization`,
    WHOLE,
  );
  return rowsOf(answer).map((row) => organizationId(String(row['organization'])));
}

/** Every row belongs to one group; `key` is identical in both stores. */
export async function sumGroups(store: LogStore, bounds: Bounds): Promise<Map<string, Group>> {
  const answer = await store.query(
    sql`SELECT organization, index_name, intDiv(toUnixTimestamp64Milli(received_at), 86400000) AS day, ${SUMS}
        FROM logs WHERE ${isWithin(bounds)} GROUP BY organization, index_name, day ORDER BY organization, index_name, day`,
    WHOLE,
  );
  return new Map(
    rowsOf(answer).map((row) => {
      const organization = organizationId(String(row['organization']));
      const group = {
        organization,
        index: String(row['index_name']),
        day: Number(row['day']),
        sums: sumsOf(row),
      };
      return [JSON.stringify([organization, group.index, group.day]), group];
    }),
  );
}

/** Ids begin with the time of their creation; one node assigns at most this many per second. */
const IDS_OF_A_SECOND = 128_000n * 65_536n;

/** The same for every second in which rows of the group got their ids. */
export async function sumSeconds(
  store: LogStore,
  group: Group,
  bounds: Bounds,
): Promise<Map<number, Sums>> {
  const answer = await store.query(
    sql`SELECT intDiv(row_id, 8388608000) AS second, ${SUMS}
        FROM logs WHERE ${isOf(group)} AND ${isWithin(bounds)} GROUP BY second ORDER BY second`,
    WHOLE,
  );
  return new Map(rowsOf(answer).map((row) => [Number(row['second']), sumsOf(row)]));
}

/** The first id of a second, and the first id after it. */
export function idsOfSecond(second: number): { readonly from: bigint; readonly to: bigint } {
  const from = BigInt(second) * IDS_OF_A_SECOND;
  return { from, to: from + IDS_OF_A_SECOND };
}

export function isOf({ organization, index, day }: Group): Sql {
  const from = day * DAY_MS;
  return sql`organization = ${string(organization)} AND index_name = ${string(index)}
    AND toUnixTimestamp64Milli(received_at) >= ${int64(from)} AND toUnixTimestamp64Milli(received_at) < ${int64(from + DAY_MS)}`;
}

/** Which rows are moved and compared. */
export interface Bounds {
  /** Rows that expire before this time may be removed in one store and still exist in the other. */
  readonly aliveAt: number;
  /** For a source that still ingests: excludes rows stored from then on, which come later. */
  readonly storedBefore?: number;
}

export function isWithin({ aliveAt, storedBefore }: Bounds): Sql {
  const alive = sql`retention_days > intDiv(${int64(aliveAt)} - toUnixTimestamp64Milli(timestamp), 86400000)`;
  if (storedBefore === undefined) return alive;
  return sql`${alive} AND toUnixTimestamp64Milli(stored_at) < ${int64(storedBefore)}`;
}

/** In parts and seconds, so that no sum of a day leaves 64 bits. */
const SUMS = sql`count() AS events, toString(sum(row_id % 4294967296)) AS low,
  toString(sum(intDiv(row_id, 4294967296))) AS high, toString(sum(length(body))) AS characters,
  toString(sum(intDiv(toUnixTimestamp64Milli(timestamp), 1000))) AS happened,
  toString(sum(intDiv(toUnixTimestamp64Milli(stored_at), 1000))) AS stored, toString(sum(retention_days)) AS days`;

function sumsOf(row: Readonly<Record<string, unknown>>): Sums {
  const names = ['events', 'low', 'high', 'characters', 'happened', 'stored', 'days'];
  return { rows: Number(row['events']), text: names.map((name) => String(row[name])).join(' ') };
}

export interface LogsComparison {
  readonly rows: number;
  readonly groups: number;
  /** Differences, as readable text; empty if both stores are equal. */
  readonly differences: readonly string[];
}

/** Reads everything in both stores. */
export async function compareLogs(
  from: LogStore,
  to: LogStore,
  bounds: Bounds,
): Promise<LogsComparison> {
  const [source, target] = [await sumGroups(from, bounds), await sumGroups(to, bounds)];
  const differences: string[] = [];
  let rows = 0;
  for (const key of new Set([...source.keys(), ...target.keys()])) {
    const [one, other] = [source.get(key), target.get(key)];
    rows += one?.sums.rows ?? 0;
    if (one?.sums.text === other?.sums.text) continue;
    const { organization, index, day } = one ?? other ?? NOWHERE;
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    const counts = `${one?.sums.rows ?? 0} rows in the source, ${other?.sums.rows ?? 0} in the target`;
    const isOther = one?.sums.rows === other?.sums.rows ? ', which are not the same' : '';
    differences.push(`${organization}, index ${index}, ${date}: ${counts}${isOther}`);
  }
  return { rows, groups: source.size, differences };
}

const NOWHERE = { organization: '', index: '', day: 0 };
