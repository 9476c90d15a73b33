import type { AuditAction, OperatorAction } from '../../spec/audit.ts';
import type { PlanName } from '../../spec/plans.ts';
import type { KeyEnvironment, KeyScope, Role } from '../../spec/roles.ts';

/**
 * Every table of the metadata store, as both engines keep it. Times are milliseconds since 1970, UTC.
 * A new table also needs a file in `migrations/`, and one `…-table.ts` in the room that owns it.
 */
export interface Tables {
  schema_migrations: MigrationRow;
  settings: SettingRow;
  leases: LeaseRow;
  mail_outbox: MailRow;
  users: UserRow;
  sessions: SessionRow;
  accounts: AccountRow;
  verifications: VerificationRow;
  password_history: PasswordHistoryRow;
  organizations: OrganizationRow;
  organization_slots: OrganizationSlotRow;
  organization_erasures: ErasureRow;
  members: MemberRow;
  invitations: InvitationRow;
  elevations: ElevationRow;
  api_keys: ApiKeyRow;
  access_tokens: AccessTokenRow;
  audit_entries: AuditRow;
  operators: OperatorRow;
  operator_entries: OperatorEntryRow;
  indexes: IndexRow;
  index_erasures: IndexErasureRow;
  index_retentions: IndexRetentionRow;
  usage_days: UsageDayRow;
  usage_batches: UsageBatchRow;
  quota_warnings: QuotaWarningRow;
  ai_credits: AiCreditRow;
  ai_holds: AiHoldRow;
  saved_searches: SavedSearchRow;
  lookup_tables: LookupTableRow;
  log_deletions: LogDeletionRow;
  pipelines: PipelineRow;
  pipeline_versions: PipelineVersionRow;
  pipeline_keys: PipelineKeyRow;
}

/** What has been done to the schema, in order. */
interface MigrationRow {
  position: number;
  name: string;
  checksum: string;
  applied_at: number;
}

/** Facts about the installation itself. */
interface SettingRow {
  key: string;
  value: string;
  changed_at: number;
}

/** Who runs a periodic job, and when it is due. */
export interface LeaseRow {
  name: string;
  /** Null while nobody runs the job. */
  holder: string | null;
  /** Grows with every new holder, so that a late one can be told from the present one. */
  fence: number;
  /** Grows with every sign of life of the holder. */
  renewals: number;
  due_at: number;
}

/** Mail that waits, and for a while the record of mail that was sent or given up. */
export interface MailRow {
  id: string;
  recipient: string;
  subject: string;
  /** JSON of the text and the markup; null once the mail was sent or given up. */
  body: string | null;
  state: 'waiting' | 'sent' | 'given_up';
  attempts: number;
  created_at: number;
  /** When it may be tried, while it waits; while a node sends it, when another may. */
  due_at: number;
  /** Of the node that sends it now. */
  claim: string | null;
  /** When it was sent or given up. */
  ended_at: number | null;
}

/** A person. */
export interface UserRow {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  /** 1 once the address is confirmed. */
  email_verified: number;
  image: string | null;
  created_at: number;
  updated_at: number;
}

/** A signed-in browser. */
export interface SessionRow {
  id: string;
  user_id: string;
  token: string;
  expires_at: number;
  created_at: number;
  updated_at: number;
  ip_address: string | null;
  user_agent: string | null;
  /** The organization chosen last. */
  active_organization_id: string | null;
  signed_in_with: 'password' | 'google' | 'github';
}

/** A way to sign in: a password or an identity provider. */
export interface AccountRow {
  id: string;
  user_id: string;
  account_id: string;
  provider_id: string;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: number | null;
  refresh_token_expires_at: number | null;
  scope: string | null;
  /** Argon2id hash. */
  password: string | null;
  created_at: number;
  updated_at: number;
}

/** A link or a state that was handed out and is awaited back. */
export interface VerificationRow {
  id: string;
  identifier: string;
  value: string;
  expires_at: number;
  created_at: number;
  updated_at: number;
}

/** Hashes of earlier passwords. */
export interface PasswordHistoryRow {
  user_id: string;
  hash: string;
  created_at: number;
}

export interface OrganizationRow {
  id: string;
  name: string;
  plan: PlanName;
  /** IANA name. */
  timezone: string;
  retention_days: number;
  /** 1 when members may sign in with it. */
  oauth_google: number;
  oauth_github: number;
  /** JSON list of CIDR texts; empty = everywhere. */
  allowed_networks: string;
  /** 1 when every member may read the audit log. */
  audit_open: number;
  /** What the operator has set for this organization; null = what the plan says. */
  custom_daily_bytes: number | null;
  custom_monthly_credits: number | null;
  created_by: string;
  created_at: number;
  updated_at: number;
}

/** Each organization a user creates takes one of a fixed number of places; the primary key keeps the count. */
interface OrganizationSlotRow {
  user_id: string;
  slot: number;
  organization_id: string;
}

/** An organization that is gone, whose logs and files are still being removed. */
interface ErasureRow {
  organization_id: string;
  requested_at: number;
}

export interface MemberRow {
  id: string;
  organization_id: string;
  user_id: string;
  role: Role;
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

/** An API key; its value is known to nobody but its holder. */
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
}

/** Written in the transaction of what it tells about, then shipped to the index `_audit`. */
export interface AuditRow {
  id: string;
  organization_id: string;
  recorded_at: number;
  actor: string;
  action: AuditAction;
  resource: string;
  resource_type: string;
  ip_address: string;
  user_agent: string;
  /** JSON. */
  details: string;
  /** When the ingest queue took it. */
  delivered_at: number | null;
}

/** Somebody who runs the installation. */
interface OperatorRow {
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

/** An index beside `main`, which every organization has; `main` is here only once it was changed. */
export interface IndexRow {
  organization_id: string;
  name: string;
  description: string;
  /** Null = the organization's. */
  retention_days: number | null;
  created_at: number;
}

/** An index that is gone, whose events are still being removed: those that arrived before. */
export interface IndexErasureRow {
  organization_id: string;
  index_name: string;
  requested_at: number;
}

/** The retention that the stored events of an index were given last. */
export interface IndexRetentionRow {
  organization_id: string;
  index_name: string;
  retention_days: number;
  applied_at: number;
  /** 1 once events that were on their way then have it as well. */
  is_settled: number;
}

/** Events that somebody wants erased, and what became of it. */
export interface LogDeletionRow {
  id: string;
  organization_id: string;
  /** A running one whose node died is run again. */
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** As it was asked for. */
  query: string;
  /** The search of the query, without its bounds. */
  search: string;
  from_ms: number;
  to_ms: number;
  requested_by: string;
  ip_address: string;
  user_agent: string;
  attempts: number;
  /** Events that were found before the first try; null until then. */
  matched: number | null;
  /** Events that a search still finds; 0 is the proof. */
  remaining: number | null;
  created_at: number;
  ended_at: number | null;
}

/** A query somebody wants to run again; everybody in the organization sees it. */
export interface SavedSearchRow {
  id: string;
  organization_id: string;
  /** At most one of a name in an organization. */
  name: string;
  description: string;
  query: string;
  /** The range as it was written; null = whatever the reader chooses. */
  earliest: string | null;
  latest: string | null;
  created_by: string;
  created_at: number;
  updated_at: number;
}

/** What an organization has sent on a day (UTC) and the store has taken. */
interface UsageDayRow {
  organization_id: string;
  /** `2026-11-15`. */
  day: string;
  events: number;
  /** Of the events' JSON. */
  bytes: number;
  /** Held over the quota for too long, and thrown away. */
  discarded_events: number;
  discarded_bytes: number;
}

/** What an organization has spent in one month, in micro-credits. */
interface AiCreditRow {
  organization_id: string;
  /** Year and month in UTC, e.g. `2026-11`. */
  month: string;
  used: number;
  /** Set aside by runs that have not ended. */
  held: number;
  runs: number;
  failed_runs: number;
}

/** What a run has set aside; it is booked as used when nobody has settled it in time. */
interface AiHoldRow {
  id: string;
  organization_id: string;
  month: string;
  amount: number;
  expires_at: number;
}

/** Days on which the Owners were told that the quota is nearly used up. */
interface QuotaWarningRow {
  organization_id: string;
  day: string;
  warned_at: number;
}

/** Batches that have been counted, so that none is counted twice. */
interface UsageBatchRow {
  token: string;
  recorded_at: number;
}

/** What happens to events on their way in. */
export interface PipelineRow {
  id: string;
  organization_id: string;
  /** From 1, without gaps. */
  position: number;
  name: string;
  description: string;
  is_enabled: number;
  /** A search expression; empty = every event. */
  match_text: string;
  /** JSON list. */
  steps: string;
  /** Grows with every change. */
  version: number;
  created_at: number;
  updated_at: number;
  updated_by: string;
}

/** What a pipeline was before a change. */
export interface PipelineVersionRow {
  pipeline_id: string;
  version: number;
  organization_id: string;
  name: string;
  description: string;
  is_enabled: number;
  match_text: string;
  steps: string;
  updated_at: number;
  updated_by: string;
}

/** The key of an organization's masks; without it nobody can tell what a hash stands for. */
interface PipelineKeyRow {
  organization_id: string;
  key: string;
  created_at: number;
}

/** What searches look values up in. */
export interface LookupTableRow {
  /** A table that is made anew under an old name has another id. */
  id: string;
  organization_id: string;
  name: string;
  /** Grows with every change. */
  version: number;
  /** JSON list of names, in order. */
  columns: string;
  row_count: number;
  /** Size of the content before compression. */
  bytes: number;
  /** Every value, column by column; see the room that owns it. */
  content: Uint8Array;
  created_at: number;
  updated_at: number;
  updated_by: string;
}
