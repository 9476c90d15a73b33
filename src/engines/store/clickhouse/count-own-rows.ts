/**
 * How many rows a statement reads, as shown to users: those of the organization in the indexes and minutes that it
 * names. The engine's own count includes rows of other tenants, and depends on whether any of them has the requested
 * value.
 */
import { MINUTE_MS } from '../../../spec/units.ts';
import { instant, sql, string, strings, type RowsRead, type Sql } from '../sql.ts';
import { rowsOf, type QueryAnswer, type QueryEvent, type QueryStatistics } from '../store.ts';

export interface OwnRows {
  /** Undefined if the statement does not specify it, or the store does not respond in time. */
  count(reads: readonly RowsRead[]): Promise<number | undefined>;
}

/** What was counted is true for a while: searches of the same minutes come again and again. */
const KEPT_MS = 1 * MINUTE_MS;
const KEPT_MAX = 1_000;
/** An event with its attributes, before it is packed. A measure would tell how long those of neighbours are. */
const EVENT_BYTES = 512;

/** `ask` must be used only for short statements. */
export function createOwnRows(ask: (statement: Sql) => Promise<QueryAnswer>): OwnRows {
  const kept = new Map<string, { readonly at: number; readonly rows: Promise<number> }>();
  const countOne = (read: RowsRead): Promise<number> => {
    const key = JSON.stringify(read);
    const known = kept.get(key);
    if (known !== undefined && performance.now() - known.at < KEPT_MS) return known.rows;
    const rows = ask(countStatement(read)).then((answer) => Number(rowsOf(answer)[0]?.['n'] ?? 0));
    kept.delete(key);
    kept.set(key, { at: performance.now(), rows });
    rows.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return rows;
  };
  return {
    async count(reads) {
      if (reads.length === 0) return undefined;
      try {
        const counts = await Promise.all(together(reads).map(countOne));
        return counts.reduce((sum, rows) => sum + rows, 0);
      } catch {
        // A failed count is no reason to reject the answer.
        return undefined;
      }
    },
  };
}

function countStatement({ organization, indexes, from, to }: RowsRead): Sql {
  return sql`SELECT count() AS n FROM logs WHERE organization = ${string(organization)} AND index_name IN ${strings(indexes)} AND timestamp >= ${instant(from)} AND timestamp < ${instant(to)}`;
}

/** Whole minutes, those of several indexes as one: what a statement reads twice counts once. */
function together(reads: readonly RowsRead[]): RowsRead[] {
  const byTime = new Map<string, { read: RowsRead; indexes: Set<string> }>();
  for (const { organization, indexes, ...times } of reads) {
    const from = Math.floor(times.from / MINUTE_MS) * MINUTE_MS;
    const to = Math.ceil(times.to / MINUTE_MS) * MINUTE_MS;
    const read = { organization, indexes, from, to };
    const key = JSON.stringify([organization, from, to]);
    const known = byTime.get(key) ?? { read, indexes: new Set() };
    for (const index of indexes) known.indexes.add(index);
    byTime.set(key, known);
  }
  return [...byTime.values()].map(({ read, indexes }) => ({
    ...read,
    indexes: [...indexes].sort(),
  }));
}

/** Statements of the platform itself, which name no organization, keep the engine's statistics. */
export function ownStatistics(
  statistics: QueryStatistics,
  rows: number | undefined,
): QueryStatistics {
  if (rows === undefined) return statistics;
  return { ...statistics, rowsRead: rows, bytesRead: rows * EVENT_BYTES };
}

/** The same for a streamed answer: reports its progress as a fraction of these rows. */
export async function* withOwnRows(
  events: AsyncIterable<QueryEvent>,
  counting: Promise<number | undefined>,
): AsyncGenerator<QueryEvent> {
  let counted: number | undefined;
  let isCounted = false;
  void counting.then((rows) => {
    counted = rows;
    isCounted = true;
  });
  let elapsedMs = 0;
  for await (const event of events) {
    if (event.kind !== 'progress') yield event;
    else {
      ({ elapsedMs } = event.progress);
      if (!isCounted) continue;
      const { rowsRead, rowsToRead } = event.progress;
      const part = rowsToRead === 0 ? 0 : Math.min(1, rowsRead / rowsToRead);
      const own = counted === undefined ? undefined : Math.floor(counted * part);
      const progress = { ...ownStatistics(event.progress, own), rowsToRead: counted ?? rowsToRead };
      yield { kind: 'progress', progress };
    }
  }
  const rows = await counting;
  if (rows === undefined) return;
  const statistics = ownStatistics({ rowsRead: 0, bytesRead: 0, elapsedMs }, rows);
  yield { kind: 'progress', progress: { ...statistics, rowsToRead: rows } };
}
