/** Lists the newest events, as a search without further commands shows them. */
import type { Expression, Select } from '../../duckdb/dialect/tree.ts';
import { FEW_VALUES, NUMBERS, TEXTS } from '../part-rows.ts';
import { askThread, groupsFor, type ReadNeeds } from './ask-threads.ts';
import type { CountedTable } from './count-logs.ts';
import type { Scope } from './evaluate.ts';
import { readConditions } from './read-conditions.ts';
import { type ReadJob, ROW_ID } from './read-jobs.ts';
import { rowConditions } from './row-condition.ts';
import { itemsOf, type Table } from './run-query.ts';
import { NotDirect } from './value.ts';

export async function listNewest(needs: ReadNeeds, select: Select): Promise<CountedTable> {
  const { parameter, parts } = needs;
  requireNewest(select);
  const read = readConditions(parameter, select.conditions);
  const items = itemsOf(select);
  const columns = items.map(({ expression }) => columnOf(expression));
  const limit = limitOf(select.limit, parameter);
  const { groups, rows } = groupsFor(parts.all(), read);
  const job: ReadJob = {
    kind: 'newest',
    folder: parts.folder,
    groups,
    conditions: rowConditions(read.conditions, parameter),
    range: { from: read.from, to: read.to },
    limit,
    columns,
  };
  const names = items.map(({ name }) => name);
  if (groups.length === 0) return { names, rows: [], rowsCounted: 0 };
  const answer = await askThread(needs, job, read.organization);
  if (answer.kind !== 'rows') throw new NotDirect('this list');
  // The thread returns values in the form used in answers.
  return { names, rows: answer.rows as Table['rows'], rowsCounted: rows };
}

/** `ORDER BY timestamp DESC, row_id DESC`, and nothing that would change which rows there are. */
function requireNewest({ orderBy, groupBy, isDistinct, limitBy, having }: Select): void {
  const [first, second, ...more] = orderBy;
  const isBy = (item: typeof first, name: string): boolean =>
    item?.isDescending === true && item.key.kind === 'name' && item.key.name === name;
  const isNewest = isBy(first, 'timestamp') && isBy(second, 'row_id') && more.length === 0;
  const isPlain =
    groupBy.length === 0 && !isDistinct && limitBy === undefined && having === undefined;
  if (!isNewest || !isPlain) throw new NotDirect('such a list');
}

const COLUMNS: ReadonlySet<string> = new Set([...FEW_VALUES, ...TEXTS, ...NUMBERS, 'attributes']);
/** Other columns are no columns of the table. */
const OWN: ReadonlySet<string> = new Set(['row_sequence', 'row_node']);

function columnOf(expression: Expression): string {
  if (expression.kind === 'name' && COLUMNS.has(expression.name) && !OWN.has(expression.name)) {
    return expression.name;
  }
  if (isRowIdText(expression)) return ROW_ID;
  throw new NotDirect('such a column');
}

/** `leftPad(lower(hex(row_id)), 16, '0')` */
function isRowIdText(expression: Expression): boolean {
  if (expression.kind !== 'call' || expression.name !== 'leftPad') return false;
  const [lower, length, fill] = expression.arguments;
  const hex = lower?.kind === 'call' && lower.name === 'lower' ? lower.arguments[0] : undefined;
  const id = hex?.kind === 'call' && hex.name === 'hex' ? hex.arguments[0] : undefined;
  return (
    id?.kind === 'name' &&
    id.name === 'row_id' &&
    length?.kind === 'number' &&
    length.text === '16' &&
    fill?.kind === 'text' &&
    fill.value === '0'
  );
}

/** Longer lists are the engine's. */
const LIST_ROWS_MAX = 1_001;

function limitOf(limit: Expression | undefined, parameter: Scope['parameter']): number {
  const value = limit?.kind === 'parameter' ? parameter(limit).value : undefined;
  if (typeof value !== 'number' || value > LIST_ROWS_MAX) throw new NotDirect('a long list');
  return value;
}
