/**
 * Events in their order: by time, and those of the same time by their row id. DuckDB finds the first or last row
 * of many groups several times as fast by one number as by two, so both become one.
 */
import type { Expression, OrderItem } from './tree.ts';

/** The number for a tuple of both, in either direction; undefined for any other expression. */
export function eventKey(expression: Expression | undefined): string | undefined {
  const parts =
    expression?.kind === 'tuple'
      ? expression.items
      : expression?.kind === 'call' && expression.name === 'tuple'
        ? expression.arguments
        : [];
  const [first, second] = parts;
  if (parts.length !== 2) return undefined;
  if (isName(first, 'timestamp') && isName(second, 'row_id')) return ASCENDING;
  const ms =
    first?.kind === 'negate' ? argumentOf(first.operand, 'toUnixTimestamp64Milli') : undefined;
  const isReversed = isName(ms, 'timestamp') && isName(argumentOf(second, 'bitNot'), 'row_id');
  return isReversed ? DESCENDING : undefined;
}

/** The same for an order by both; undefined for any other. */
export function eventOrder(orderBy: readonly OrderItem[]): string | undefined {
  const [first, second] = orderBy;
  if (first === undefined || second === undefined || orderBy.length !== 2) return undefined;
  if (!isName(first.key, 'timestamp') || !isName(second.key, 'row_id')) return undefined;
  if (first.isDescending !== second.isDescending) return undefined;
  return first.isDescending ? `${ASCENDING} DESC` : ASCENDING;
}

const ASCENDING = 'ch_event_key(epoch_ms("timestamp"), "row_id")';
const DESCENDING = 'ch_event_key(-epoch_ms("timestamp"), ~"row_id")';

function isName(expression: Expression | undefined, name: string): boolean {
  return expression?.kind === 'name' && expression.name === name;
}

function argumentOf(expression: Expression | undefined, call: string): Expression | undefined {
  return expression?.kind === 'call' && expression.name === call
    ? expression.arguments[0]
    : undefined;
}
