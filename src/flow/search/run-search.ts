import type { Actor } from '../../base/actor.ts';
import { decodeCursor, encodeCursor } from '../../base/cursor.ts';
import { AppError, invalid } from '../../base/errors.ts';
import { bind, instant, sql, uint64, type Sql } from '../../engines/store/sql.ts';
import { type QueryAnswer, rowsOf } from '../../engines/store/store.ts';
import { organizationFacts } from '../../guard/access/index.ts';
import {
  explain,
  lint,
  lintOutcome,
  openZone,
  parse,
  type ParseResult,
  type Query,
  querySyntaxError,
  resolveRange,
  type ResolvedRange,
  type SearchExpression,
  type Zone,
} from '../../language/index.ts';
import { type IndexFacts, indexFacts, keptSince } from '../ingest/index.ts';
import { compileQuery } from './compile/compile-stage.ts';
import { type AppliedLimit, type CompileContext, refuse } from './compile/context.ts';
import { EVENT_ORDER, isCut, type Relation, withCondition } from './compile/relation.ts';
import {
  type AnswerColumn,
  type AnswerPlan,
  type AnswerRow,
  planAnswer,
  readRows,
} from './compile/write-answer.ts';
import { inSlot } from './query-slots.ts';
import { indexesOf } from './search-indexes.ts';
import type { SearchNeeds } from './search-needs.ts';

export interface SearchInput {
  readonly query?: string;
  readonly earliest?: string;
  readonly latest?: string;
  readonly limit?: number;
  readonly cursor?: string;
  /** Events alone: a query with a pipe is refused. */
  readonly eventsOnly?: boolean;
  /** Tell how the query is read instead of running it. */
  readonly explain?: boolean;
}

export interface SearchResult {
  readonly columns: AnswerColumn[];
  readonly rows: AnswerRow[];
  readonly stats: {
    readonly matched?: number;
    readonly scannedRows: number;
    readonly scannedBytes: number;
    readonly elapsedMs: number;
  };
  readonly truncated: boolean;
  readonly explain?: Explanation;
  readonly limits_applied: AppliedLimit[];
  readonly warnings: Warning[];
}

export interface SearchAnswer {
  readonly data: SearchResult;
  readonly nextCursor: string | null;
}

export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly position?: number;
}

export interface Explanation {
  readonly query: string;
  readonly estimatedRows: number;
  /** For those who run the organization. */
  readonly sql?: string;
  readonly parameters?: Record<string, string>;
}

/** A query that is ready to run: its tree, its bounds, and what was learned on the way. */
export interface PreparedSearch {
  readonly parsed: ParseResult;
  readonly query: Query;
  readonly range: ResolvedRange;
  readonly relation: Relation;
  readonly plan: AnswerPlan;
  readonly rowsMax: number;
  readonly isPaged: boolean;
  readonly limits: AppliedLimit[];
  readonly work: Work;
}

/** What the statements of one search have read so far. */
interface Work {
  rows: number;
  bytes: number;
}

export async function runSearch(
  needs: SearchNeeds,
  actor: Actor,
  input: SearchInput,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const startedAt = performance.now();
  return inSlot(needs, actor, async () => {
    const prepared = await prepareSearch(needs, actor, input, signal);
    if (input.explain === true) return explainSearch(needs, actor, prepared, startedAt, signal);
    const answer = await ask(needs, prepared.work, prepared.plan.statement, signal);
    return showAnswer(prepared, answer, startedAt);
  });
}

/** How the query is read and what it would cost; nothing of it is run but what the statement depends on. */
async function explainSearch(
  needs: SearchNeeds,
  actor: Actor,
  prepared: PreparedSearch,
  startedAt: number,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const { statement } = prepared.plan;
  const estimate = await ask(needs, prepared.work, sql`EXPLAIN ESTIMATE ${statement}`, signal);
  const estimatedRows = rowsOf(estimate).reduce((sum, row) => sum + Number(row['rows'] ?? 0), 0);
  const none: QueryAnswer = { ...estimate, columns: [], rowCount: 0 };
  const { data } = showAnswer({ ...prepared, isPaged: false }, none, startedAt);
  const { text, parameters } = bind(statement);
  const isShown = actor.permissions.has('organization:manage');
  return {
    data: {
      ...data,
      explain: {
        query: explain(prepared.query),
        estimatedRows,
        ...(isShown ? { sql: text, parameters: Object.fromEntries(parameters) } : {}),
      },
    },
    nextCursor: null,
  };
}

export async function prepareSearch(
  needs: SearchNeeds,
  actor: Actor,
  input: SearchInput,
  signal: AbortSignal,
): Promise<PreparedSearch> {
  const parsed = parse(input.query ?? '*');
  const { query } = parsed;
  if (query === undefined) throw querySyntaxError(parsed.diagnostics);
  if (input.eventsOnly === true) refusePipes(query);
  const [facts, indexes] = await Promise.all([
    organizationFacts(needs, actor.organization),
    indexFacts(needs, actor.organization),
  ]);
  const timeZone = facts?.timezone ?? 'UTC';
  const zone = openZone(timeZone) ?? openZone('UTC');
  if (zone === undefined) throw new Error('the runtime knows no time zone');
  const range = rangeOf(query, input, needs.clock.now(), timeZone);
  const limits: AppliedLimit[] = [];
  const work: Work = { rows: 0, bytes: 0 };
  const context = createContext(
    { needs, actor, zone, signal, limits, work },
    range,
    indexes,
    query,
  );
  const compiled = await compileQuery(context, query);
  const isPaged =
    compiled.order === EVENT_ORDER && compiled.from.kind === 'logs' && !isCut(compiled);
  const relation =
    input.cursor === undefined ? compiled : after(context, compiled, isPaged, input.cursor);
  const rowsMax = Math.min(
    input.limit ?? needs.limits.query.rowsDefault,
    needs.limits.query.rowsMax,
  );
  const plan = planAnswer(context, relation, rowsMax + 1);
  refuseTooLarge(plan.statement);
  return { parsed, query, range, relation, plan, rowsMax, isPaged, limits, work };
}

interface ContextParts {
  readonly needs: SearchNeeds;
  readonly actor: Actor;
  readonly zone: Zone;
  readonly signal: AbortSignal;
  readonly limits: AppliedLimit[];
  readonly work: Work;
}

function createContext(
  parts: ContextParts,
  range: ResolvedRange,
  retentionDays: IndexFacts,
  query: Query,
): CompileContext {
  const { needs, actor, zone, signal, limits, work } = parts;
  let aliases = 0;
  const known = [...retentionDays.keys()];
  const now = needs.clock.now();
  const base = {
    indexes: known,
    now,
    zone,
    limits: needs.limits.query,
    ask: (statement: Sql) => ask(needs, work, statement, signal),
    noteLimit: (limit: AppliedLimit) => {
      if (!limits.some((each) => each.limit === limit.limit)) limits.push(limit);
    },
    newAlias: () => `c${(aliases += 1)}`,
  };
  const contextOf = (own: Query, bounds: { from: number; to: number }): CompileContext => ({
    ...base,
    scope: {
      organization: actor.organization,
      indexes: indexesOf(searchOf(own), known),
      from: bounds.from,
      to: bounds.to,
      kept: keptSince(retentionDays, now),
    },
    compileSubsearch: (inner) => {
      const [first] = inner.stages;
      const hasBounds = first?.kind === 'search' && (first.earliest ?? first.latest) !== undefined;
      const times = hasBounds ? rangeOf(inner, {}, base.now, zone.name) : bounds;
      return compileQuery(contextOf(inner, times), inner);
    },
  });
  return contextOf(query, range);
}

function searchOf(query: Query): SearchExpression {
  const [first] = query.stages;
  if (first?.kind === 'search') return first.expression;
  if (first?.kind === 'tstats') return first.where;
  return { kind: 'everything', start: 0, end: 0 };
}

function rangeOf(
  query: Query,
  { earliest, latest }: SearchInput,
  now: number,
  timeZone: string,
): ResolvedRange {
  const given = {
    ...(earliest === undefined ? {} : { earliest }),
    ...(latest === undefined ? {} : { latest }),
  };
  const range = resolveRange(query, given, { now, timeZone });
  if (range.kind === 'problem') throw invalid('earliest', range.message);
  return range;
}

function refusePipes(query: Query): void {
  const second =
    query.stages[1] ?? (query.stages[0]?.kind === 'search' ? undefined : query.stages[0]);
  if (second !== undefined) {
    throw refuse(
      second,
      'This endpoint gives events: commands behind a pipe belong to /api/v1/search.',
    );
  }
}

/** Goes on behind the last event of the page before, wherever new events have come in since. */
function after(
  context: CompileContext,
  relation: Relation,
  isPaged: boolean,
  text: string,
): Relation {
  if (!isPaged) throw invalid('cursor', 'Only searches for events have further pages.');
  const { at, id } = decodeCursor(text);
  if (!/^[0-9a-f]{16}$/.test(id)) throw invalid('cursor', 'This is not a cursor of this list.');
  const time = instant(at);
  const isBehind = sql`timestamp <= ${time} AND (timestamp < ${time} OR row_id < ${uint64(BigInt(`0x${id}`))})`;
  return withCondition(context, relation, isBehind);
}

const STATEMENT_CHARACTERS_MAX = 200_000;

function refuseTooLarge(statement: Sql): void {
  if (bind(statement).text.length <= STATEMENT_CHARACTERS_MAX) return;
  throw new AppError('QUERY_SYNTAX_ERROR', 'The query is too large. Split it into smaller ones.');
}

async function ask(
  needs: SearchNeeds,
  work: Work,
  statement: Sql,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  const answer = await needs.store.query(statement, { signal });
  work.rows += answer.statistics.rowsRead;
  work.bytes += answer.statistics.bytesRead;
  return answer;
}

function showAnswer(
  prepared: PreparedSearch,
  answer: QueryAnswer,
  startedAt: number,
): SearchAnswer {
  const { plan, rowsMax, work, limits, parsed, isPaged } = prepared;
  const { columns, rows } = readRows(plan, answer, rowsMax);
  const isCutShort = answer.rowCount > rowsMax;
  if (isCutShort) {
    limits.push({
      limit: 'rows',
      max: rowsMax,
      message: `There are more than ${rowsMax} rows; these are the first ones.`,
    });
  }
  const last = rows.at(-1);
  const hasNext = isCutShort && isPaged && last !== undefined && '_id' in last && '_time' in last;
  const nextCursor = hasNext
    ? encodeCursor({ at: Date.parse(String(last['_time'])), id: String(last['_id']) })
    : null;
  const matched = isPaged && !isCutShort ? rows.length : undefined;
  return {
    data: {
      columns,
      rows,
      stats: {
        ...(matched === undefined ? {} : { matched }),
        scannedRows: work.rows,
        scannedBytes: work.bytes,
        elapsedMs: Math.round((performance.now() - startedAt) * 100) / 100,
      },
      truncated: limits.length > 0,
      limits_applied: limits,
      warnings: warningsOf(parsed, matched),
    },
    nextCursor,
  };
}

function warningsOf(parsed: ParseResult, matched: number | undefined): Warning[] {
  const lints = [...lint(parsed), ...(matched === 0 ? lintOutcome(parsed, { matched }) : [])];
  return lints.map(({ code, message, start }) => ({ code, message, position: start }));
}
