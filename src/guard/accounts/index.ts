/**
 * People: their accounts, the ways to sign in, sessions, passwords and the links that mails carry.
 * Owns users, sessions, accounts, verifications, password_history, oauth_clients.
 */
export type { AccountNeeds } from './account-needs.ts';
export { createFirstUser } from './create-first-user.ts';
export { openAccounts, type Accounts } from './open-accounts.ts';
