/** Aggregation tables: finds the events that a cell represents. */
import { textOf } from '../../../../src/charts/chart-data.ts';
import type { Stage } from '../../../../src/language/index.ts';
import { applyFilter } from '../text/edit-query.ts';
import type { QueryFacts } from '../text/query-facts.ts';
import type { Row } from '../rows/log-event.ts';

export interface DrillDown {
  readonly query: string;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Returns the search for the events of a cell; undefined if the row represents no specific events. */
export function drillDown(
  text: string,
  facts: QueryFacts,
  rows: readonly Row[],
  at: number,
  column: string,
): DrillDown | undefined {
  const { tableStage } = facts;
  const row = rows[at];
  if (tableStage === undefined || row === undefined) return undefined;
  const keys = keysOf(tableStage);
  if (keys === undefined) return undefined;
  let query = tableStage.kind === 'tstats' ? sliceOf(text, tableStage.where) : facts.eventPart;
  for (const name of keys.fields) {
    const value = row[name];
    if (name === '_time' || value === undefined || Array.isArray(value)) continue;
    query = applyFilter(query, filterFor(name, value));
  }
  const { split } = keys;
  if (split !== undefined && !keys.fields.includes(column) && column !== '_time') {
    query = withSplit(query, split, column);
  }
  return { query, ...bucketOf(rows, at, keys.hasTime) };
}

function filterFor(field: string, value: unknown): Parameters<typeof applyFilter>[1] {
  const text = textOf(value);
  return text === '' ? { action: 'missing', field } : { action: 'only', field, value: text };
}

/** The rest and the missing are no values to look for. */
function withSplit(query: string, field: string, column: string): string {
  if (column === 'NULL') return applyFilter(query, { action: 'missing', field });
  if (column === 'OTHER') return query;
  return applyFilter(query, { action: 'only', field, value: column });
}

interface Keys {
  readonly fields: readonly string[];
  /** The field whose values are columns. */
  readonly split: string | undefined;
  readonly hasTime: boolean;
}

function keysOf(stage: Stage): Keys | undefined {
  switch (stage.kind) {
    case 'stats':
    case 'tstats': {
      const fields = stage.by.map(({ field }) => field.name);
      return { fields, split: undefined, hasTime: fields.includes('_time') };
    }
    case 'timechart':
      return { fields: [], split: splitOf(stage), hasTime: true };
    case 'chart': {
      const over = stage.over?.field.name;
      const fields = over === undefined ? [] : [over];
      return { fields, split: splitOf(stage), hasTime: over === '_time' };
    }
    case 'top':
    case 'rare': {
      const fields = [...stage.fields, ...stage.by].map(({ name }) => name);
      return { fields, split: undefined, hasTime: false };
    }
    case 'table':
      return { fields: [], split: undefined, hasTime: false };
    default:
      return undefined;
  }
}

/** With several aggregations the columns are named after both, and none of them is a value. */
function splitOf(stage: Extract<Stage, { kind: 'timechart' | 'chart' }>): string | undefined {
  return stage.aggregations.length === 1 ? stage.split?.field.name : undefined;
}

function bucketOf(
  rows: readonly Row[],
  at: number,
  hasTime: boolean,
): { readonly from: number | undefined; readonly to: number | undefined } {
  const from = hasTime ? Date.parse(textOf(rows[at]?.['_time'])) : Number.NaN;
  if (!Number.isFinite(from)) return { from: undefined, to: undefined };
  const times = rows
    .map((row) => Date.parse(textOf(row['_time'])))
    .filter((time) => Number.isFinite(time))
    .toSorted((left, right) => left - right);
  const next = times.find((time) => time > from);
  const previous = times.findLast((time) => time < from);
  const to = next ?? from + (previous === undefined ? 60_000 : from - previous);
  return { from, to };
}

function sliceOf(text: string, node: { readonly start: number; readonly end: number }): string {
  return text.slice(node.start, node.end);
}

/** Formats numbers for reading; other text is unchanged. */
export function cellText(value: unknown): string {
  if (typeof value !== 'number') return textOf(value);
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  return value.toLocaleString('en-US', { maximumSignificantDigits: 6 });
}
