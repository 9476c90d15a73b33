import { decodeCursor, type Page } from '../../base/cursor.ts';
import { LIMITS } from '../../spec/limits.ts';

/** What the query of a list asks for. */
export function pageOf(query: { readonly limit?: number; readonly cursor?: string }): Page {
  return {
    limit: query.limit ?? LIMITS.http.pageRowsDefault,
    after: query.cursor === undefined ? undefined : decodeCursor(query.cursor),
  };
}
