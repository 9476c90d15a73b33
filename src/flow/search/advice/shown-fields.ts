import {
  type Aggregation,
  columnName,
  type Query,
  type SearchExpression,
} from '../../../language/index.ts';
import type { AnswerRow } from '../compile/write-answer.ts';

/** Nothing was found: no rows, or rows that count nothing. */
export function isNothing(rows: readonly AnswerRow[]): boolean {
  return rows.every((row) =>
    Object.entries(row).every(([name, value]) => name === '_time' || isBlank(value)),
  );
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === 0;
}

/** Fields that events surely have, since rows show them or could not be there without them. */
export function fieldsShown(query: Query, rows: readonly AnswerRow[]): Set<string> {
  const [first] = query.stages;
  const search = first?.kind === 'search' ? first.expression : undefined;
  const shown = new Set(search === undefined ? [] : demanded(search));
  for (const row of rows) {
    for (const name in row) if (!shown.has(name) && !isMissing(row[name])) shown.add(name);
  }
  for (const aggregation of aggregationsOf(query)) {
    const argument = aggregation.trend?.of.argument ?? aggregation.argument;
    const column = columnName(aggregation);
    // What was computed was computed of something; a count is there without any.
    const isComputed = rows.some((row) => !isBlank(row[column]));
    if (argument?.kind === 'fields' && isComputed) shown.add(argument.pattern[0]);
  }
  return shown;
}

function aggregationsOf({ stages }: Query): Aggregation[] {
  return stages.flatMap((stage) =>
    stage.kind === 'stats' || stage.kind === 'tstats' || stage.kind === 'timechart'
      ? stage.aggregations
      : [],
  );
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined;
}

/** Fields without which no event fits. */
export function demanded(search: SearchExpression): string[] {
  switch (search.kind) {
    case 'and':
      return search.operands.flatMap(demanded);
    case 'comparison':
    case 'in':
      return [search.field.name];
    default:
      return [];
  }
}
