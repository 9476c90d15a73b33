import type { OrganizationId } from '../../../base/ids.ts';

/**
 * Why events of a period can be missing from searches: they wait in the queue, were rejected, were spilled, are over
 * the quota, or are on an unavailable node.
 */
export type GapKind = 'lag' | 'refusing' | 'spilling' | 'quota' | 'node_away';

export interface Gap {
  readonly id: string;
  readonly node: string;
  /** Null for all of them. */
  readonly organization: OrganizationId | null;
  readonly kind: GapKind;
  /** Milliseconds since 1970. */
  readonly from: number;
  /** Null while it lasts. */
  readonly to: number | null;
}

/** A problem present at the time of a check. */
export interface Condition {
  readonly kind: Exclude<GapKind, 'node_away'>;
  readonly organization: OrganizationId | null;
  readonly since: number;
  /** When it was last so, where that is known; else it is so until it is found to be over. */
  readonly lastAt?: number;
}
