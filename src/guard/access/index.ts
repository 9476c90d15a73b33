/**
 * Who may do what where: organizations, members, invitations, lent roles, API keys, access tokens, operators.
 * Owns organizations, organization_slots, organization_erasures, members, invitations, elevations, api_keys,
 * access_tokens, scim_tokens, suspended_members, required_connections, break_glass_owners, operators, operator_entries.
 */
export { ACCESS_CHANNEL, type AccessCache, NO_CACHE, openAccessCache } from './access-cache.ts';
export type { AccessNeeds } from './access-needs.ts';
export { changeAccess } from './change-access.ts';
export { createAuthenticate, type Session } from './create-guard.ts';
export { createRefusalNotes } from './note-refusals.ts';
export {
  hashCredential,
  isWellFormedCredential,
  lastFour,
  newCredentialValue,
} from './credentials/credential-value.ts';
export {
  type AllowanceNeeds,
  mayMail,
  noteInvitationMail,
  noteMail,
  requireInvitationMail,
} from './mail-allowance.ts';
export { credentialState, readExpiry } from './credentials/credential-needs.ts';
export { scimTokens } from './credentials/scim-tokens-table.ts';
export { revokeAllTokens } from './credentials/access-tokens-table.ts';
export { readCredentialNames } from './credentials/credential-names-table.ts';
export { createVouchers, type Vouchers } from './invitations/vouchers.ts';
export { hasInvitation, isInvitedBy } from './invitations/invitations-table.ts';
export { endWork, isLastOwner, resumeMember, suspendMember } from './members/leave-members.ts';
export { findSuspended, holdsNothing, removeSuspended } from './members/suspended-members-table.ts';
export { readOperators } from './operators/operators-table.ts';
export {
  deleteMember,
  findMemberOf,
  insertMember,
  readMemberAddresses,
  readMemberships,
  releaseRoles,
  setMemberRole,
} from './members/members-table.ts';
export { requireSeat } from './invitations/require-seat.ts';
export { holdsPermission } from './members/holds-permission.ts';
export { membershipOf } from './members/membership.ts';
export { createUseNotes } from './note-use.ts';
export { type OperatorSubject, recordOperatorEntry } from './operators/operator-entries.ts';
export { claimInstallation } from './operators/claim-installation.ts';
export {
  createDefaultOrganization,
  defaultOrganizationName,
} from './organizations/create-organization.ts';
export { isAllowedAddress, readNetwork } from './organizations/networks.ts';
export { organizationFacts, type OrganizationFacts } from './organizations/organization-facts.ts';
export { factorRules } from './required-sign-in/factor-rules-table.ts';
export { noteBreakGlass } from './required-sign-in/note-break-glass.ts';
export {
  hasSignedIn,
  insertBreakGlass,
  insertRequired,
  isPasswordSession,
  readBreakGlass,
  readRequired,
  readUnusedBreakGlass,
  removeBreakGlass,
  removeRequired,
  updateBreakGlass,
} from './required-sign-in/required-sign-in-table.ts';
export { renameCreatedBy } from './organizations/organizations-table.ts';
export { openQuotaMeter } from './organizations/open-quota-meter.ts';
