/**
 * People: their accounts, the ways to sign in, sessions, passwords and the links that mails carry.
 * Owns users, sessions, accounts, verifications, password_history, oauth_clients.
 */
export type { AccountNeeds, Visit } from './account-needs.ts';
export { admitPerson } from './admit-person.ts';
export { removeUnheldAccount } from './remove-account.ts';
export { forgetAccess } from './end-access.ts';
export { createFirstUser } from './create-first-user.ts';
export { openAccounts, type Accounts } from './open-accounts.ts';
export { findUserByEmail, hasPassword } from './users-table.ts';
