import { SECOND_MS } from '../units.ts';

/** The store of accounts, settings and other small things. */
export const METADATA_LIMITS = {
  /** Connections of one node to PostgreSQL. */
  connectionsMax: 10,
  /** Longest wait for a free connection, a lock, or the write lock. */
  waitMsMax: 10 * SECOND_MS,
  /** Timeout of one statement, and longest pause inside a transaction. */
  statementMsMax: 30 * SECOND_MS,
  /** How long a starting node waits for PostgreSQL to answer. */
  openMsMax: 60 * SECOND_MS,
  /** Attempts of a transaction that PostgreSQL rolled back because of a conflict. */
  transactionAttemptsMax: 8,
  /** Size of one notification between nodes. */
  notificationBytesMax: 7_999,
  /** How often a node checks that it receives notifications, and timeout of that check. */
  listenerCheckMs: 2 * SECOND_MS,
  /** Longest delay between attempts to receive notifications again. */
  listenerRetryMsMax: 5 * SECOND_MS,
} as const;
