import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { Page } from '../../base/cursor.ts';

/** A page of rows by the time they were made, and one row more: it tells whether there is another page. */
export function newestFirst<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  { limit, after }: Page,
): SelectQueryBuilder<Tables, From, Row> {
  const ordered = query
    .orderBy(sql.ref('created_at'), 'desc')
    .orderBy(sql.ref('id'), 'desc')
    .limit(limit + 1);
  if (after === undefined) return ordered;
  return ordered.where(sql<SqlBool>`(created_at, id) < (${after.at}, ${after.id})`);
}
