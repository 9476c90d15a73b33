import type { SavedSearch } from '../../../src/contract/saved-searches.ts';

/** The address of the search page on which a saved search stands as it was saved. */
export function savedSearchParams(
  saved: Pick<SavedSearch, 'id' | 'query' | 'earliest' | 'latest' | 'display'>,
): Record<string, string> {
  const { id, query, earliest, latest, display } = saved;
  const { mode, view, columns = [], sort, order, hasDistances, isLive } = display ?? {};
  const texts = {
    q: query,
    earliest: earliest ?? undefined,
    latest: latest ?? undefined,
    mode,
    view,
    columns: columns.length === 0 ? undefined : columns.map(encodeURIComponent).join(','),
    sort,
    order: order === undefined ? undefined : `${order.isDown ? '-' : '+'}${order.field}`,
    distances: hasDistances === true ? '1' : undefined,
    live: isLive === true ? '1' : undefined,
    saved: id,
  };
  return Object.fromEntries(
    Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
