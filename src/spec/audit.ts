/** Every audit action, as `<resource_type>.<past-tense verb>`. */
export const AUDIT_ACTIONS = [
  'user.login_succeeded',
  'user.login_failed',
  'user.password_reset',
  'user.oauth_login_succeeded',
  'user.email_verified',
  'member.invited',
  'member.role_changed',
  'member.removed',
  'invitation.resent',
  'invitation.revoked',
  'invitation.accepted',
  'api_key.created',
  'api_key.revoked',
  'api_key.used',
  'access_token.created',
  'access_token.revoked',
  'alert_rule.created',
  'alert_rule.updated',
  'alert_rule.deleted',
  'alert_rule.enabled',
  'alert_rule.disabled',
  'dashboard.created',
  'dashboard.updated',
  'dashboard.deleted',
  'dashboard.shared',
  'dashboard.unshared',
  'report.created',
  'report.updated',
  'report.deleted',
  'organization.settings_updated',
  'organization.oauth_client_set',
  'organization.oauth_client_removed',
  'organization.plan_changed',
  'organization.limits_changed',
  'pipeline.created',
  'pipeline.updated',
  'pipeline.deleted',
  'index.created',
  'index.updated',
  'index.deleted',
  'saved_search.created',
  'saved_search.updated',
  'saved_search.deleted',
  'lookup_table.created',
  'lookup_table.updated',
  'lookup_table.deleted',
  'log.deleted',
  'log.exported',
  'export.created',
  'export.deleted',
  'dead_letter.replayed',
  'dead_letter.discarded',
  'evaluation.run',
  'elevation.requested',
  'elevation.approved',
  'elevation.denied',
  'elevation.ended',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What is recorded for the operators of the installation, beside any entry of an organization. */
export const OPERATOR_ACTIONS = [
  'operator.named',
  'operator.removed',
  'organization.plan_changed',
  'organization.limits_changed',
  'organization.deleted',
] as const;
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number];

/** The eight fields of an entry. */
export const AUDIT_FIELDS = [
  'timestamp',
  'actor',
  'action',
  'resource',
  'resource_type',
  'ip_address',
  'user_agent',
  'details',
] as const;

/** The index that holds them; names with a leading underscore cannot be written from outside. */
export const AUDIT_INDEX = '_audit';
export const DEFAULT_INDEX = 'main';
export const INTERNAL_INDEX_PREFIX = '_';
