import type { OrganizationId } from './ids.ts';

/** One log event after normalising, as the store keeps it. */
export interface LogRecord {
  readonly organization: OrganizationId;
  readonly index: string;
  /** Milliseconds since 1970, UTC: when it happened. */
  readonly timestamp: number;
  /** Milliseconds since 1970, UTC: when we accepted it. */
  readonly receivedAt: number;
  /** Days after `timestamp` at which the store forgets it. */
  readonly retentionDays: number;
  readonly level: string;
  readonly source: string;
  /** The caller's unique id for deduplication; empty when none was given. */
  readonly id: string;
  readonly body: string;
  /** Flat attributes in the order they came; no key twice. */
  readonly attributes: readonly (readonly [key: string, value: string])[];
}
