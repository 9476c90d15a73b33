/** Organizations, their members and credentials. */
import type { AgentMode } from '../../../spec/agents.ts';
import type { OperatorAction } from '../../../spec/audit.ts';
import type { PlanName } from '../../../spec/plans.ts';
import type { FactorRule } from '../../../spec/second-factor.ts';
import type { KeyEnvironment, KeyScope, Role } from '../../../spec/roles.ts';

declare module '../tables.ts' {
  interface Tables {
    organizations: OrganizationRow;
    organization_slots: OrganizationSlotRow;
    organization_erasures: ErasureRow;
    members: MemberRow;
    invitations: InvitationRow;
    elevations: ElevationRow;
    api_keys: ApiKeyRow;
    access_tokens: AccessTokenRow;
    scim_tokens: ScimTokenRow;
    required_connections: RequiredConnectionRow;
    break_glass_owners: BreakGlassOwnerRow;
    suspended_members: SuspendedMemberRow;
    oauth_credentials: OauthCredentialRow;
    operators: OperatorRow;
    operator_entries: OperatorEntryRow;
  }
}
declare module '../../../spec/plans.ts' {
  interface BuiltResources {
    members: true;
    apiKeys: true;
  }
}

export interface OrganizationRow {
  id: string;
  name: string;
  plan: PlanName;
  /** IANA name. */
  timezone: string;
  retention_days: number;
  /** JSON list of the identity providers with which members may not sign in. */
  closed_providers: string;
  /** JSON list of CIDR texts; empty = everywhere. */
  allowed_networks: string;
  /** 1 when every member may read the audit log. */
  audit_open: number;
  /** What agents may do here. */
  agents: AgentMode;
  /** 1 when secrets are masked in what agents read. */
  agents_masked: number;
  /** Who needs a second factor here. */
  second_factor: FactorRule;
  /** Set by the operator for this organization; null: as in the plan. */
  custom_daily_bytes: number | null;
  custom_monthly_credits: number | null;
  created_by: string;
  created_at: number;
  updated_at: number;
}

/** Each organization that a user creates takes one of a fixed number of slots; the primary key enforces the limit. */
export interface OrganizationSlotRow {
  user_id: string;
  slot: number;
  organization_id: string;
}

/** A deleted organization whose logs and files are still being removed. */
export interface ErasureRow {
  organization_id: string;
  requested_at: number;
}

export interface MemberRow {
  id: string;
  organization_id: string;
  user_id: string;
  role: Role;
  /** The connection that manages the role; it can't be changed manually then. */
  role_connection_id: string | null;
  created_at: number;
}

export interface InvitationRow {
  id: string;
  organization_id: string;
  /** Lower case. At most one pending invitation per address and organization. */
  email: string;
  role: Role;
  /** A pending one past `expires_at` has expired, and can be sent again. */
  state: 'pending' | 'accepted' | 'revoked';
  invited_by: string;
  created_at: number;
  sent_at: number;
  expires_at: number;
  ended_at: number | null;
}

/** A role held for a while only. An approved one past `ends_at` has ended. */
export interface ElevationRow {
  id: string;
  organization_id: string;
  member_id: string;
  role: Role;
  reason: string;
  duration_ms: number;
  state: 'requested' | 'approved' | 'denied' | 'ended';
  requested_at: number;
  decided_by: string | null;
  decided_at: number | null;
  ends_at: number | null;
}

/** An API key; only its holder knows the value. */
export interface ApiKeyRow {
  id: string;
  organization_id: string;
  name: string;
  scope: KeyScope;
  environment: KeyEnvironment;
  /** SHA-256 of the value, in hexadecimal digits. */
  hash: string;
  last_four: string;
  created_by: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  first_used_at: number | null;
  last_used_at: number | null;
}

/** A personal access token; it dies with its owner's membership. */
export interface AccessTokenRow {
  id: string;
  organization_id: string;
  user_id: string;
  name: string;
  /** Scopes, joined by a space. */
  scopes: string;
  hash: string;
  last_four: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  /** For OAuth clients: the URL of the client metadata. The token itself has no usable value. */
  client_id?: string | null | undefined;
}

/** Credentials of an OAuth client: a code, then pairs of tokens. */
export interface OauthCredentialRow {
  hash: string;
  organization_id: string;
  /** The access token that represents the consent. */
  token_id: string;
  kind: 'code' | 'access' | 'refresh';
  /** Of codes. */
  redirect_uri: string | null;
  challenge: string | null;
  expires_at: number;
  used_at: number | null;
}

/** A token with which the directory of an organization provisions members, and good for nothing else. */
export interface ScimTokenRow {
  id: string;
  organization_id: string;
  name: string;
  hash: string;
  last_four: string;
  created_by: string;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
  first_used_at: number | null;
  last_used_at: number | null;
  /** Days before expiry at which Owners were last notified. */
  warned_days: number | null;
}

/** A membership that the directory has suspended. It is no row of `members`, so nothing takes it for one. */
export interface SuspendedMemberRow {
  organization_id: string;
  user_id: string;
  member_id: string;
  role: Role;
  role_connection_id: string | null;
  /** Since when they had been a member. */
  created_at: number;
  suspended_at: number;
}

/** A connection through which the people of verified domains have to sign in. */
export interface RequiredConnectionRow {
  connection_id: string;
  organization_id: string;
  set_by: string;
  set_at: number;
}

/** An Owner who can sign in with a password although a connection is required; ends with the membership. */
export interface BreakGlassOwnerRow {
  member_id: string;
  organization_id: string;
  user_id: string;
  /** JSON list of CIDR texts; empty = everywhere. */
  networks: string;
  named_by: string;
  named_at: number;
  used_at: number | null;
  reminded_at: number | null;
}

/** An operator of the installation. */
export interface OperatorRow {
  user_id: string;
  /** An e-mail address; the first operator has named themselves. */
  named_by: string;
  named_at: number;
}

/** What operators did, and what they must be able to look up; it outlives the organizations it is about. */
export interface OperatorEntryRow {
  id: string;
  created_at: number;
  actor: string;
  action: OperatorAction;
  resource: string;
  ip_address: string;
  user_agent: string;
  /** JSON. */
  details: string;
}
