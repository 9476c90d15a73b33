/**
 * Whether a read of `logs` needs no rows: the number of rows per minute, grouped by columns with few distinct values,
 * is stored in addition to the rows. In these counts, `timestamp` is the start of the minute, and `events` the number
 * of rows.
 */
import { FUNCTIONS } from './functions.ts';
import { conjuncts, isMinute } from './logs-read.ts';
import { partsOf } from './parts-of.ts';
import type { Expression, Select } from './tree.ts';
import { LOGS_COLUMNS } from './write-from.ts';

/** Columns of the rows that the counts have, too. */
const COUNTED = new Set(['organization', 'index_name', 'level', 'source', 'service']);

/** Of a SELECT that reads `logs`. */
export function isCounted(select: Select): boolean {
  const { isDistinct, items, conditions, groupBy, having, orderBy, limitBy } = select;
  const selected = items.map((item) => (item.kind === 'star' ? undefined : item.expression));
  const behind = [...groupBy, having, ...orderBy.map(({ key }) => key)];
  const isOfGroups = groupBy.length > 0 || selected.some(hasCount);
  return (
    isOfGroups &&
    !isDistinct &&
    limitBy === undefined &&
    selected.every((each) => each !== undefined && isKnown(each)) &&
    behind.every((each) => each === undefined || isKnown(each)) &&
    conditions.flatMap(conjuncts).every((each) => isTimeBound(each) || isKnown(each))
  );
}

/** What the reader of the counts turns into whole minutes, and rows at the ends of them. */
function isTimeBound(condition: Expression): boolean {
  if (condition.kind !== 'compare' || condition.operator === '!=') return false;
  const { left, right } = condition;
  return left.kind === 'name' && left.name === 'timestamp' && right.kind === 'parameter';
}

/** Whether the counts can tell the value. */
function isKnown(expression: Expression): boolean {
  switch (expression.kind) {
    case 'name':
      return COUNTED.has(expression.name) || !LOGS_COLUMNS.has(expression.name);
    case 'query':
      return false;
    case 'call':
      if (isMinute(expression)) return expression.arguments.length === 1;
      if (isCount(expression)) break;
      // All other functions over several rows need each of them.
      if (!FUNCTIONS.has(expression.name) || expression.over !== undefined) return false;
      break;
    default:
      break;
  }
  return partsOf(expression).every(isKnown);
}

/** `count()` or `countIf(condition)` of all rows of a group. */
function isCount(expression: Expression): boolean {
  if (expression.kind !== 'call' || expression.over !== undefined) return false;
  const { name, arguments: all } = expression;
  return (name === 'count' && all.length === 0) || (name === 'countIf' && all.length === 1);
}

function hasCount(expression: Expression | undefined): boolean {
  if (expression === undefined) return false;
  return isCount(expression) || partsOf(expression).some(hasCount);
}
