import { decodeCursor, encodeCursor } from './cursor.ts';

/** Query parameters of a list request. */
export interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

/** A page of a short list that is in memory; without a limit, everything after the cursor. */
export function pageOfWhole<Item>(
  items: readonly Item[],
  { limit, cursor }: PageQuery,
  nameOf: (item: Item) => string,
): { data: Item[]; nextCursor: string | null } {
  const start = cursor === undefined ? 0 : startBehind(items.map(nameOf), cursor);
  const end = limit === undefined ? items.length : start + limit;
  const last = items[end - 1];
  const hasMore = end < items.length && last !== undefined;
  return {
    data: items.slice(start, end),
    nextCursor: hasMore ? encodeCursor({ at: end, id: plainName(nameOf(last)) }) : null,
  };
}

/** Index after the last returned entry, or after its former position if it was deleted. */
function startBehind(names: readonly string[], cursor: string): number {
  const { at, id } = decodeCursor(cursor);
  const shown = names.findIndex((name) => plainName(name) === id);
  return shown === -1 ? Math.max(0, at - 1) : shown + 1;
}

/** What a cursor can carry. */
function plainName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '-').slice(0, 64);
}
