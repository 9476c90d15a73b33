import { GB, MB, SECOND_MS } from '../units.ts';

/** Searches, and the language they are written in. */
export const QUERY_DEFAULTS = {
  /** Longest run of one query. */
  timeoutMsMax: 30 * SECOND_MS,
  /** Memory of one query. */
  memoryBytesMax: 2 * GB,
  /** Rows one query may read. */
  scanRowsMax: 10_000_000_000,
  /** Queries of one organization running at once. */
  slotsPerOrganization: 8,
  /** Queries of one node running at once; beyond, organizations wait side by side for a slot. */
  slotsPerNode: 16,
  /** Longest wait for such a slot. */
  slotWaitMsMax: 10 * SECOND_MS,
  /** Memory of a query up to which none is stopped because the store as a whole is short of it. */
  memoryShareBytes: 256 * MB,
} as const;
