/** The identity of an organization's people: domains of their addresses, and who vouches for them. */
import type {
  ConnectionKind,
  ConnectionPreset,
  DefaultRole,
  DomainProblem,
  MissingGroups,
} from '../../../spec/identity.ts';

declare module '../tables.ts' {
  interface Tables {
    domains: DomainRow;
    connections: ConnectionRow;
    connection_identities: ConnectionIdentityRow;
    connection_flows: ConnectionFlowRow;
    directory_users: DirectoryUserRow;
    directory_groups: DirectoryGroupRow;
    directory_group_members: DirectoryGroupMemberRow;
    scim_requests: ScimRequestRow;
    saml_arrivals: SamlArrivalRow;
    saml_assertions: SamlAssertionRow;
  }
}

/** A domain claimed by an organization. */
export interface DomainRow {
  id: string;
  organization_id: string;
  /** Lower case, without a dot at the end. */
  domain: string;
  /** Part of the TXT record that proves it. */
  token: string;
  /** At most one organization has proved a domain. */
  state: 'pending' | 'proved';
  proved_at: number | null;
  /** The operator who vouched for it; DNS is not checked then. */
  vouched_by: string | null;
  checked_at: number | null;
  /** Why the last check failed. */
  problem: DomainProblem | null;
  /** Of a proved one: since when its record is missing. */
  missing_since: number | null;
  created_by: string;
  created_at: number;
}

/** An identity provider through which the people of an organization sign in. */
export interface ConnectionRow {
  id: string;
  organization_id: string;
  name: string;
  kind: ConnectionKind;
  preset: ConnectionPreset;
  /** Increases with every change. */
  version: number;
  issuer: string;
  client_id: string;
  /** Encrypted, see `engines/secrets`: the secret of the client, or our private key of a SAML connection. */
  client_secret: string;
  /** JSON of what only SAML has; null for others. */
  saml: string | null;
  /** JSON: the names of the claims for email, name and groups. */
  attributes: string;
  /** 1 when people of verified domains become members by signing in. */
  jit: number;
  /** JSON list of groups and their roles. */
  role_map: string;
  default_role: DefaultRole;
  on_missing_groups: MissingGroups;
  session_hours: number;
  /** JSON of what the last test found. */
  test_result: string | null;
  tested_at: number | null;
  created_by: string;
  created_at: number;
  updated_at: number;
}

/** Whom a provider calls by which name. It goes with the membership. */
export interface ConnectionIdentityRow {
  organization_id: string;
  issuer: string;
  subject: string;
  member_id: string;
  user_id: string;
  created_at: number;
}

/** A sign-in in progress at an identity provider. */
export interface ConnectionFlowRow {
  /** SHA-256 of the state. */
  id: string;
  organization_id: string;
  connection_id: string;
  /** SHA-256 of the cookie of the browser that it began in. */
  browser: string;
  nonce: string;
  /** Encrypted, see `engines/secrets`. */
  verifier: string;
  /** The path to open after signing in. */
  return_path: string;
  /** The Owner who tests the connection; nobody is signed in then. */
  tested_by: string | null;
  expires_at: number;
}

/** A user as the directory of an organization has them. */
export interface DirectoryUserRow {
  id: string;
  organization_id: string;
  user_id: string;
  /** Lower case: names differ by more than that. */
  user_name_key: string;
  external_id: string | null;
  display_name: string | null;
  /** Lower case. The address of the account may be another one. */
  email: string;
  /** 0: the directory has suspended the user. */
  active: number;
  /** JSON of the stored attributes that the directory sent. */
  attributes: string;
  /** 1 when the account was made for this user. */
  made_account: number;
  created_at: number;
  updated_at: number;
}

export interface DirectoryGroupRow {
  id: string;
  organization_id: string;
  display_name: string;
  external_id: string | null;
  created_at: number;
  updated_at: number;
}

export interface DirectoryGroupMemberRow {
  organization_id: string;
  group_id: string;
  directory_user_id: string;
}

/** A request of a directory and its result, for the person who sets it up. */
export interface ScimRequestRow {
  id: string;
  organization_id: string;
  created_at: number;
  token_id: string;
  method: string;
  path: string;
  status: number;
  /** Why it failed. */
  detail: string | null;
}

/** A verified SAML response waiting for its browser: the form that delivers it has no cookies. */
export interface SamlArrivalRow {
  /** SHA-256 of the code in the address. */
  id: string;
  organization_id: string;
  connection_id: string;
  /** SHA-256 of the browser's cookie; null for unsolicited responses, which the person must confirm. */
  browser: string | null;
  return_path: string;
  tested_by: string | null;
  /** Encrypted JSON, see `engines/secrets`. */
  arrived: string;
  expires_at: number;
}

/** An assertion that was used, until it would be too old anyway. */
export interface SamlAssertionRow {
  organization_id: string;
  connection_id: string;
  /** SHA-256 of its ID. */
  assertion: string;
  expires_at: number;
}
