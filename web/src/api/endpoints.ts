/** Made from src/contract by tools/web-client.ts; never edited. */
import type * as accounts from '../../../src/contract/accounts.ts';
import type * as audit from '../../../src/contract/audit.ts';
import type * as credentials from '../../../src/contract/credentials.ts';
import type * as deadLetters from '../../../src/contract/dead-letters.ts';
import type * as indexes from '../../../src/contract/indexes.ts';
import type * as ingest from '../../../src/contract/ingest.ts';
import type * as logDeletions from '../../../src/contract/log-deletions.ts';
import type * as logExport from '../../../src/contract/log-export.ts';
import type * as logTail from '../../../src/contract/log-tail.ts';
import type * as members from '../../../src/contract/members.ts';
import type * as organizations from '../../../src/contract/organizations.ts';
import type * as pipelines from '../../../src/contract/pipelines.ts';
import type * as receipts from '../../../src/contract/receipts.ts';
import type * as savedSearches from '../../../src/contract/saved-searches.ts';
import type * as searchViews from '../../../src/contract/search-views.ts';
import type * as search from '../../../src/contract/search.ts';
import { endpoint } from './endpoint.ts';

export const changePassword = endpoint<typeof accounts.changePassword>(
  'POST',
  '/api/auth/change-password',
);
export const getSession = endpoint<typeof accounts.getSession>('GET', '/api/auth/get-session');
export const listProviders = endpoint<typeof accounts.listProviders>('GET', '/api/auth/providers');
export const listSessions = endpoint<typeof accounts.listSessions>(
  'GET',
  '/api/auth/list-sessions',
);
export const providerCallback = endpoint<typeof accounts.providerCallback>(
  'GET',
  '/api/auth/callback/:provider',
);
export const requestPasswordReset = endpoint<typeof accounts.requestPasswordReset>(
  'POST',
  '/api/auth/request-password-reset',
);
export const resetPassword = endpoint<typeof accounts.resetPassword>(
  'POST',
  '/api/auth/reset-password',
);
export const revokeOtherSessions = endpoint<typeof accounts.revokeOtherSessions>(
  'POST',
  '/api/auth/revoke-other-sessions',
);
export const revokeSession = endpoint<typeof accounts.revokeSession>(
  'POST',
  '/api/auth/revoke-session',
);
export const revokeSessions = endpoint<typeof accounts.revokeSessions>(
  'POST',
  '/api/auth/revoke-sessions',
);
export const sendVerificationEmail = endpoint<typeof accounts.sendVerificationEmail>(
  'POST',
  '/api/auth/send-verification-email',
);
export const signIn = endpoint<typeof accounts.signIn>('POST', '/api/auth/sign-in/email');
export const signInWithProvider = endpoint<typeof accounts.signInWithProvider>(
  'POST',
  '/api/auth/sign-in/social',
);
export const signOut = endpoint<typeof accounts.signOut>('POST', '/api/auth/sign-out');
export const signUp = endpoint<typeof accounts.signUp>('POST', '/api/auth/sign-up/email');
export const verifyEmail = endpoint<typeof accounts.verifyEmail>('GET', '/api/auth/verify-email');
export const exportAudit = endpoint<typeof audit.exportAudit>('GET', '/api/v1/audit/export');
export const createAccessToken = endpoint<typeof credentials.createAccessToken>(
  'POST',
  '/api/v1/access-tokens',
);
export const createApiKey = endpoint<typeof credentials.createApiKey>('POST', '/api/v1/api-keys');
export const listAccessTokens = endpoint<typeof credentials.listAccessTokens>(
  'GET',
  '/api/v1/access-tokens',
);
export const listApiKeys = endpoint<typeof credentials.listApiKeys>('GET', '/api/v1/api-keys');
export const revokeAccessToken = endpoint<typeof credentials.revokeAccessToken>(
  'DELETE',
  '/api/v1/access-tokens/:id',
);
export const revokeApiKey = endpoint<typeof credentials.revokeApiKey>(
  'DELETE',
  '/api/v1/api-keys/:id',
);
export const discardDeadLetter = endpoint<typeof deadLetters.discardDeadLetter>(
  'DELETE',
  '/api/v1/dead-letters/:id',
);
export const listDeadLetters = endpoint<typeof deadLetters.listDeadLetters>(
  'GET',
  '/api/v1/dead-letters',
);
export const replayDeadLetters = endpoint<typeof deadLetters.replayDeadLetters>(
  'POST',
  '/api/v1/dead-letters/replay',
);
export const changeIndex = endpoint<typeof indexes.changeIndex>('PATCH', '/api/v1/indexes/:name');
export const createIndex = endpoint<typeof indexes.createIndex>('POST', '/api/v1/indexes');
export const deleteIndex = endpoint<typeof indexes.deleteIndex>('DELETE', '/api/v1/indexes/:name');
export const listIndexes = endpoint<typeof indexes.listIndexes>('GET', '/api/v1/indexes');
export const ingestBatch = endpoint<typeof ingest.ingestBatch>('POST', '/api/v1/logs/batch');
export const ingestLogs = endpoint<typeof ingest.ingestLogs>('POST', '/api/v1/logs');
export const deleteLogs = endpoint<typeof logDeletions.deleteLogs>('DELETE', '/api/v1/logs');
export const readLogDeletion = endpoint<typeof logDeletions.readLogDeletion>(
  'GET',
  '/api/v1/log-deletions/:id',
);
export const exportLogs = endpoint<typeof logExport.exportLogs>('GET', '/api/v1/logs/export');
export const tailLogs = endpoint<typeof logTail.tailLogs>('GET', '/api/v1/logs/tail');
export const acceptInvitation = endpoint<typeof members.acceptInvitation>(
  'POST',
  '/api/v1/invitations/:id/accept',
);
export const changeMember = endpoint<typeof members.changeMember>('PATCH', '/api/v1/members/:id');
export const createInvitation = endpoint<typeof members.createInvitation>(
  'POST',
  '/api/v1/invitations',
);
export const decideElevation = endpoint<typeof members.decideElevation>(
  'POST',
  '/api/v1/elevations/:id/decide',
);
export const endElevation = endpoint<typeof members.endElevation>(
  'DELETE',
  '/api/v1/elevations/:id',
);
export const listElevations = endpoint<typeof members.listElevations>('GET', '/api/v1/elevations');
export const listInvitations = endpoint<typeof members.listInvitations>(
  'GET',
  '/api/v1/invitations',
);
export const listMembers = endpoint<typeof members.listMembers>('GET', '/api/v1/members');
export const listOwnInvitations = endpoint<typeof members.listOwnInvitations>(
  'GET',
  '/api/v1/invitations/mine',
);
export const listRoles = endpoint<typeof members.listRoles>('GET', '/api/v1/roles');
export const removeMember = endpoint<typeof members.removeMember>('DELETE', '/api/v1/members/:id');
export const requestElevation = endpoint<typeof members.requestElevation>(
  'POST',
  '/api/v1/elevations',
);
export const resendInvitation = endpoint<typeof members.resendInvitation>(
  'POST',
  '/api/v1/invitations/:id/resend',
);
export const revokeInvitation = endpoint<typeof members.revokeInvitation>(
  'DELETE',
  '/api/v1/invitations/:id',
);
export const activateOrganization = endpoint<typeof organizations.activateOrganization>(
  'POST',
  '/api/v1/organizations/:id/activate',
);
export const changeBilling = endpoint<typeof organizations.changeBilling>(
  'PATCH',
  '/api/v1/organization/billing',
);
export const changeOrganization = endpoint<typeof organizations.changeOrganization>(
  'PATCH',
  '/api/v1/organization',
);
export const createOrganization = endpoint<typeof organizations.createOrganization>(
  'POST',
  '/api/v1/organizations',
);
export const deleteOrganization = endpoint<typeof organizations.deleteOrganization>(
  'DELETE',
  '/api/v1/organization',
);
export const getBilling = endpoint<typeof organizations.getBilling>(
  'GET',
  '/api/v1/organization/billing',
);
export const getOrganization = endpoint<typeof organizations.getOrganization>(
  'GET',
  '/api/v1/organization',
);
export const getUsage = endpoint<typeof organizations.getUsage>(
  'GET',
  '/api/v1/organization/usage',
);
export const listOrganizations = endpoint<typeof organizations.listOrganizations>(
  'GET',
  '/api/v1/organizations',
);
export const changePipeline = endpoint<typeof pipelines.changePipeline>(
  'PATCH',
  '/api/v1/pipelines/:id',
);
export const createPipeline = endpoint<typeof pipelines.createPipeline>(
  'POST',
  '/api/v1/pipelines',
);
export const deletePipeline = endpoint<typeof pipelines.deletePipeline>(
  'DELETE',
  '/api/v1/pipelines/:id',
);
export const listPipelineVersions = endpoint<typeof pipelines.listPipelineVersions>(
  'GET',
  '/api/v1/pipelines/:id/versions',
);
export const listPipelines = endpoint<typeof pipelines.listPipelines>('GET', '/api/v1/pipelines');
export const readPipeline = endpoint<typeof pipelines.readPipeline>('GET', '/api/v1/pipelines/:id');
export const testPipelines = endpoint<typeof pipelines.testPipelines>(
  'POST',
  '/api/v1/pipelines/test',
);
export const getReceipt = endpoint<typeof receipts.getReceipt>('GET', '/api/v1/receipts/:id');
export const changeSavedSearch = endpoint<typeof savedSearches.changeSavedSearch>(
  'PATCH',
  '/api/v1/saved-searches/:id',
);
export const createSavedSearch = endpoint<typeof savedSearches.createSavedSearch>(
  'POST',
  '/api/v1/saved-searches',
);
export const deleteSavedSearch = endpoint<typeof savedSearches.deleteSavedSearch>(
  'DELETE',
  '/api/v1/saved-searches/:id',
);
export const listSavedSearches = endpoint<typeof savedSearches.listSavedSearches>(
  'GET',
  '/api/v1/saved-searches',
);
export const readSavedSearch = endpoint<typeof savedSearches.readSavedSearch>(
  'GET',
  '/api/v1/saved-searches/:id',
);
export const histogram = endpoint<typeof searchViews.histogram>('GET', '/api/v1/search/histogram');
export const listFields = endpoint<typeof searchViews.listFields>('GET', '/api/v1/search/fields');
export const listPatterns = endpoint<typeof searchViews.listPatterns>(
  'GET',
  '/api/v1/search/patterns',
);
export const readContext = endpoint<typeof searchViews.readContext>(
  'GET',
  '/api/v1/logs/:id/context',
);
export const listLogs = endpoint<typeof search.listLogs>('GET', '/api/v1/logs');
export const search = endpoint<typeof search.search>('GET', '/api/v1/search');
