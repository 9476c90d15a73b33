import { search } from '../../../contract/search.ts';
import { listFields } from '../../../contract/search-views.ts';
import { printName } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { AnswerTable } from '../answers/write-answer.ts';
import { cell, type Row, share } from './cells.ts';
import { incompleteBecause, type QueryInput, readQuery } from './read-range.ts';
import type { RunTool, ToolCaller } from './tool.ts';

export const logsFields: RunTool<'logs_fields'> = async (caller, input) =>
  input.field === undefined
    ? allFields(caller, input)
    : valuesOf(caller, { ...input, field: input.field });

async function allFields(caller: ToolCaller, input: QueryInput) {
  const read = await readQuery(caller, input);
  const { table, matched, sampled } = await fieldTable(caller, input.query, read.bounds);
  return {
    head: (shown: number) => `${shown} fields in ${sampled} of ${matched} events, ${read.range}`,
    tables: [table],
    cut: sampled < matched ? (['sample'] as const) : [],
    incomplete: await incompleteBecause(caller, read),
    next: 'logs_fields with a field for its values, or logs_count by one',
  };
}

export async function fieldTable(
  caller: ToolCaller,
  query: string,
  bounds: { readonly earliest: string; readonly latest: string },
): Promise<{ table: AnswerTable; matched: number; sampled: number }> {
  const { data } = await caller.call(listFields, { query: { query, ...bounds } });
  const rows = data.fields.map(({ name, count, distinct, values }) => ({
    name,
    cells: [
      name,
      typeOf(values.map(({ value }) => value)),
      share(count, data.sampled),
      cell(distinct),
      values
        .slice(0, TOP_VALUES)
        .map(({ value, count: times }) => `${value} (${times})`)
        .join('; '),
    ],
  }));
  return {
    table: {
      columns: ['field', 'type', 'share', 'distinct', 'top'],
      rows: rows.map(({ cells }) => cells),
    },
    matched: data.matched,
    sampled: data.sampled,
  };
}

const TOP_VALUES = 3;

function typeOf(values: readonly string[]): string {
  if (values.length > 0 && values.every((value) => /^-?\d+(\.\d+)?$/.test(value))) return 'number';
  return values.length > 0 && values.every((value) => value === 'true' || value === 'false')
    ? 'boolean'
    : 'text';
}

async function valuesOf(caller: ToolCaller, input: QueryInput & { readonly field: string }) {
  const read = await readQuery(caller, input);
  const name = printName(input.field);
  const { data } = await caller.call(search, {
    query: {
      query: `${input.query} | stats count by ${name} | eventstats sum(count) as all_of_them, count as values_of_it | sort ${LIMITS.agents.valuesMax} -count`,
      ...read.bounds,
      limit: LIMITS.agents.valuesMax,
    },
  });
  const rows = data.rows as Row[];
  const total = Number(rows[0]?.['all_of_them'] ?? 0);
  const distinct = Number(rows[0]?.['values_of_it'] ?? 0);
  const table = {
    columns: ['value', 'count', 'share'],
    rows: rows.map((row) => [
      cell(row[input.field]),
      cell(row['count']),
      share(Number(row['count']), total),
    ]),
  };
  return {
    head: (shown: number) => `${shown} of ${distinct} values in ${total} events, ${read.range}`,
    tables: [table],
    cut: distinct > rows.length ? (['rows'] as const) : [],
    incomplete: await incompleteBecause(caller, read),
    next:
      rows.length === 0
        ? 'logs_fields without a field for the names'
        : 'logs_count by it over time',
  };
}
