/**
 * Who may do what where: organizations, members, invitations, lent roles, API keys, access tokens, operators.
 * Owns organizations, organization_slots, organization_erasures, members, invitations, elevations, api_keys,
 * access_tokens, operators, operator_entries.
 */
export { ACCESS_CHANNEL, type AccessCache, NO_CACHE, openAccessCache } from './access-cache.ts';
export type { AccessNeeds } from './access-needs.ts';
export { changeAccess } from './change-access.ts';
export { createAuthenticate, type Session } from './create-guard.ts';
export { createRefusalNotes } from './note-refusals.ts';
export {
  hashCredential,
  isWellFormedCredential,
  newCredentialValue,
} from './credentials/credential-value.ts';
export {
  type AllowanceNeeds,
  mayMail,
  noteInvitationMail,
  noteMail,
  requireInvitationMail,
} from './mail-allowance.ts';
export { revokeAllTokens } from './credentials/access-tokens-table.ts';
export { readCredentialNames } from './credentials/credential-names-table.ts';
export { createVouchers, type Vouchers } from './invitations/vouchers.ts';
export { hasInvitation, isInvitedBy } from './invitations/invitations-table.ts';
export { readMemberAddresses, readMemberships } from './members/members-table.ts';
export { membershipOf } from './members/membership.ts';
export { createUseNotes } from './note-use.ts';
export { claimInstallation } from './operators/claim-installation.ts';
export {
  createDefaultOrganization,
  defaultOrganizationName,
} from './organizations/create-organization.ts';
export {
  isAllowedAddress,
  organizationFacts,
  type OrganizationFacts,
} from './organizations/organization-facts.ts';
export { renameCreatedBy } from './organizations/organizations-table.ts';
export { openQuotaMeter } from './organizations/open-quota-meter.ts';
