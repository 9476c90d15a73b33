/** Which tables can be compared, by what their rows are known, and the query that gives the earlier ones. */
import { invalid } from '../../../base/errors.ts';
import {
  autoSpan,
  columnName,
  lengthOf,
  type Query,
  type Stage,
  type TimechartStage,
} from '../../../language/index.ts';
import type { Range } from './shift-range.ts';

export interface ComparedTable {
  /** The columns that name a row. */
  readonly keys: readonly string[];
  /** Columns in which no row means 0. */
  readonly counts: ReadonlySet<string>;
  /** The query for the earlier rows: all of them, in any order. */
  readonly earlier: Query;
  /** Length of a bucket; undefined where rows are not times. */
  readonly spanMs: number | undefined;
  /** No later command leaves rows out, so that rows of the earlier time alone belong to the result. */
  readonly isWhole: boolean;
}

type TableStage = Extract<
  Stage,
  { readonly kind: 'stats' | 'tstats' | 'timechart' | 'chart' | 'top' | 'rare' }
>;

const TABLES: ReadonlySet<Stage['kind']> = new Set([
  'stats',
  'tstats',
  'timechart',
  'chart',
  'top',
  'rare',
]);

/** These choose among the rows: an earlier row that they would leave out is a row all the same. */
const CHOOSING: ReadonlySet<Stage['kind']> = new Set([
  'dedup',
  'head',
  'regex',
  'search',
  'tail',
  'where',
]);
const ORDERING: ReadonlySet<Stage['kind']> = new Set(['reverse', 'sort']);
const WRITING: ReadonlySet<Stage['kind']> = new Set(['collect', 'outputlookup']);

export function comparedTable(query: Query, range: Range): ComparedTable {
  const at = query.stages.findLastIndex(isTable);
  const table = query.stages[at];
  if (table === undefined || !isTable(table)) {
    throw invalid('compare', 'Only tables can be compared. End the query in stats or timechart.');
  }
  if (query.stages.some(({ kind }) => WRITING.has(kind))) {
    throw invalid('compare', 'Queries that write events or lookup tables can’t be compared.');
  }
  const later = query.stages.slice(at + 1);
  const keys = keysOf(table).map((name) => renamed(name, later));
  if (table.kind !== 'timechart' && keys.includes('_time')) {
    throw invalid('compare', 'To compare values over time, use timechart.');
  }
  const kept = later.filter(({ kind }) => !CHOOSING.has(kind) && !ORDERING.has(kind));
  const span = table.kind === 'timechart' ? spanOf(table, range) : undefined;
  const stages = [...query.stages.slice(0, at), withAllRows(table, span), ...kept];
  return {
    keys,
    counts: new Set(countsOf(table).map((name) => renamed(name, later))),
    earlier: { ...query, stages },
    spanMs: span === undefined ? undefined : lengthOf(span),
    isWhole:
      table.kind !== 'timechart' && later.every(({ kind }) => !CHOOSING.has(kind)) && !isCut(table),
  };
}

function isTable(stage: Stage): stage is TableStage {
  return TABLES.has(stage.kind);
}

function keysOf(stage: TableStage): readonly string[] {
  switch (stage.kind) {
    case 'stats':
    case 'tstats':
      return stage.by.map(({ field }) => field.name);
    case 'timechart':
      return ['_time'];
    case 'chart':
      return stage.over === undefined ? [] : [stage.over.field.name];
    case 'top':
    case 'rare':
      return [...stage.by, ...stage.fields].map(({ name }) => name);
  }
}

function countsOf(stage: TableStage): readonly string[] {
  if (stage.kind === 'top' || stage.kind === 'rare') return [stage.options.countfield];
  if (stage.kind === 'timechart' || stage.kind === 'chart') return [];
  return stage.aggregations.filter((each) => each.function === 'count').map(columnName);
}

/** What a column is called at the end. */
function renamed(name: string, later: readonly Stage[]): string {
  return later.reduce((now, stage) => {
    if (stage.kind !== 'rename') return now;
    const found = stage.renamings.find(({ from }) => from.length === 1 && from[0] === now);
    return found?.to.length === 1 ? String(found.to[0]) : now;
  }, name);
}

function isCut(stage: TableStage): boolean {
  return (stage.kind === 'top' || stage.kind === 'rare') && stage.options.limit > 0;
}

function withAllRows(stage: TableStage, span: TimechartStage['options']['span']): Stage {
  switch (stage.kind) {
    case 'top':
    case 'rare':
      return { ...stage, options: { ...stage.options, limit: 0 } };
    case 'chart':
      return {
        ...stage,
        options: { ...stage.options, limit: { ...stage.options.limit, count: 0 } },
      };
    case 'timechart': {
      const limit = { ...stage.options.limit, count: 0 };
      return { ...stage, options: { ...stage.options, limit, span } };
    }
    default:
      return stage;
  }
}

function spanOf(
  { options: { span, bins, minspan } }: TimechartStage,
  range: Range,
): NonNullable<TimechartStage['options']['span']> {
  return span ?? autoSpan(range, bins, minspan);
}
