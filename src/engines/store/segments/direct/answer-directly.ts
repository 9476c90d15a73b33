/**
 * Answers statements without the engine where that is known to give the same: counts from the index, the newest rows and
 * the rows with an id from the pages that have them. Everything else is the engine's.
 */
import { availableParallelism } from 'node:os';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Limits } from '../../../../spec/limits.ts';
import { MB } from '../../../../spec/units.ts';
import { createThreadPool } from '../../../threads/create-thread-pool.ts';
import { createBoundValues } from '../../duckdb/dialect/bound-values.ts';
import { KNOWN_LENGTH_MAX, knownStatement } from '../../duckdb/dialect/known-statements.ts';
import type { Query, Select } from '../../duckdb/dialect/tree.ts';
import {
  StatementTooLarge,
  UntranslatableStatement,
} from '../../duckdb/dialect/untranslatable-statement.ts';
import { bind, type Sql } from '../../sql.ts';
import type { QueryAnswer, QueryOptions } from '../../store.ts';
import type { Parts } from '../parts.ts';
import type { ReadNeeds, Threads } from './ask-threads.ts';
import { countLogs, type CountedTable, type RowsOfMinute } from './count-logs.ts';
import { countMinute, countRows } from './count-rows.ts';
import type { Spend } from './evaluate.ts';
import { listNewest } from './list-newest.ts';
import type { ReadAnswer, ReadJob } from './read-jobs.ts';
import { runQuery, type Table } from './run-query.ts';
import { asJson, NotDirect } from './value.ts';

export interface DirectAnswers extends AsyncDisposable {
  /** Undefined where only the engine can answer. */
  answer(statement: Sql, options: QueryOptions): Promise<QueryAnswer | undefined>;
}

interface DirectNeeds {
  readonly parts: Parts;
  readonly limits: Limits;
}

export function openDirectAnswers({ parts, limits }: DirectNeeds): DirectAnswers {
  const threads = Array.from({ length: READERS }, () =>
    createThreadPool<ReadJob, ReadAnswer>({
      name: 'reading parts',
      program: new URL('read-thread.ts', import.meta.url),
      threadsMax: 1,
      waitingMax: limits.store.connectionsMax,
      jobMsMax: limits.query.timeoutMsMax,
      heapBytesMax: HEAP_BYTES_MAX,
      tooBusy: () => new NotDirect('so much at once'),
      tooLong: () => new NotDirect('what takes so long'),
    }),
  );
  return {
    async answer(statement, options) {
      const startedAt = performance.now();
      try {
        const found = await answerWith({ parts, limits }, threads, statement, options);
        return {
          ...found,
          statistics: { ...found.statistics, elapsedMs: performance.now() - startedAt },
        };
      } catch (error) {
        const isEngines =
          error instanceof NotDirect ||
          error instanceof UntranslatableStatement ||
          error instanceof StatementTooLarge;
        if (isEngines) return undefined;
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(threads.map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

/** Threads that share a large question. */
const READERS = Math.min(4, Math.max(1, availableParallelism()));
const HEAP_BYTES_MAX = 512 * MB;

async function answerWith(
  { parts, limits }: DirectNeeds,
  threads: Threads,
  statement: Sql,
  options: QueryOptions,
): Promise<QueryAnswer> {
  const { text, parameters, tables } = bind(statement);
  // To read one takes longer than what could be saved, and all other requests wait meanwhile.
  if (text.length > KNOWN_LENGTH_MAX) throw new NotDirect('a long statement');
  const tree = knownStatement(text);
  if (tables.size > 0 || tree.kind !== 'select') throw new NotDirect('such a statement');
  const parameter = createBoundValues(parameters).read;
  const { spend, rested } = createWork();
  const isLong = text.length > SHORT_MAX;
  const between = isLong ? (): Promise<void> => setImmediate().then(rested) : undefined;
  const needs = { parts, parameter, spend, rested, between, threads, signal: options.signal };
  if (between !== undefined) await between();
  const { table, rowsRead } = await runTree(needs, tree.query);
  const rowsMax = options.resultRowsMax ?? limits.query.groupsMax;
  const isTooMuch =
    (rowsMax > 0 && table.rows.length > rowsMax) ||
    rowsRead > (options.scanRowsMax ?? limits.query.scanRowsMax);
  // The engine reports this error in its own words.
  if (isTooMuch) throw new NotDirect('so much');
  return {
    queryId: options.queryId ?? randomUUID(),
    columns: table.names.map((name, i) => ({
      name,
      type: '',
      values: table.rows.map((row) => asJson(row[i] ?? null)),
    })),
    rowCount: table.rows.length,
    statistics: { rowsRead, bytesRead: 0, elapsedMs: 0 },
  };
}

interface DirectRead extends ReadNeeds {
  /** Called after other work had its turn, before the next step. */
  readonly rested: () => void;
  /** Lets others in after a step of a long statement. */
  readonly between: (() => Promise<void>) | undefined;
}

/** To read a statement of this length takes no time worth a turn of its own. */
const SHORT_MAX = 2_048;

/** A step blocks all requests: this many take about 10 ms. */
const STEPS_MAX = 120_000;

function createWork(): { readonly spend: Spend; readonly rested: () => void } {
  let steps = 0;
  return {
    spend(more) {
      steps += more;
      if (steps > STEPS_MAX) throw new NotDirect('so much to compute');
    },
    rested() {
      steps = 0;
    },
  };
}

interface Answered {
  readonly table: Table;
  readonly rowsRead: number;
}

async function runTree(needs: DirectRead, query: Query): Promise<Answered> {
  const [only] = query.selects;
  const isListing =
    query.selects.length === 1 && only?.from?.kind === 'table' && only.orderBy.length > 0;
  if (isListing && only !== undefined) {
    const table = await listNewest(needs, only);
    return { table, rowsRead: table.rowsCounted };
  }
  let rowsRead = 0;
  const leaves = new Map<Select, Table>();
  for (const { select, outer } of leavesOf(query, undefined)) {
    const counted =
      (await countFromIndex(needs, select)) ?? (await countRows(needs, select, outer));
    rowsRead += counted.rowsCounted;
    leaves.set(select, counted);
  }
  const logs = (select: Select): Table => {
    const table = leaves.get(select);
    if (table === undefined) throw new NotDirect('such a leaf');
    return table;
  };
  if (needs.between !== undefined) await needs.between();
  return { table: runQuery({ ...needs, logs }, query), rowsRead };
}

interface Leaf {
  readonly select: Select;
  /** The only select that reads its rows, and reads no others. */
  readonly outer: Select | undefined;
}

/** Selects that read the table of logs. */
function leavesOf({ selects }: Query, outer: Select | undefined): Leaf[] {
  return selects.flatMap((select) => {
    if (select.from?.kind === 'query') return leavesOf(select.from.query, select);
    const isLogs = select.from?.kind === 'table' && select.from.name === 'logs';
    return isLogs ? [{ select, outer: selects.length === 1 ? outer : undefined }] : [];
  });
}

/** Undefined where counts do not tell. */
async function countFromIndex(
  needs: DirectRead,
  select: Select,
): Promise<CountedTable | undefined> {
  const { parameter, spend, rested, parts } = needs;
  const countMinuteOf = (minute: RowsOfMinute): Promise<Uint32Array> => countMinute(needs, minute);
  const all = parts.all();
  // This spans several turns of the event loop, and parts merged meanwhile must stay readable.
  const release = parts.hold(all);
  try {
    return await countLogs(
      { parameter, spend, rested, parts: all, countMinute: countMinuteOf },
      select,
    );
  } catch (error) {
    if (error instanceof NotDirect) return undefined;
    throw error;
  } finally {
    release();
  }
}
