import type { OrganizationId } from './ids.ts';

/** One log event after normalising, as the store keeps it. */
export interface LogRecord {
  readonly organization: OrganizationId;
  readonly index: string;
  /** Milliseconds since 1970, UTC. */
  readonly timestamp: number;
  readonly level: string;
  readonly source: string;
  /** The caller's unique id for deduplication; empty when none was given. */
  readonly id: string;
  readonly body: string;
  /** Flat attributes in the order they came. */
  readonly attributes: readonly (readonly [key: string, value: string])[];
}
