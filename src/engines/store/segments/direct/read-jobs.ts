/** What the threads that read parts are asked, and what they answer. */
import type { GroupFacts, GroupSummary, PartSummary } from '../part-jobs.ts';
import type { TextCounts } from './count-texts.ts';
import type { TimeRange } from './match-rows.ts';
import type { RowConditions } from './row-condition.ts';

export interface ReadJob {
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

/** A group, and the name of its part. */
export interface GroupPlace extends GroupFacts {
  readonly part: string;
}

export function placeOf(part: PartSummary, { rows, bounds, details }: GroupSummary): GroupPlace {
  return { part: part.name, rows, bounds, details };
}

export type ReadAnswer =
  | { readonly kind: 'rows'; readonly rows: readonly (readonly unknown[])[] }
  | ({ readonly kind: 'counts' } & TextCounts)
  /** Only the engine can tell. */
  | { readonly kind: 'not direct' }
  | { readonly kind: 'damaged'; readonly part: string };

/** The name under which a row's id is asked for, beside those of columns. */
export const ROW_ID = 'row_id';
