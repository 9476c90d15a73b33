/**
 * The count of a whole range is the sum of the same count over time, for any bucket size. So a value that shows both
 * reads the events only once. Only counts add up like this: nothing else may be combined from buckets.
 */
import { columnName, type Query, type Stage } from '../../../language/index.ts';
import type { KeptAnswer } from './answer-cache.ts';

/** Commands after which every event either keeps its own time or is removed. */
const KEEPS_TIMES = new Set<Stage['kind']>(['search', 'where', 'regex']);

/** Of a query that has a line, see `overTime`. */
export function isSumOfLine({ stages }: Query): boolean {
  const last = stages.at(-1);
  return (
    last?.kind === 'stats' &&
    last.by.length === 0 &&
    last.aggregations.every((each) => each.function === 'count' && columnName(each) !== '_time') &&
    stages.slice(0, -1).every(({ kind }) => KEEPS_TIMES.has(kind))
  );
}

/** What the query itself would have answered. */
export function sumOfLine({ result, ...kept }: KeptAnswer): KeptAnswer {
  const columns = result.columns.filter(({ name }) => name !== '_time');
  const sum = (name: string): number =>
    result.rows.reduce((total, row) => total + Number(row[name] ?? 0), 0);
  const row = Object.fromEntries(columns.map(({ name }): [string, unknown] => [name, sum(name)]));
  return { ...kept, result: { ...result, columns, rows: [row] } };
}
