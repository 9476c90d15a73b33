/** One statement for many KPIs: each has its own columns for counts or values, per slot. */
import type { KpiSettings, MeasureOf } from '../../../contract/kpi-settings.ts';
import type {
  Aggregation,
  Expression,
  Query,
  SearchStage,
  Stage,
  StageKind,
} from '../../../language/index.ts';
import { isRowwise } from '../../../flow/search/index.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { SlotFacts } from './judge-slot.ts';
import {
  aggregation,
  all,
  anyOf,
  call,
  divided,
  field,
  joined,
  letBe,
  matches,
  number,
  oneOf,
  statsBy,
  text,
  times,
} from './tree-parts.ts';

/** The column with the second at which a slot begins. */
export const SLOT = 'xplain_slot';

type Row = Readonly<Record<string, unknown>>;
export type ColumnMeasure = MeasureOf<'ratio'> | MeasureOf<'aggregate'>;

export interface SlotsWanted {
  readonly everySeconds: number;
  /** The beginnings of the only slots that matter, in milliseconds; undefined for all. */
  readonly only?: readonly number[] | undefined;
}

/** The rows have the columns of all measures, in their order, and the slot. */
export function slotTree(
  selector: SearchStage,
  measures: readonly ColumnMeasure[],
  wanted: SlotsWanted,
): Query {
  const columns = measures.flatMap((measure, at) => columnsOf(measure, at));
  const stages = [selector, ...slotStages(wanted), statsBy(columns, [SLOT])];
  return { kind: 'query', stages, start: 0, end: 0 };
}

/** The column with the number of the service that a row is of. */
export const PART = 'xplain_part';

/** A service among several that are measured together: its selector as text and as parsed. */
export interface TreePart {
  readonly text: string;
  readonly selector: SearchStage;
}

/**
 * The same for several services in one statement: every row belongs to one slot and one service, by its list position,
 * and has the columns of all measures. An event selected by several of them counts for each.
 */
export function sharedTree(
  parts: readonly TreePart[],
  measures: readonly ColumnMeasure[],
  wanted: SlotsWanted,
): Query {
  const columns = measures.flatMap((measure, at) => columnsOf(measure, at));
  // Splitting one text is much cheaper than building a list per event.
  const numbers = parts.map((part, at) => call('if', matches(part.text), text(`,${at}`), text('')));
  const stages = [
    anyOf(parts.map(({ selector }) => selector)),
    letBe(PART, call('split', call('substr', joined(numbers), number(2)), text(','))),
    ...slotStages(wanted),
    statsBy(columns, [PART, SLOT]),
  ];
  return { kind: 'query', stages, start: 0, end: 0 };
}

function slotStages({ everySeconds, only }: SlotsWanted): Stage[] {
  const every = number(everySeconds);
  const slot = times(call('floor', divided(field('_time'), every)), every);
  const begin = letBe(SLOT, slot);
  if (only === undefined) return [begin];
  return [
    begin,
    oneOf(
      field(SLOT),
      only.map((from) => from / SECOND_MS),
    ),
  ];
}

function columnsOf(measure: ColumnMeasure, at: number): Aggregation[] {
  if (measure.kind === 'ratio') {
    return [
      aggregation('count', `n${at}`),
      aggregation('count', `b${at}`, { of: matches(measure.bad) }),
    ];
  }
  const condition = conditionOf(measure);
  const counted = aggregation('count', `n${at}`, { of: condition });
  const value = valueColumn(measure, condition, `v${at}`);
  return value === undefined ? [counted] : [counted, value];
}

const NUMERIC = new Set(['sum', 'avg', 'min', 'max', 'median', 'p90', 'p95', 'p99']);

/** Which events an aggregate is computed from: those that it narrows to, with a value that it can take. */
function conditionOf(measure: MeasureOf<'aggregate'>): Expression | undefined {
  const { where, field: name } = measure;
  const conditions: Expression[] = [];
  if (typeof where === 'string') conditions.push(matches(where));
  if (typeof name === 'string') {
    const check = NUMERIC.has(measure.function) ? 'isnum' : 'isnotnull';
    conditions.push(call(check, field(name)));
  }
  return all(conditions);
}

const PERCENTILES: Partial<Readonly<Record<string, number>>> = { p90: 90, p95: 95, p99: 99 };

function valueColumn(
  measure: MeasureOf<'aggregate'>,
  condition: Expression | undefined,
  as: string,
): Aggregation | undefined {
  const name = measure.function;
  if (name === 'count' || name === 'rate') return undefined;
  // Bounds of numbers go by number only where no text is among the values.
  const taken = name === 'age' ? field('_time') : field(measure.field ?? '');
  const value = NUMERIC.has(name) || name === 'age' ? call('tonumber', taken) : taken;
  const of = condition === undefined ? value : call('if', condition, value, call('null'));
  const percentile = PERCENTILES[name];
  if (percentile !== undefined) return aggregation('perc', as, { of, percentile });
  return aggregation(name === 'age' ? 'max' : name, as, { of });
}

/** Values of one measure for a slot, from its columns; a missing row means no events. */
export function factsOf(
  measure: ColumnMeasure,
  at: number,
  row: Row | undefined,
  slot: { readonly from: number; readonly everySeconds: number },
): SlotFacts {
  const total = numberIn(row, `n${at}`) ?? 0;
  if (measure.kind === 'ratio') {
    const bad = numberIn(row, `b${at}`) ?? 0;
    return { total, good: total - bad, value: total === 0 ? null : (100 * bad) / total };
  }
  const none = { good: null, total };
  switch (measure.function) {
    case 'count':
      return { ...none, value: total };
    case 'rate':
      return { ...none, value: total / slot.everySeconds };
    case 'age': {
      const last = numberIn(row, `v${at}`);
      const end = slot.from / SECOND_MS + slot.everySeconds;
      return { ...none, value: last === null ? null : end - last };
    }
    default:
      return { ...none, value: numberIn(row, `v${at}`) };
  }
}

export function numberIn(row: Row | undefined, name: string): number | null {
  const value = row?.[name];
  if (value === null || value === undefined || value === '' || Array.isArray(value)) return null;
  const read = Number(value);
  return Number.isFinite(read) ? read : null;
}

/** Result of a KPI's own query: the first row's `value`, or computed from `good` and `total`. */
export function factsOfRow(better: KpiSettings['better'], row: Row | undefined): SlotFacts {
  const good = numberIn(row, 'good');
  const total = numberIn(row, 'total');
  const value = numberIn(row, 'value');
  if (value !== null || good === null || total === null) return { value, good, total };
  const share = better === 'higher' ? good : total - good;
  return { value: total === 0 ? null : (100 * share) / total, good, total };
}

/** Commands that preserve the slot column. */
const KEEPING: ReadonlySet<StageKind> = new Set<StageKind>(['eval', 'where', 'fillnull']);

/**
 * The same query with one row per slot, if its rows are events up to one `stats` without groups; otherwise undefined:
 * each slot is then queried separately.
 */
export function bucketed(query: Query, wanted: SlotsWanted): Query | undefined {
  const at = query.stages.findIndex(({ kind }) => kind === 'stats');
  const stage = query.stages[at];
  if (stage?.kind !== 'stats' || stage.by.length > 0) return undefined;
  const events = { ...query, stages: query.stages.slice(0, at) };
  const behind = query.stages.slice(at + 1);
  if (!isRowwise(events) || !behind.every(({ kind }) => KEEPING.has(kind))) return undefined;
  // A table has only the fields it names, `_time` among them or not.
  if (events.stages.some(({ kind }) => kind === 'table' || kind === 'fields')) return undefined;
  const [first, ...others] = events.stages;
  if (first === undefined) return undefined;
  const { by } = statsBy([], [SLOT]);
  const stages = [first, ...slotStages(wanted), ...others, { ...stage, by }, ...behind];
  return { ...query, stages };
}
