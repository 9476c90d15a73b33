/** What the threads that read parts are asked, and what they answer. */
import type { Shown, ShownCounts, TextCounts } from './count-texts.ts';
import type { GroupPlace } from './group-place.ts';
import type { TimeRange } from './match-rows.ts';
import type { RowConditions } from './row-condition.ts';

export type ReadJob = RowsJob | JoinJob;

export interface RowsJob {
  readonly kind: 'newest' | 'count';
  readonly folder: string;
  /** The newest first. */
  readonly groups: readonly GroupPlace[];
  readonly conditions: RowConditions;
  readonly range: TimeRange;
  /** Of the newest rows. */
  readonly limit: number;
  /** Of the newest rows what is wanted of each, or by which column rows are counted. */
  readonly columns: readonly string[];
}

/** To be made one of what several jobs have counted. */
export interface JoinJob {
  readonly kind: 'join';
  readonly counts: readonly TextCounts[];
  readonly shown: Shown;
}

export type ReadAnswer =
  | { readonly kind: 'rows'; readonly rows: readonly (readonly unknown[])[] }
  | ({ readonly kind: 'counts' } & TextCounts)
  | ({ readonly kind: 'shown' } & ShownCounts)
  /** Only the engine can tell. */
  | { readonly kind: 'not direct' }
  | { readonly kind: 'damaged'; readonly part: string };

/** The name under which a row's id is asked for, beside those of columns. */
export const ROW_ID = 'row_id';
