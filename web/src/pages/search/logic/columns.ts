/** Which columns the rows show. */
import type { SearchState } from '../../../data/search-state.ts';

/** Default columns of the table. */
const TABLE_COLUMNS: readonly string[] = ['level', 'source', 'event'];

/** A table always has the text of the events; lines have it anyway. */
export function shownColumns({ view, columns }: SearchState): readonly string[] {
  if (view !== 'table') return columns.includes('event') ? withColumn(columns, 'event') : columns;
  if (columns.length === 0) return TABLE_COLUMNS;
  return columns.includes('event') ? columns : [...columns, 'event'];
}

/** Adds or removes the column. A new one goes before the event text, which takes the rest of the line. */
export function withColumn(columns: readonly string[], field: string): string[] {
  if (columns.includes(field)) return columns.filter((each) => each !== field);
  const last = columns.indexOf('event');
  return last < 0 ? [...columns, field] : columns.toSpliced(last, 0, field);
}
