import { SECOND_MS } from '../units.ts';

/** The store of accounts, settings and other small things. */
export const METADATA_LIMITS = {
  /** Connections of one node to PostgreSQL. */
  connectionsMax: 10,
  /** Longest wait for a free connection, a lock, or the turn to write. */
  waitMsMax: 10 * SECOND_MS,
  /** Longest run of one statement, and longest pause inside a transaction. */
  statementMsMax: 30 * SECOND_MS,
  /** How long a starting node waits for PostgreSQL to answer. */
  openMsMax: 60 * SECOND_MS,
  /** Tries of a transaction that PostgreSQL gave up because of a conflict with another. */
  transactionAttemptsMax: 8,
  /** Bytes of one notification between nodes. */
  notificationBytesMax: 7_999,
  /** How often a node checks that it still hears notifications, and how long the check may take. */
  listenerCheckMs: 2 * SECOND_MS,
  /** Longest delay between two tries to hear notifications again. */
  listenerRetryMsMax: 5 * SECOND_MS,
} as const;
