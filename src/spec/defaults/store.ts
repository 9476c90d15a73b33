import { GB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** The store of logs. */
export const STORE_DEFAULTS = {
  /** Longest time one insert may take. */
  insertTimeoutMs: 60 * SECOND_MS,
  /** Longest time a deletion or another change may take. */
  commandTimeoutMs: 30 * MINUTE_MS,
  /** Longest time an export of search results may take. */
  exportTimeoutMs: 30 * MINUTE_MS,
  /** How long the store may take to say how it is. */
  healthTimeoutMs: 3 * SECOND_MS,
  /** How long the local engine may take to start; it reads its list of parts first. */
  startTimeoutMs: 60 * SECOND_MS,
  /** How long the local engine may take to stop before it is killed. */
  stopTimeoutMs: 8 * SECOND_MS,
  /** Memory of the local engine, unless the machine has less than twice as much. */
  memoryBytesMax: 4 * GB,
  /** Connections one node keeps to the store for each purpose: searches, exports, inserts, its health. */
  connectionsMax: 64,
} as const;
