import type { OrganizationId } from '../../../base/ids.ts';
import {
  instant,
  int64,
  join,
  reading,
  sql,
  string,
  strings,
  type Sql,
} from '../../../engines/store/sql.ts';

/** What a query may read: nothing outside of it can be reached by any text of the query. */
export interface ReadScope {
  readonly organization: OrganizationId;
  readonly indexes: readonly string[];
  /** Half open, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** The oldest visible time of each index, in whole minutes; if absent, everything in the store is visible. */
  readonly kept?: ReadonlyMap<string, number>;
  /** When the events were stored, half open; absent = whenever. */
  readonly stored?: StoredTimes | undefined;
  readonly arrival?: ArrivalBounds | undefined;
}

/** Conditions used only by the platform itself; the language cannot express them. */
export interface ArrivalBounds {
  /** Excludes events accepted before this time, regardless of when they were stored. */
  readonly receivedFrom?: number;
  /** Excludes events that were stored more than this after their own time. */
  readonly lateMsMax?: number;
  /** Excludes events whose own time was further ahead than this when they were stored. */
  readonly aheadMsMax?: number;
}

export interface StoredTimes {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/**
 * The bounds of every read of the table: organization, indexes, time. Nothing else in this room writes
 * them, and no text of a query reaches them.
 */
export function scopeConditions(scope: ReadScope): Sql {
  return noted(
    scope,
    sql`${ownRows(scope)} AND timestamp >= ${instant(scope.from)} AND timestamp < ${instant(scope.to)}${expiry(scope, sql`timestamp`)}${storedIn(scope)}${arrivedIn(scope)}`,
  );
}

/**
 * The same bounds for whole minutes, in the form that lets the store count from its summary, which does not know
 * when events were stored.
 */
export function minuteConditions(scope: ReadScope): Sql {
  const minute = sql`toStartOfMinute(timestamp)`;
  return noted(
    scope,
    sql`${ownRows(scope)} AND ${minute} >= ${instant(scope.from)} AND ${minute} < ${instant(scope.to)}${expiry(scope, minute)}`,
  );
}

/** Counts the rows reported as read by this condition, not by what the store scanned. */
function noted({ organization, indexes, from, to }: ReadScope, conditions: Sql): Sql {
  return reading(conditions, { organization, indexes, from, to });
}

/** More reads side by side take longer to plan than they save. */
const READS_MAX = 8;

/**
 * One read for each index, combined into one list of rows; undefined if a single read is as good. Rows are in time
 * order only within an index, so the newest of several indexes are the combined newest of each: a single read would
 * scan everything.
 */
export function readEachIndex(scope: ReadScope, read: (one: ReadScope) => Sql): Sql | undefined {
  const { indexes } = scope;
  if (indexes.length < 2 || indexes.length > READS_MAX) return undefined;
  return join(
    indexes.map((index) => read({ ...scope, indexes: [index] })),
    ' UNION ALL ',
  );
}

/**
 * Hides events past the retention of their index immediately, although the store drops them later. Most searches are
 * within it and need no condition.
 */
function expiry({ indexes, kept, from }: ReadScope, time: Sql): Sql {
  let conditions = sql``;
  for (const index of indexes) {
    const since = kept?.get(index) ?? 0;
    if (since <= from) continue;
    conditions = sql`${conditions} AND (index_name != ${string(index)} OR ${time} >= ${instant(since)})`;
  }
  return conditions;
}

function storedIn({ stored }: ReadScope): Sql {
  const from = stored?.from === undefined ? sql`` : sql` AND stored_at >= ${instant(stored.from)}`;
  const to = stored?.to === undefined ? sql`` : sql` AND stored_at < ${instant(stored.to)}`;
  return sql`${from}${to}`;
}

function arrivedIn({ arrival }: ReadScope): Sql {
  const { receivedFrom, lateMsMax, aheadMsMax } = arrival ?? {};
  const conditions = [
    ...(receivedFrom === undefined ? [] : [sql`received_at >= ${instant(receivedFrom)}`]),
    ...(lateMsMax === undefined ? [] : [sql`${LATE_MS} <= ${int64(lateMsMax)}`]),
    ...(aheadMsMax === undefined ? [] : [sql`${LATE_MS} >= ${int64(-aheadMsMax)}`]),
  ];
  return conditions.length === 0 ? sql`` : sql` AND ${join(conditions, ' AND ')}`;
}

/** By how much an event was stored after its own time. */
export const LATE_MS = sql`(toUnixTimestamp64Milli(stored_at) - toUnixTimestamp64Milli(timestamp))`;

function ownRows({ organization, indexes }: ReadScope): Sql {
  const [only] = indexes;
  // With one index the rows are in time order, and the store reads the newest first.
  const isIndex =
    only !== undefined && indexes.length === 1
      ? sql`index_name = ${string(only)}`
      : sql`index_name IN ${strings(indexes)}`;
  return sql`organization = ${string(organization)} AND ${isIndex}`;
}
