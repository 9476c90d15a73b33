import type { Actor } from '../../../base/actor.ts';
import { notFound } from '../../../base/errors.ts';
import type { Context } from '../../../contract/search-views.ts';
import { arrivalOf, parseRowId } from '../../../engines/store/row-ids.ts';
import { instant, sql, string, uint64, type Sql } from '../../../engines/store/sql.ts';
import { DAY_MS, HOUR_MS } from '../../../spec/units.ts';
import { keptSince, readableIndexes } from '../../indexes/index.ts';
import type { ReadScope } from '../compile/read-logs.ts';
import { EVENT_ORDER, eventRelation, type Relation, reversed } from '../compile/relation.ts';
import { type AnswerRow, planAnswer, readRows } from '../compile/write-answer.ts';
import { type Asking, storeFor } from '../ask-store.ts';
import { inSlot } from '../take-slot.ts';
import type { SearchNeeds } from '../search-needs.ts';

export interface ContextInput {
  readonly before?: number;
  readonly after?: number;
}

/** A range that includes every event. */
const ALWAYS = { from: Date.UTC(1900, 0, 1), to: Date.UTC(2300, 0, 1) };

/** Events of the same index and source before and after an event. */
export async function readContext(
  needs: SearchNeeds,
  actor: Actor,
  id: string,
  input: ContextInput,
  signal: AbortSignal,
): Promise<Context> {
  const rowId = parseRowId(id);
  if (rowId === undefined) throw notFound('event');
  const startedAt = performance.now();
  const reader = createReader(storeFor(needs, actor), signal);
  const { contextEventsDefault } = needs.limits.views;
  return inSlot(needs, actor, async () => {
    const readable = await readableLogs(needs, actor);
    const event = await findEvent(readable, rowId, reader);
    const at = Date.parse(String(event['_time']));
    const scope = { ...readable, indexes: [String(event['_index'])] };
    const isNear = sql`source = ${string(String(event['source']))}`;
    const isSooner = sql`(timestamp < ${instant(at)} OR row_id < ${uint64(rowId)})`;
    const isLater = sql`(timestamp > ${instant(at)} OR row_id > ${uint64(rowId)})`;
    const past = eventsOf({ ...scope, to: at + 1 }, [isNear, isSooner]);
    const future = eventsOf({ ...scope, from: at }, [isNear, isLater]);
    const [earlier, later] = await Promise.all([
      reader.read(past, input.before ?? contextEventsDefault),
      reader.read({ ...future, order: reversed(EVENT_ORDER) }, input.after ?? contextEventsDefault),
    ]);
    return {
      before: earlier.rows.toReversed(),
      event,
      after: later.rows,
      hasMoreBefore: earlier.hasMore,
      hasMoreAfter: later.hasMore,
      stats: {
        ...reader.work,
        elapsedMs: Math.round((performance.now() - startedAt) * 100) / 100,
      },
      truncated: false,
      limits_applied: [],
      warnings: [],
    };
  });
}

function eventsOf(scope: ReadScope, conditions: readonly Sql[]): Relation {
  return { ...eventRelation(scope), conditions };
}

interface Reader {
  readonly work: { scannedRows: number; scannedBytes: number };
  /** The first rows in the order of the relation. */
  read(relation: Relation, rowsMax: number): Promise<{ rows: AnswerRow[]; hasMore: boolean }>;
}

function createReader(store: Asking['store'], signal: AbortSignal): Reader {
  const work = { scannedRows: 0, scannedBytes: 0 };
  return {
    work,
    async read(relation, rowsMax) {
      let aliases = 0;
      const plan = planAnswer({ newAlias: () => `c${(aliases += 1)}` }, relation, rowsMax + 1);
      const answer = await store.query(plan.statement, { signal });
      work.scannedRows += answer.statistics.rowsRead;
      work.scannedBytes += answer.statistics.bytesRead;
      const { rows } = readRows(plan, answer, rowsMax);
      return { rows, hasMore: answer.rowCount > rowsMax };
    },
  };
}

/** All that the organization still keeps and the caller may read. */
async function readableLogs(needs: SearchNeeds, actor: Actor): Promise<ReadScope> {
  const { organization } = actor;
  const facts = await readableIndexes(needs, actor);
  const kept = keptSince(facts, needs.clock.now());
  return { organization, indexes: [...facts.keys()], kept, ...ALWAYS };
}

/** An audit entry can wait for its way into the store, and an id can run ahead of the clock. */
const ARRIVAL_MS_BEFORE = DAY_MS;
const ARRIVAL_MS_BEHIND = HOUR_MS;

/** The ID contains the ingest day, so only that day is read. */
async function findEvent(scope: ReadScope, rowId: bigint, reader: Reader): Promise<AnswerRow> {
  const arrival = arrivalOf(rowId);
  const relation = eventsOf(scope, [
    sql`row_id = ${uint64(rowId)}`,
    sql`received_at >= ${instant(arrival - ARRIVAL_MS_BEFORE)}`,
    sql`received_at <= ${instant(arrival + ARRIVAL_MS_BEHIND)}`,
  ]);
  const { rows } = await reader.read(relation, 1);
  const [event] = rows;
  if (event === undefined) throw notFound('event');
  return event;
}
