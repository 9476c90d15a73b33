/**
 * Who: accounts, organizations, members, invitations, elevations, API keys, access tokens, audit.
 * Owns users, sessions, accounts, verifications, password_history, organizations, organization_slots,
 * organization_erasures, members, invitations, elevations, api_keys, access_tokens, audit_entries, operators,
 * operator_entries.
 */
export { createFirstUser } from './accounts/create-first-user.ts';
export { forgetExpiredSessions } from './accounts/forget-expired.ts';
export type { AccountNeeds } from './accounts/account-needs.ts';
export { openAccounts, type Accounts } from './accounts/open-accounts.ts';
export { type AccessCache, openAccessCache } from './access-cache.ts';
export type { AccessNeeds } from './access-needs.ts';
export { changeAccess } from './change-access.ts';
export { auditSubject, recordAudit, recordAuditFor } from './audit/record-audit.ts';
export { forgetShippedAudit, hasAuditToShip, shipAudit } from './audit/ship-audit.ts';
export { createAuthenticate } from './create-guard.ts';
export { noteEndedElevations } from './elevation/manage-elevations.ts';
export { createUseNotes } from './note-use.ts';
export { eraseDeletedOrganizations } from './organizations/delete-organization.ts';
export { organizationFacts } from './organizations/organization-facts.ts';
export { openQuotaMeter } from './organizations/open-quota-meter.ts';
