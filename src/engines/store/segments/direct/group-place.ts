/** Where a reader finds a group of rows. */
import type { GroupFacts, GroupSummary, PartSummary } from '../part-jobs.ts';

/** A group, and the name of its part. */
export interface GroupPlace extends GroupFacts {
  readonly part: string;
}

export function placeOf(part: PartSummary, { rows, bounds, details }: GroupSummary): GroupPlace {
  return { part: part.name, rows, bounds, details };
}
