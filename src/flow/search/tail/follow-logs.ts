import { arrivalOf, parseRowId, rowIdAt } from '../../../engines/store/row-ids.ts';
import {
  column,
  instant,
  sql,
  uint32,
  uint64,
  uint64s,
  type Sql,
} from '../../../engines/store/sql.ts';
import { rowsOf } from '../../../engines/store/store.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import { fromClause, type OrderKey, type Relation } from '../compile/relation.ts';
import { type AnswerRow, planAnswer, readRows } from '../compile/write-answer.ts';
import type { SearchNeeds } from '../search-needs.ts';

export interface Found {
  /** In the order of their arrival. */
  readonly events: readonly AnswerRow[];
  /** Number of older events that were skipped. */
  readonly dropped: number;
  /** After all events found so far. */
  readonly position: bigint;
}

/** Finds events that arrived since the last poll, each once. */
export interface Follower {
  look(signal: AbortSignal): Promise<Found>;
}

export type TailNeeds = Pick<SearchNeeds, 'store' | 'clock' | 'limits'>;

const BY_ARRIVAL: readonly OrderKey[] = [
  { sql: column('row_id'), isDescending: true, isBase: true },
];

/**
 * Follows the events of a search from a position on. Rows get their ids when they arrive and are seen when
 * they are stored, which can be in another order: so every look goes back a little, and leaves out what was
 * shown already.
 */
export function followLogs(needs: TailNeeds, events: Relation, from: bigint | undefined): Follower {
  const { tail } = needs.limits;
  const overlap = rowIdAt(tail.overlapMs + arrivalOf(0n));
  const relation = withShortBody(events, tail.bodyCharactersMax);
  let position = from ?? rowIdAt(needs.clock.now());
  /** Everything up to here is settled. */
  let floor = position;
  let shown: bigint[] = [];

  return {
    async look(signal) {
      const low = max(floor, position - overlap);
      shown = shown.filter((id) => id > low);
      const rows = arrivals(needs, relation, low, shown);
      const { plan, answer } = await read(needs, rows, signal);
      const isTooMuch = answer.rowCount > tail.eventsPerPollMax;
      const dropped = isTooMuch ? (await count(needs, rows, signal)) - tail.eventsPerPollMax : 0;
      const found = readRows(plan, answer, tail.eventsPerPollMax).rows.toReversed();
      const ids = found.map((row) => parseRowId(String(row['_id'])) ?? 0n);
      position = ids.reduce(max, position);
      shown.push(...ids);
      // Skipped events must not be found again.
      if (isTooMuch) floor = position;
      return { events: found.map((row) => marked(row, tail.bodyCharactersMax)), dropped, position };
    },
  };
}

function arrivals(
  needs: TailNeeds,
  relation: Relation,
  low: bigint,
  shown: readonly bigint[],
): Relation {
  if (relation.from.kind !== 'logs') throw new Error('a live tail reads the table itself');
  const now = needs.clock.now();
  const { ageMsMax } = needs.limits.tail;
  const scope = {
    ...relation.from.scope,
    from: now - ageMsMax,
    to: now + needs.limits.events.futureMsMax + MINUTE_MS,
  };
  const isNew: Sql[] = [
    sql`row_id > ${uint64(low)}`,
    // Lets the store leave out the parts that are older. An id can run ahead of the clock for a moment.
    sql`received_at >= ${instant(arrivalOf(low) - MINUTE_MS)}`,
  ];
  if (shown.length > 0) isNew.push(sql`row_id NOT IN ${uint64s(shown)}`);
  return {
    ...relation,
    from: { kind: 'logs', scope },
    conditions: [...relation.conditions, ...isNew],
    order: BY_ARRIVAL,
  };
}

async function read(needs: TailNeeds, rows: Relation, signal: AbortSignal) {
  const { eventsPerPollMax, pollTimeoutMs } = needs.limits.tail;
  let aliases = 0;
  const plan = planAnswer({ newAlias: () => `c${(aliases += 1)}` }, rows, eventsPerPollMax + 1);
  const answer = await needs.store.query(plan.statement, { signal, timeoutMs: pollTimeoutMs });
  return { plan, answer };
}

async function count(needs: TailNeeds, rows: Relation, signal: AbortSignal): Promise<number> {
  const timeoutMs = needs.limits.tail.pollTimeoutMs;
  const statement = sql`SELECT count() AS events ${fromClause(rows)}`;
  const [row] = rowsOf(await needs.store.query(statement, { signal, timeoutMs }));
  return Number(row?.['events'] ?? 0);
}

/** Requests one more character than shown, to detect truncation. */
function withShortBody(relation: Relation, charactersMax: number): Relation {
  const body = sql`leftUTF8(body, ${uint32(charactersMax + 1)})`;
  const event = { kind: 'text', sql: body, isBase: true } as const;
  return { ...relation, fields: new Map([...relation.fields, ['event', event]]) };
}

/** Marks the body like bodies truncated at ingest. */
function marked(row: AnswerRow, charactersMax: number): AnswerRow {
  const characters = Array.from(String(row['event']));
  if (characters.length <= charactersMax) return row;
  return { ...row, event: characters.slice(0, charactersMax).join(''), _truncated: 'event' };
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
