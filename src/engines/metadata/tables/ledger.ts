/**
 * Current permissions and deletions. A backup is older, and a restore must not bring back what was revoked since. The
 * ledger lists what exists; anything in a restored backup that it doesn't list was removed.
 */
import type { AgentMode } from '../../../spec/agents.ts';
import type { FactorRule } from '../../../spec/second-factor.ts';
import type { RecoveryCodeRow, SecondFactorRow } from './accounts.ts';
import type { LogDeletionRow } from './search.ts';

export interface Ledger {
  /** 1 before `ways` was listed. */
  readonly version: 1 | 2;
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
  readonly ways?: LedgerWays;
}

/** Ways into an organization, and ways on which its data leave it. */
export interface LedgerWays {
  /**
   * Organization, its allowlist of networks, its closed providers, whether every member reads its audit log, what agents may do,
   * whether secrets are masked for them, and who needs a second factor; ledgers of older releases lack the last three.
   */
  readonly settings: readonly (readonly [
    string,
    string,
    string,
    number,
    AgentMode?,
    number?,
    FactorRule?,
  ])[];
  /** Organization, provider, client id, and when its secret was set. */
  readonly oauthClients: readonly (readonly [string, string, string, number])[];
  /** Id, digest of where it sends what, and whether it is enabled. */
  readonly channels: readonly (readonly [string, string, boolean])[];
  /** Id, version, and whether it is enabled. */
  readonly exports: readonly (readonly [string, number, boolean])[];
  /** Audit streams: id, version, and whether it is enabled. Missing where they were not listed yet. */
  readonly streams?: readonly (readonly [string, number, boolean])[];
  /** Connections to identity providers: id and version. Missing where they were not listed yet. */
  readonly connections?: readonly (readonly [string, number])[];
  /** Domains that are proved. Missing where they were not listed yet. */
  readonly domains?: readonly string[];
  /** Second factors and recovery codes, whole. Missing where they were not listed yet. */
  readonly factors?: readonly SecondFactorRow[];
  readonly recoveryCodes?: readonly RecoveryCodeRow[];
  /** SCIM tokens that are not revoked. Missing where they were not listed yet. */
  readonly scimTokens?: readonly string[];
  /** Short links that are not revoked. Missing where they were not listed yet. */
  readonly shortLinks?: readonly string[];
  /** Reports by mail. */
  readonly reports: readonly string[];
  /** Public badges of checks. Missing where they were not listed yet. */
  readonly badges?: readonly string[];
}
