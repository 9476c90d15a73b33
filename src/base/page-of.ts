import { LIMITS } from '../spec/limits.ts';
import { decodeCursor, type Page } from './cursor.ts';
import type { PageQuery } from './page-of-whole.ts';

/** Page parameters from the query of a list request. */
export function pageOf(query: PageQuery): Page {
  return {
    limit: query.limit ?? LIMITS.http.pageRowsDefault,
    after: query.cursor === undefined ? undefined : decodeCursor(query.cursor),
  };
}
