/** Jobs and answers of the threads that read parts. */
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
  /** For the newest rows, the columns to return; for counts, the column to group by. */
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

/** The name that requests the ID of a row, in addition to column names. */
export const ROW_ID = 'row_id';
