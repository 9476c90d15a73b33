/** What the threads that read parts are asked, and what they answer. */
import type { TextCounts } from './count-texts.ts';
import type { TimeRange } from './match-rows.ts';
import type { RowConditions } from './row-condition.ts';

export interface ReadJob {
  readonly kind: 'newest' | 'count';
  readonly folder: string;
  /** Groups by the names of their parts and their places in them; the newest first. */
  readonly groups: readonly GroupPlace[];
  readonly conditions: RowConditions;
  readonly range: TimeRange;
  /** Of the newest rows. */
  readonly limit: number;
  /** Of the newest rows what is wanted of each, or by which column rows are counted. */
  readonly columns: readonly string[];
}

export interface GroupPlace {
  readonly part: string;
  readonly place: number;
  readonly newest: number;
}

export type ReadAnswer =
  | { readonly kind: 'rows'; readonly rows: readonly (readonly unknown[])[] }
  | ({ readonly kind: 'counts' } & TextCounts)
  /** Only the engine can tell. */
  | { readonly kind: 'not direct' }
  | { readonly kind: 'damaged'; readonly part: string };

/** The name under which a row's id is asked for, beside those of columns. */
export const ROW_ID = 'row_id';
