/** Charts: one row per bucket or value, one column per series. */
import {
  float64,
  identifier,
  join,
  sql,
  string,
  strings,
  uint32,
  type Sql,
} from '../../../engines/store/sql.ts';
import { rowsOf } from '../../../engines/store/store.ts';
import {
  columnName,
  type Aggregation,
  type SeriesFilter,
  type SplitOptions,
} from '../../../language/index.ts';
import {
  compileAggregation,
  COUNTS,
  expandAggregations,
  type AggregateOptions,
} from './aggregate.ts';
import type { CompileContext } from './context.ts';
import { groupedRows, type Key } from './grouped-rows.ts';
import type { Relation, RowsRelation } from './relation.ts';
import { group } from './group-by.ts';
import type { Value } from './value.ts';

export interface Chart {
  readonly rowKey: Key;
  readonly split: Key | undefined;
  readonly aggregations: readonly Aggregation[];
  readonly series: SeriesFilter | undefined;
  readonly options: SplitOptions & { readonly sep: string };
  readonly aggregate: AggregateOptions;
  /** Rows that are there even when nothing fell into them. */
  readonly rows: Sql | undefined;
}

export async function pivotRows(
  context: CompileContext,
  relation: Relation,
  given: Chart,
): Promise<Relation> {
  const { rowKey, split } = given;
  const meant = [rowKey, ...(split === undefined ? [] : [split])].map(({ name }) => name);
  const aggregations = expandAggregations(relation, given.aggregations, meant);
  const chart = { ...given, aggregations };
  const names = split === undefined ? undefined : await seriesOf(context, relation, chart, split);
  const keys =
    split === undefined ? [chart.rowKey] : [chart.rowKey, splitKey(chart, split, names ?? [])];
  // Identified by position: users can name a value like a field of the rows, or use a name twice.
  const placed = aggregations.map((each, i) => ({ ...each, as: [`\0${i}`] as const }));
  const long = group(context, relation, keys, placed, chart.aggregate);
  const columns = columnsOf(chart, aggregations, names);
  return pivot(context, relation, chart, long, aggregations, columns);
}

interface ChartColumn {
  readonly name: string;
  readonly aggregation: Aggregation;
  readonly series: string | undefined;
}

function columnsOf(
  chart: Chart,
  aggregations: readonly Aggregation[],
  names: readonly string[] | undefined,
): ChartColumn[] {
  return aggregations.flatMap((aggregation): ChartColumn[] => {
    const own = columnName(aggregation);
    if (names === undefined) {
      return [{ name: besideRow(chart, own), aggregation, series: undefined }];
    }
    const isOnly = aggregations.length === 1;
    return names.map((series) => ({
      name: besideRow(chart, isOnly ? series : `${own}${chart.options.sep}${series}`),
      aggregation,
      series,
    }));
  });
}

/** A series can be called as the field of the rows is, which must not be hidden by it. */
function besideRow({ rowKey }: Chart, name: string): string {
  return name === rowKey.name ? `${name} (value)` : name;
}

function pivot(
  context: CompileContext,
  relation: Relation,
  chart: Chart,
  long: RowsRelation,
  aggregations: readonly Aggregation[],
  columns: readonly ChartColumn[],
): Relation {
  const values = [...long.fields.values()];
  const row = values[0];
  const series = chart.split === undefined ? undefined : values[1];
  const first = chart.split === undefined ? 1 : 2;
  if (row === undefined) return long;
  const filled = fillRows(chart, long, values, aggregations, first);
  const rowAlias = identifier(context.newAlias());
  const fields = new Map<string, Value>();
  const selected: Sql[] = [];
  for (const column of columns) {
    const value = values[first + aggregations.indexOf(column.aggregation)];
    if (value === undefined || fields.has(column.name)) continue;
    const alias = identifier(context.newAlias());
    const { empty } = compileAggregation(context, relation, column.aggregation, chart.aggregate);
    selected.push(sql`${cell(value, series, column.series, empty)} AS ${alias}`);
    fields.set(column.name, { kind: value.kind, sql: alias });
  }
  const from = sql`(SELECT ${join([sql`${row.sql} AS ${rowAlias}`, ...selected], ', ')} FROM ${filled} GROUP BY ${rowAlias})`;
  const key: Value = { kind: row.kind, sql: rowAlias };
  return groupedRows(from, [[chart.rowKey.name, key]], [...fields]);
}

function cell(
  value: Value,
  series: Value | undefined,
  name: string | undefined,
  empty: 0 | null,
): Sql {
  const condition =
    series === undefined || name === undefined ? sql`1` : sql`${series.sql} = ${string(name)}`;
  if (empty === 0) return sql`sumIf(${value.sql}, ${condition})`;
  if (value.kind === 'multi') {
    return sql`arrayDistinct(groupArrayArrayIf(${value.sql}, ${condition}))`;
  }
  return sql`anyOrNullIf(${value.sql}, ${condition})`;
}

/** The long rows, and an empty one for each row that must be there. */
function fillRows(
  chart: Chart,
  long: RowsRelation,
  values: readonly Value[],
  aggregations: readonly Aggregation[],
  first: number,
): Sql {
  if (chart.rows === undefined) return long.from.sql;
  const columns = values.map((value, i) => {
    if (i === 0) return sql`arrayJoin(${chart.rows ?? sql`[]`}) AS ${value.sql}`;
    if (i < first) return sql`'' AS ${value.sql}`;
    if (value.kind === 'multi') return sql`CAST([], 'Array(String)') AS ${value.sql}`;
    return COUNTS.has(aggregations[i - first]?.function ?? '')
      ? sql`0 AS ${value.sql}`
      : sql`NULL AS ${value.sql}`;
  });
  const names = join(
    values.map((value) => value.sql),
    ', ',
  );
  return sql`(SELECT ${names} FROM ${long.from.sql} UNION ALL SELECT ${join(columns, ', ')})`;
}

/** The value of the split field, or the name of what it is put under. */
/** Apart from the field of the rows, which can be the same one. */
const SERIES_KEY = '\0series';

function splitKey({ options }: Chart, split: Key, names: readonly string[]): Key {
  const raw = sql`toString(${split.value.sql})`;
  const isMissing = split.condition === undefined ? sql`0` : sql`NOT (${split.condition})`;
  const shown = names.filter((name) => name !== options.nullstr && name !== options.otherstr);
  const named = (value: Sql): Sql =>
    sql`multiIf(${isMissing}, ${string(options.nullstr)}, ${value} IN ${strings(shown)}, assumeNotNull(${value}), ${string(options.otherstr)})`;
  const summary =
    split.summary === undefined ? {} : { summary: named(sql`toString(${split.summary})`) };
  return {
    name: SERIES_KEY,
    value: { kind: 'text', sql: named(raw) },
    condition: undefined,
    ...summary,
  };
}

/** Returns the names of the columns: the highest-ranked series, then the rest of them, then missing values. */
async function seriesOf(
  context: CompileContext,
  relation: Relation,
  chart: Chart,
  split: Key,
): Promise<string[]> {
  const { options, series } = chart;
  const [first] = chart.aggregations;
  if (first === undefined) return [];
  const max = context.limits.groupsMax;
  const ranked = rankSeries(context, relation, chart, split, first);
  const statement = sql`${ranked} LIMIT ${uint32(seriesMax(chart, max))}`;
  const rows = rowsOf(await context.ask(statement)).map((row) => ({
    name: String(row['series']),
    isMissing: Number(row['missing']) !== 0,
    rank: Number(row['rank'] ?? 0),
  }));
  const present = rows.filter((row) => !row.isMissing);
  const kept = keepSeries(present, options, series);
  const hasOthers = present.length > kept.length;
  const hasMissing = rows.some((row) => row.isMissing);
  return [
    ...kept.map(({ name }) => name),
    ...(hasOthers && options.useother && series === undefined ? [options.otherstr] : []),
    ...(hasMissing && options.usenull ? [options.nullstr] : []),
  ];
}

function seriesMax({ options, series }: Chart, max: number): number {
  const isFew = series === undefined && options.limit.count > 0;
  // One extra row shows whether there are others, and another one can be the missing value.
  return isFew ? options.limit.count + 2 : max;
}

interface Ranked {
  readonly name: string;
  readonly rank: number;
}

function keepSeries(
  rows: readonly Ranked[],
  { limit }: SplitOptions,
  filter: SeriesFilter | undefined,
): Ranked[] {
  if (filter?.kind === 'threshold') {
    const { operator, value } = filter;
    return rows.filter(({ rank }) => (operator === '>' ? rank > value : rank < value));
  }
  if (filter?.kind === 'rank') {
    const sorted = rows.toSorted((a, b) =>
      filter.end === 'top' ? b.rank - a.rank : a.rank - b.rank,
    );
    return filter.keep ? sorted.slice(0, filter.count) : sorted.slice(filter.count);
  }
  return limit.count === 0 ? [...rows] : rows.slice(0, limit.count);
}

/** Series with the sum of what they show, the largest first. */
function rankSeries(
  context: CompileContext,
  relation: Relation,
  chart: Chart,
  split: Key,
  first: Aggregation,
): Sql {
  const isMissing = split.condition === undefined ? sql`0` : sql`NOT (${split.condition})`;
  const missing: Key = {
    name: 'missing',
    value: { kind: 'number', sql: isMissing },
    condition: undefined,
    ...(split.summary === undefined ? {} : { summary: isMissing }),
  };
  const open: Key = { ...split, condition: undefined };
  const { isAdditive } = compileAggregation(context, relation, first, chart.aggregate);
  const keys = isAdditive ? [open, missing] : [open, missing, chart.rowKey];
  const long = group(context, relation, keys, [first], chart.aggregate);
  const [name, isNone] = [...long.fields.values()];
  const value = [...long.fields.values()].at(-1);
  if (name === undefined || isNone === undefined || value === undefined) return sql``;
  const order =
    chart.options.limit.end === 'bottom' && chart.series === undefined ? sql`ASC` : sql`DESC`;
  const rank = sql`ifNull(sum(toFloat64OrZero(toString(${value.sql}))), ${float64(0)})`;
  return sql`SELECT toString(${name.sql}) AS series, ${isNone.sql} AS missing, ${rank} AS rank FROM ${long.from.sql} GROUP BY series, missing ORDER BY rank ${order}, series ASC`;
}
