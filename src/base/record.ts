import type { OrganizationId } from './ids.ts';

/** One log event after normalising, as the store keeps it. */
export interface LogRecord {
  readonly organization: OrganizationId;
  readonly index: string;
  /** How long the store keeps it, by its index at the time it came in. */
  readonly retentionDays: number;
  /** Milliseconds since 1970, UTC. */
  readonly timestamp: number;
  readonly level: string;
  readonly source: string;
  /** The caller's unique id for deduplication; empty when none was given. */
  readonly id: string;
  readonly body: string;
  /** Flat attributes in the order they came: the value of `keys[i]` is `values[i]`. No key stands twice. */
  readonly keys: readonly string[];
  readonly values: readonly string[];
}
