/**
 * Who may do what, and what was deleted, as it is now: a backup is older than that, and a restore must not give back what
 * was taken since. It lists what is there. What a restore brings and the ledger does not know was taken away.
 */
import type { LogDeletionRow } from '../../../engines/metadata/tables/search.ts';

export interface Ledger {
  readonly version: 1;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly organizations: readonly string[];
  readonly users: readonly string[];
  readonly operators: readonly string[];
  /** Id and role. */
  readonly members: readonly (readonly [string, string])[];
  /** Those that are not revoked. */
  readonly keys: readonly string[];
  readonly tokens: readonly string[];
  /** Pending ones. */
  readonly invitations: readonly string[];
  /** Roles that are lent. */
  readonly elevations: readonly string[];
  /** Dashboards that are shared by a link. */
  readonly links: readonly string[];
  /** Organization, name and time of creation. */
  readonly indexes: readonly (readonly [string, string, number])[];
  /** Hashes of passwords, by the way to sign in. */
  readonly passwords: readonly (readonly [string, string])[];
  readonly deletions: readonly LogDeletionRow[];
}
