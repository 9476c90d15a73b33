/** Whether a statement requests the newest events, so that the newest rows may be enough to answer it. */
import type { BoundValue } from './bound-values.ts';
import { partsOf } from './parts-of.ts';
import type { Expression, OrderItem, Query, Select } from './tree.ts';

/** The number of requested rows, if each derives from one row of `logs` and the newest come first. */
export function newestRows(
  { selects }: Query,
  valueOf: (expression: Expression | undefined) => BoundValue | undefined,
): number | undefined {
  const [outer] = selects;
  if (outer === undefined || selects.length > 1) return undefined;
  const limit = limitOf(outer, valueOf);
  if (limit === undefined || !isNewestFirst(outer)) return undefined;
  if (readsLogs(outer)) return limit;
  // The newest of each index, put together: as many of each as of all.
  if (outer.from?.kind !== 'query' || outer.conditions.length > 0) return undefined;
  const isSame = (select: Select): boolean =>
    readsLogs(select) && isNewestFirst(select) && limitOf(select, valueOf) === limit;
  return outer.from.query.selects.every(isSame) ? limit : undefined;
}

export function readsLogs({ from }: Select): boolean {
  return from?.kind === 'table' && from.name === 'logs';
}

function isNewestFirst(select: Select): boolean {
  const { isDistinct, groupBy, having, limitBy, orderBy, items } = select;
  return (
    !isDistinct &&
    groupBy.length === 0 &&
    having === undefined &&
    limitBy === undefined &&
    orderBy.length === 2 &&
    isDescending(orderBy[0], 'timestamp') &&
    isDescending(orderBy[1], 'row_id') &&
    items.every((item) => item.kind === 'star' || isOfOneRow(item.expression))
  );
}

function isDescending(item: OrderItem | undefined, name: string): boolean {
  return item?.isDescending === true && item.key.kind === 'name' && item.key.name === name;
}

/** No window function reads other rows. */
function isOfOneRow(expression: Expression): boolean {
  if (expression.kind === 'call' && expression.over !== undefined) return false;
  return partsOf(expression).every(isOfOneRow);
}

function limitOf(
  { limit }: Select,
  valueOf: (expression: Expression | undefined) => BoundValue | undefined,
): number | undefined {
  const value = limit === undefined ? undefined : valueOf(limit)?.value;
  return typeof value === 'number' ? value : undefined;
}
