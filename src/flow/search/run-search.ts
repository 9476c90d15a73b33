import type { Actor } from '../../base/actor.ts';
import { encodeCursor } from '../../base/cursor.ts';
import { bind, sql } from '../../engines/store/sql.ts';
import type { QueryAnswer } from '../../engines/store/store.ts';
import { everyQuery, explain, type Query } from '../../language/index.ts';
import { advise, adviseFromText, type Warning } from './advice/advise.ts';
import { askStore, NO_ANSWER, unlessAway, type Work } from './ask-store.ts';
import { collectRows } from './collect/collect-rows.ts';
import type { AppliedLimit } from './compile/context.ts';
import { type AnswerColumn, type AnswerRow, readRows } from './compile/write-answer.ts';
import { type PreparedSearch, prepareSearch } from './prepare-search.ts';
import type { SearchInput } from './search-input.ts';
import { writeRows } from './lookups/write-rows.ts';
import { showAuditDetails } from './show-audit-details.ts';
import { inSlot } from './take-slot.ts';
import type { SearchNeeds } from './search-needs.ts';
import { untilListsAreRead } from './until-lists-are-read.ts';

export interface SearchResult {
  readonly columns: AnswerColumn[];
  readonly rows: AnswerRow[];
  readonly stats: {
    readonly matched?: number;
    readonly matchedAtLeast?: true;
    readonly scannedRows: number;
    readonly scannedBytes: number;
    readonly elapsedMs: number;
  };
  readonly truncated: boolean;
  readonly explain?: Explanation;
  readonly comparison?: Comparison;
  readonly limits_applied: AppliedLimit[];
  readonly warnings: Warning[];
}

/** The earlier time that the rows are compared with. */
export interface Comparison {
  readonly from: string;
  readonly to: string;
  readonly baseline: 'complete' | 'partial' | 'none';
  /** Why it is not complete. */
  readonly reason?: string;
}

export interface SearchAnswer {
  readonly data: SearchResult;
  readonly nextCursor: string | null;
}

export interface Explanation {
  readonly query: string;
  /** Undefined if the store has no estimate. */
  readonly estimatedRows?: number;
  /** For operators of the organization. */
  readonly sql?: string;
  readonly parameters?: Record<string, string>;
}

/** `watched` is updated while the search runs, for progress. */
export async function runSearch(
  needs: SearchNeeds,
  actor: Actor,
  input: SearchInput,
  signal: AbortSignal,
  watched?: Work,
): Promise<SearchAnswer> {
  const startedAt = performance.now();
  const meter = { isSimple: false };
  const work = () =>
    untilListsAreRead(needs, (own) =>
      runOnce(own, actor, input, signal, startedAt, watched, meter),
    );
  const answered = inSlot(needs, actor, work, { waitMsMax: input.waitMsMax, signal });
  return answered.finally(() => {
    if (meter.isSimple && !signal.aborted) needs.simpleSearchMeter?.(performance.now() - startedAt);
  });
}

async function runOnce(
  needs: SearchNeeds,
  actor: Actor,
  input: SearchInput,
  signal: AbortSignal,
  startedAt: number,
  watched: Work | undefined,
  meter: { isSimple: boolean },
): Promise<SearchAnswer> {
  const prepared = await prepareSearch(needs, actor, input, signal, watched);
  if (input.explain === true) return explainSearch(actor, prepared, startedAt);
  meter.isSimple = isForPeople(needs, actor) && isFilterAlone(prepared.query);
  for (const write of prepared.writes) await writeRows(needs, actor, prepared.asking, write);
  const answer = await askStore(prepared.asking, prepared.plan.statement);
  const shown = showAnswer(prepared, answer, startedAt);
  const { rows, stats } = shown.data;
  const seen = { rows, isWhole: stats.matchedAtLeast !== true };
  const warnings =
    input.isAdvised === true
      ? await advise(needs, actor, prepared, seen, stats.elapsedMs)
      : adviseFromText(prepared, seen);
  // Last of all: what fails before is tried again, and would write them twice.
  for (const write of prepared.collects) {
    warnings.push(await collectRows(needs, actor, prepared.asking, write));
  }
  return { ...shown, data: { ...shown.data, warnings } };
}

function isForPeople({ searchKind }: SearchNeeds, { who }: Actor): boolean {
  return (searchKind ?? (who.kind === 'system' ? 'background' : 'query')) === 'query';
}

function isFilterAlone(query: Query): boolean {
  return query.stages.every(({ kind }) => kind === 'search') && [...everyQuery(query)].length === 1;
}

/**
 * How the query is read and what it would cost; nothing of it is run but what the statement depends on. A store
 * that is away leaves out its estimate and nothing else.
 */
async function explainSearch(
  actor: Actor,
  prepared: PreparedSearch,
  startedAt: number,
): Promise<SearchAnswer> {
  const { statement } = prepared.plan;
  const estimate = await unlessAway(() =>
    askStore({ ...prepared.asking, mayBeAway: false }, sql`EXPLAIN ESTIMATE ${statement}`),
  );
  const { data } = showAnswer({ ...prepared, isPaged: false }, NO_ANSWER, startedAt);
  // Nothing was looked for, so nothing is known to match.
  const { matched: _none, ...stats } = data.stats;
  const { text, parameters } = bind(statement);
  const isShown = actor.permissions.has('organization:manage');
  return {
    data: {
      ...data,
      stats,
      warnings: adviseFromText(prepared, undefined),
      explain: {
        query: explain(prepared.query),
        ...(estimate === undefined ? {} : { estimatedRows: estimate.statistics.rowsRead }),
        ...(isShown ? { sql: text, parameters: Object.fromEntries(parameters) } : {}),
      },
    },
    nextCursor: null,
  };
}

function showAnswer(
  prepared: PreparedSearch,
  answer: QueryAnswer,
  startedAt: number,
): SearchAnswer {
  const { plan, rowsMax, limits, isPaged, isLaterPage } = prepared;
  const { work } = prepared.asking;
  const { columns, rows } = showAuditDetails(readRows(plan, answer, rowsMax), prepared.isAudit);
  const isCutShort = answer.rowCount > rowsMax;
  if (isCutShort) {
    limits.push({
      limit: 'rows',
      max: rowsMax,
      message: `Showing the first ${rowsMax} rows. There are more.`,
    });
  }
  const last = rows.at(-1);
  const hasNext = isCutShort && isPaged && last !== undefined && '_id' in last && '_time' in last;
  const nextCursor = hasNext
    ? encodeCursor({ at: Date.parse(String(last['_time'])), id: String(last['_id']) })
    : null;
  // One more row than shown was requested; an exact count would read all rows.
  const isAtLeast = isCutShort || isLaterPage;
  return {
    data: {
      columns,
      rows,
      stats: {
        matched: answer.rowCount,
        ...(isAtLeast ? { matchedAtLeast: true as const } : {}),
        scannedRows: work.rows,
        scannedBytes: work.bytes,
        elapsedMs: Math.round((performance.now() - startedAt) * 100) / 100,
      },
      truncated: limits.length > 0,
      limits_applied: limits,
      warnings: [],
    },
    nextCursor,
  };
}
