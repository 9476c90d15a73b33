/** Describes an audit entry as a sentence after the actor's name. The type requires a sentence for every action. */
import type { AuditAction, OperatorAction } from '../../../../src/spec/audit.ts';
import { ROLES } from '../../../../src/spec/roles.ts';
import { roleName } from '../role-names.ts';

export interface AuditFacts {
  /** What was done, as `<resource_type>.<past-tense verb>`. */
  readonly action: string;
  /** Identifier of what it was done to. */
  readonly resource: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** More names would make the sentence unreadable. */
const NAMES_MAX = 4;

type Tell = (facts: AuditFacts) => string;

const SENTENCES: Readonly<Record<AuditAction | OperatorAction, Tell>> = {
  'user.login_succeeded': () => 'signed in with a password',
  'access.refused': (facts) => `was denied ${facts.resource}${inBrackets(facts, 'code')}`,
  'user.signed_out': () => 'signed out',
  'user.sessions_ended': (facts) => `signed out ${count(facts, 'sessions', 'device')}`,
  'user.login_failed': (facts) => `failed to sign in${because(facts)}`,
  'user.password_reset': (facts) =>
    text(facts, 'by') === 'link'
      ? 'reset their password with an emailed link'
      : 'changed their password',
  'user.oauth_login_succeeded': (facts) =>
    `signed in with ${text(facts, 'provider') || 'a provider'}`,
  'user.sso_login_succeeded': (facts) => `signed in through ${of(facts, 'name')}`,
  'user.sso_login_failed': (facts) =>
    `failed to sign in through ${of(facts, 'name')}${inBrackets(facts, 'code')}${because(facts)}`,
  'user.break_glass_login_succeeded': () => 'signed in with a password as a break-glass Owner',
  'user.second_factor_added': (facts) => `added the second factor ${of(facts, 'name')}`,
  'user.second_factor_removed': (facts) => `removed the second factor ${of(facts, 'name')}`,
  'user.second_factor_failed': (facts) => `failed to prove a second factor${because(facts)}`,
  'user.second_factor_reset': () => 'lost all second factors: an operator reset them',
  'user.recovery_codes_created': () => 'created new recovery codes',
  'user.recovery_code_used': () => 'used a recovery code',
  'user.email_verified': () => 'confirmed their email address',
  'member.invited': (facts) => `invited ${person(facts)}${asRole(facts, 'role')}`,
  'member.provisioned': (facts) =>
    facts.details['connection'] === undefined
      ? `added ${person(facts)}${asRole(facts, 'role')}`
      : `joined through the identity provider${asRole(facts, 'role')}`,
  'member.suspended': (facts) => `suspended ${person(facts)}${because(facts)}`,
  'member.resumed': (facts) => `reactivated ${person(facts)}${asRole(facts, 'role')}`,
  'member.deprovisioned': (facts) => `deprovisioned ${person(facts)}`,
  'member.role_changed': (facts) =>
    `changed the role of ${person(facts)}${fromTo(facts, roleText)}`,
  'member.removed': (facts) => `removed ${person(facts)} from the organization`,
  'invitation.resent': (facts) => `resent the invitation for ${person(facts)}`,
  'invitation.revoked': (facts) => `revoked the invitation for ${person(facts)}`,
  'invitation.accepted': (facts) => `accepted an invitation and joined${asRole(facts, 'role')}`,
  'api_key.created': (facts) => `created the API key ${named(facts)}${inBrackets(facts, 'scope')}`,
  'api_key.revoked': (facts) => `revoked the API key ${named(facts)}`,
  'api_key.used': (facts) => `used the API key ${named(facts)} for the first time`,
  'access_token.created': (facts) =>
    `created the access token ${named(facts)}${inBrackets(facts, 'scopes')}`,
  'access_token.revoked': (facts) => `revoked the access token ${named(facts)}${because(facts)}`,
  'oauth_client.consented': (facts) => `connected ${of(facts, 'client')}`,
  'oauth_client.revoked': (facts) => `disconnected ${of(facts, 'client')}`,
  'agent.connected': (facts) =>
    text(facts, 'furtherClients') === ''
      ? `connected the agent ${of(facts, 'client')}`
      : `connected agents under further names (${text(facts, 'furtherClients')} in a day)`,
  'alert_rule.created': (facts) => `created the alert rule ${named(facts)}`,
  'alert_rule.updated': (facts) => `changed${changed(facts)} the alert rule ${named(facts)}`,
  'alert_rule.deleted': (facts) => `deleted the alert rule ${named(facts)}`,
  'alert_rule.enabled': (facts) => `enabled the alert rule ${named(facts)}`,
  'alert_rule.disabled': (facts) => `disabled the alert rule ${named(facts)}`,
  'alert_rule.snoozed': (facts) => snoozed(facts, `the alert rule ${named(facts)}`),
  'alert_member.forgotten': (facts) => `removed a source from the alert rule ${of(facts, 'rule')}`,
  'alert.acknowledged': (facts) => `acknowledged an incident of ${of(facts, 'rule')}`,
  'alert.snoozed': (facts) => snoozed(facts, `an incident of ${of(facts, 'rule')}`),
  'alert.noted': (facts) => `added a note to an incident of ${of(facts, 'rule')}`,
  'alert.resolved': (facts) => `resolved an incident of ${of(facts, 'rule')}`,
  'alert_channel.created': (facts) =>
    `created the alert channel ${named(facts)}${inBrackets(facts, 'kind')}`,
  'alert_channel.updated': (facts) =>
    text(facts, 'confirmed') === ''
      ? `changed${changed(facts)} the alert channel ${named(facts)}`
      : `confirmed ${text(facts, 'confirmed')} as an alert recipient`,
  'alert_channel.deleted': (facts) => `deleted the alert channel ${named(facts)}`,
  'alert_channel.tested': (facts) =>
    `sent a test notification to the alert channel ${named(facts)}${inBrackets(facts, 'state')}`,
  'alert_channel.secret_rotated': (facts) =>
    `rotated the secret of the alert channel ${named(facts)}`,
  'alert_delivery.retried': (facts) =>
    `retried the notification ${named(facts)} to ${of(facts, 'channel')}`,
  'audit_stream.created': (facts) =>
    `created the audit stream ${named(facts)}${inBrackets(facts, 'host')}`,
  'audit_stream.updated': (facts) => `changed${changed(facts)} the audit stream ${named(facts)}`,
  'audit_stream.deleted': (facts) => `deleted the audit stream ${named(facts)}`,
  'audit_stream.failed': (facts) =>
    `found the audit stream ${named(facts)} failing${inBrackets(facts, 'error')}`,
  'audit_stream.replayed': (facts) =>
    `replayed entries ${text(facts, 'from')} to ${text(facts, 'to')} to the audit stream ${named(facts)}`,
  'audit_stream.tested': (facts) => `tested the audit stream ${named(facts)}`,
  'alert_silence.created': (facts) => `created the silence ${named(facts)}`,
  'alert_silence.updated': (facts) => `changed${changed(facts)} the silence ${named(facts)}`,
  'alert_silence.ended': (facts) => `ended the silence ${named(facts)}`,
  'dashboard.created': (facts) => `created the dashboard ${named(facts)}`,
  'dashboard.updated': (facts) => `changed the dashboard ${named(facts)}${versioned(facts)}`,
  'dashboard.deleted': (facts) => `deleted the dashboard ${named(facts)}`,
  'dashboard.shared': (facts) => `created a link to the dashboard ${named(facts)}`,
  'dashboard.unshared': (facts) => `revoked a link to the dashboard ${named(facts)}`,
  'report.created': (facts) => `created the report ${named(facts)}`,
  'report.updated': (facts) => `changed${changed(facts)} the report ${named(facts)}`,
  'report.deleted': (facts) => `deleted the report ${named(facts)}`,
  'service.created': (facts) => `created the service ${named(facts)}`,
  'service.updated': (facts) => `changed${changed(facts)} the service ${named(facts)}`,
  'service.deleted': (facts) => `deleted the service ${named(facts)}`,
  'kpi.created': (facts) => `created the KPI ${named(facts)}`,
  'kpi.updated': (facts) => `changed${changed(facts)} the KPI ${named(facts)}`,
  'kpi.deleted': (facts) => `deleted the KPI ${named(facts)}`,
  'organization.settings_updated': (facts) =>
    `changed ${text(facts, 'changed') || 'the settings'} of the organization`,
  'organization.oauth_client_set': (facts) =>
    `configured sign-in with ${of(facts, 'provider')} for the organization`,
  'organization.oauth_client_removed': (facts) =>
    `removed sign-in with ${of(facts, 'provider')} from the organization`,
  'organization.plan_changed': (facts) =>
    `changed the plan of ${organization(facts)}${fromTo(facts)}`,
  'organization.limits_changed': (facts) => `changed the limits of ${organization(facts)}`,
  'organization.deleted': (facts) => `deleted the organization ${named(facts)}`,
  'organization.audit_exported': () => 'exported the audit log of a deleted organization',
  'connection.created': (facts) => `created the connection ${named(facts)}`,
  'connection.updated': (facts) => `changed${changed(facts)} the connection ${named(facts)}`,
  'connection.deleted': (facts) => `deleted the connection ${named(facts)}`,
  'connection.enforced': (facts) =>
    facts.details['required'] === true
      ? `required sign-in through ${named(facts)}`
      : `stopped requiring sign-in through ${named(facts)}`,
  'break_glass.changed': () => 'changed the break-glass Owners',
  'connection.tested': (facts) =>
    `tested the connection ${named(facts)}${inBrackets(facts, 'code')}`,
  'scim_token.created': (facts) => `created the SCIM token ${named(facts)}`,
  'scim_token.revoked': (facts) => `revoked the SCIM token ${named(facts)}`,
  'scim_token.used': () => 'used a SCIM token for the first time',
  'directory_group.created': (facts) => `created the directory group ${named(facts)}`,
  'directory_group.updated': (facts) => `changed the directory group ${named(facts)}`,
  'directory_group.deleted': (facts) => `deleted the directory group ${named(facts)}`,
  'domain.created': (facts) => `added the domain ${of(facts, 'domain')}`,
  'domain.verified': (facts) =>
    `verified the domain ${of(facts, 'domain')}${text(facts, 'by') === 'operator' ? ' as an operator' : ''}`,
  'domain.lost': (facts) => `lost the domain ${of(facts, 'domain')}${because(facts)}`,
  'domain.deleted': (facts) => `deleted the domain ${of(facts, 'domain')}`,
  'domain.vouched': (facts) => `verified the domain ${of(facts, 'domain')} without DNS`,
  'model.checked': (facts) => `checked the model with ${count(facts, 'cases', 'case')}`,
  'operator.named': (facts) =>
    facts.details['isFirst'] === true
      ? 'became the first operator of the installation'
      : `added ${person(facts)} as operator`,
  'operator.removed': (facts) => `removed ${person(facts)} as operator`,
  'pipeline.created': (facts) => `created the pipeline ${named(facts)}`,
  'pipeline.updated': (facts) =>
    `changed${changed(facts)} the pipeline ${named(facts)}${versioned(facts)}`,
  'pipeline.deleted': (facts) => `deleted the pipeline ${named(facts)}`,
  'index.created': (facts) => `created the index ${named(facts)}${kept(facts)}`,
  'index.updated': (facts) => `changed the index ${named(facts)}${kept(facts)}`,
  'index.deleted': (facts) => `deleted the index ${named(facts)}`,
  'bundle.applied': (facts) =>
    `applied the bundle ${named(facts)}: ${text(facts, 'created')} created, ${text(facts, 'updated')} changed, ${text(facts, 'deleted')} deleted`,
  'saved_search.created': (facts) => `saved the search ${named(facts)}`,
  'saved_search.updated': (facts) => `changed${changed(facts)} the saved search ${named(facts)}`,
  'saved_search.deleted': (facts) => `deleted the saved search ${named(facts)}`,
  'check.created': (facts) => `created the check ${named(facts)}`,
  'check.updated': (facts) => `changed${changed(facts)} the check ${named(facts)}`,
  'check.deleted': (facts) => `deleted the check ${named(facts)}`,
  'check_badge.created': (facts) => `created the badge of the check ${named(facts)}`,
  'check_badge.revoked': (facts) => `revoked the badge of the check ${named(facts)}`,
  'check_history.enabled': () => 'turned on the history of checks',
  'check_history.disabled': () => 'turned off the history of checks, and deleted it',
  'macro.created': (facts) => `created the macro ${named(facts)}`,
  'macro.updated': (facts) => `changed${changed(facts)} the macro ${named(facts)}`,
  'macro.deleted': (facts) => `deleted the macro ${named(facts)}`,
  'data_model.created': (facts) => `created the data model ${named(facts)}`,
  'data_model.updated': (facts) => `changed${changed(facts)} the data model ${named(facts)}`,
  'data_model.deleted': (facts) => `deleted the data model ${named(facts)}`,
  'data_link.created': (facts) => `created the data link ${named(facts)}`,
  'data_link.updated': (facts) => `changed${changed(facts)} the data link ${named(facts)}`,
  'data_link.deleted': (facts) => `deleted the data link ${named(facts)}`,
  'short_link.created': (facts) => `created the short link ${named(facts)}`,
  'short_link.revoked': (facts) => `revoked the short link ${named(facts)}`,
  'lookup_table.created': (facts) => `uploaded the lookup table ${named(facts)}${versioned(facts)}`,
  'lookup_table.updated': (facts) => `changed the lookup table ${named(facts)}${versioned(facts)}`,
  'lookup_table.deleted': (facts) => `deleted the lookup table ${named(facts)}`,
  'log.collected': (facts) =>
    `wrote ${count(facts, 'events', 'event')} from a search to the index ${named(facts)}`,
  'log.deleted': (facts) =>
    `deleted ${count(facts, 'count', 'event')} that matched ${of(facts, 'query')}`,
  'log.exported': exported,
  'export.created': (facts) =>
    `created the export ${named(facts)}${inBrackets(facts, 'destination')}`,
  'export.updated': (facts) => `changed${changed(facts)} the export ${named(facts)}`,
  'export.deleted': (facts) => `deleted the export ${named(facts)}`,
  'export.enabled': (facts) => `enabled the export ${named(facts)}`,
  'export.disabled': (facts) => `disabled the export ${named(facts)}`,
  'export.run_requested': (facts) => `started a run of the export ${named(facts)}`,
  'export.run_cancelled': (facts) => `cancelled a run of the export ${named(facts)}`,
  'import.created': (facts) =>
    `started to restore ${of(facts, 'source')} into ${of(facts, 'index')}`,
  'import.finished': (facts) =>
    `finished a restore into ${of(facts, 'index')} with ${count(facts, 'rows', 'event')}${inBrackets(facts, 'state')}`,
  'dead_letter.replayed': (facts) => `replayed ${count(facts, 'replayed', 'dead letter')}`,
  'dead_letter.discarded': (facts) => `discarded the dead letter ${named(facts)}`,
  'evaluation.run': (facts) => `ran an evaluation on ${count(facts, 'rows', 'event')}`,
  'elevation.requested': (facts) =>
    `requested a temporary role${asRole(facts, 'role')}${minutes(facts)}`,
  'elevation.approved': (facts) =>
    `granted ${person(facts)} a temporary role${asRole(facts, 'role')}${minutes(facts)}`,
  'elevation.denied': (facts) => `denied ${person(facts)} a temporary role${asRole(facts, 'role')}`,
  'elevation.ended': (facts) =>
    `ended the temporary role of ${person(facts)}${asRole(facts, 'role')}`,
};

/** Returns the text after the actor's name. For an action recorded by a later release, only the raw facts. */
export function auditSentence(facts: AuditFacts): string {
  const tell = (SENTENCES as Readonly<Record<string, Tell | undefined>>)[facts.action];
  return tell === undefined ? `${facts.action} ${facts.resource}` : tell(facts);
}

/** Describes the actor: an email address, a key, or a job of the platform. */
export function actorText(actor: string): string {
  if (actor.startsWith('system:')) return `Xplain (${actor.slice('system:'.length)})`;
  return actor.startsWith('key_') ? `API key ${actor}` : actor;
}

function text({ details }: AuditFacts, name: string): string {
  const value = details[name];
  if (Array.isArray(value)) return listed(value.map(String));
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Its name, and without one what the platform calls it. */
function named(facts: AuditFacts): string {
  return quoted(text(facts, 'name') || facts.resource);
}

function of(facts: AuditFacts, name: string): string {
  return quoted(text(facts, name) || facts.resource);
}

function quoted(name: string): string {
  return `“${name}”`;
}

function person(facts: AuditFacts): string {
  return text(facts, 'email') || facts.resource;
}

/** Named only for operators, who see many organizations; for everyone else it is clear. */
function organization(facts: AuditFacts): string {
  const name = text(facts, 'organization');
  return name === '' ? 'the organization' : quoted(name);
}

function roleText(value: string): string {
  const role = ROLES.find((each) => each === value);
  return role === undefined ? value : roleName(role);
}

function asRole(facts: AuditFacts, name: string): string {
  const role = text(facts, name);
  return role === '' ? '' : ` as ${roleText(role)}`;
}

function fromTo(facts: AuditFacts, word: (value: string) => string = (value) => value): string {
  const [from, to] = [text(facts, 'from'), text(facts, 'to')];
  return from === '' || to === '' ? '' : ` from ${word(from)} to ${word(to)}`;
}

function because(facts: AuditFacts): string {
  const reason = text(facts, 'reason');
  return reason === '' ? '' : `: ${reason}`;
}

function inBrackets(facts: AuditFacts, name: string): string {
  const value = text(facts, name);
  return value === '' ? '' : ` (${value})`;
}

/** Which settings were touched, where the entry names them. */
function changed(facts: AuditFacts): string {
  const names = text(facts, 'changed');
  return names === '' ? '' : ` ${names} of`;
}

function versioned(facts: AuditFacts): string {
  const version = text(facts, 'version');
  return version === '' ? '' : `, now version ${version}`;
}

function kept(facts: AuditFacts): string {
  const days = text(facts, 'retentionDays');
  return days === '' ? '' : `, retention ${days} days`;
}

function minutes(facts: AuditFacts): string {
  const value = text(facts, 'minutes');
  return value === '' ? '' : ` for ${value} minutes`;
}

function snoozed(facts: AuditFacts, what: string): string {
  const seconds = Number(text(facts, 'seconds'));
  if (seconds === 0) return `ended the snooze of ${what}`;
  return `snoozed ${what} for ${Math.round(seconds / 60)} minutes`;
}

function count(facts: AuditFacts, name: string, thing: string): string {
  const value = text(facts, name);
  if (value === '') return `${thing}s`;
  return `${Number(value).toLocaleString('en')} ${thing}${value === '1' ? '' : 's'}`;
}

function exported(facts: AuditFacts): string {
  const [plan, file] = [text(facts, 'export'), text(facts, 'file')];
  if (file !== '') return `downloaded ${quoted(file)} of the export ${quoted(plan)}`;
  if (plan !== '') return `exported ${count(facts, 'rows', 'event')} with ${quoted(plan)}`;
  const table = text(facts, 'lookup');
  if (table !== '') return `downloaded the lookup table ${quoted(table)}`;
  const query = text(facts, 'query');
  if (query === '') return `exported the audit log${inBrackets(facts, 'format')}`;
  const what = text(facts, 'rows') === '' ? 'the events' : count(facts, 'rows', 'loaded row');
  return `exported ${what} matching ${quoted(query)}${inBrackets(facts, 'format')}`;
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMES_MAX;
  const shown = names.slice(0, NAMES_MAX).join(', ');
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
