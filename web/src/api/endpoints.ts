/** Made from src/contract by tools/web-client.ts; never edited. */
import type * as accountsRoom from '../../../src/contract/accounts.ts';
import type * as agentsRoom from '../../../src/contract/agents.ts';
import type * as alertAddressesRoom from '../../../src/contract/alert-addresses.ts';
import type * as alertChannelsRoom from '../../../src/contract/alert-channels.ts';
import type * as alertDeliveriesRoom from '../../../src/contract/alert-deliveries.ts';
import type * as alertMembersRoom from '../../../src/contract/alert-members.ts';
import type * as alertRulesRoom from '../../../src/contract/alert-rules.ts';
import type * as alertSeriesRoom from '../../../src/contract/alert-series.ts';
import type * as alertSilencesRoom from '../../../src/contract/alert-silences.ts';
import type * as alertTestsRoom from '../../../src/contract/alert-tests.ts';
import type * as alertsRoom from '../../../src/contract/alerts.ts';
import type * as auditStreamsRoom from '../../../src/contract/audit-streams.ts';
import type * as auditRoom from '../../../src/contract/audit.ts';
import type * as bundlesRoom from '../../../src/contract/bundles.ts';
import type * as checkBadgesRoom from '../../../src/contract/check-badges.ts';
import type * as checkComparisonRoom from '../../../src/contract/check-comparison.ts';
import type * as checkHistoryRoom from '../../../src/contract/check-history.ts';
import type * as checksRoom from '../../../src/contract/checks.ts';
import type * as connectionSignInRoom from '../../../src/contract/connection-sign-in.ts';
import type * as connectionsRoom from '../../../src/contract/connections.ts';
import type * as credentialsRoom from '../../../src/contract/credentials.ts';
import type * as dashboardDataRoom from '../../../src/contract/dashboard-data.ts';
import type * as dashboardReportsRoom from '../../../src/contract/dashboard-reports.ts';
import type * as dashboardSharingRoom from '../../../src/contract/dashboard-sharing.ts';
import type * as dashboardsRoom from '../../../src/contract/dashboards.ts';
import type * as dataLinksRoom from '../../../src/contract/data-links.ts';
import type * as dataModelsRoom from '../../../src/contract/data-models.ts';
import type * as deadLettersRoom from '../../../src/contract/dead-letters.ts';
import type * as domainsRoom from '../../../src/contract/domains.ts';
import type * as enforcementRoom from '../../../src/contract/enforcement.ts';
import type * as evaluationRoom from '../../../src/contract/evaluation.ts';
import type * as exportRunsRoom from '../../../src/contract/export-runs.ts';
import type * as exportsRoom from '../../../src/contract/exports.ts';
import type * as fieldCardinalityRoom from '../../../src/contract/field-cardinality.ts';
import type * as fieldStatisticsRoom from '../../../src/contract/field-statistics.ts';
import type * as importsRoom from '../../../src/contract/imports.ts';
import type * as indexesRoom from '../../../src/contract/indexes.ts';
import type * as ingestRoom from '../../../src/contract/ingest.ts';
import type * as kpiViewsRoom from '../../../src/contract/kpi-views.ts';
import type * as kpisRoom from '../../../src/contract/kpis.ts';
import type * as logDeletionsRoom from '../../../src/contract/log-deletions.ts';
import type * as logExportRoom from '../../../src/contract/log-export.ts';
import type * as logTailRoom from '../../../src/contract/log-tail.ts';
import type * as lookupsRoom from '../../../src/contract/lookups.ts';
import type * as macrosRoom from '../../../src/contract/macros.ts';
import type * as membersRoom from '../../../src/contract/members.ts';
import type * as modelCheckRoom from '../../../src/contract/model-check.ts';
import type * as oauthRoom from '../../../src/contract/oauth.ts';
import type * as operatorRoom from '../../../src/contract/operator.ts';
import type * as organizationSignInRoom from '../../../src/contract/organization-sign-in.ts';
import type * as organizationsRoom from '../../../src/contract/organizations.ts';
import type * as pipelinesRoom from '../../../src/contract/pipelines.ts';
import type * as receiptsRoom from '../../../src/contract/receipts.ts';
import type * as savedSearchesRoom from '../../../src/contract/saved-searches.ts';
import type * as scimTokensRoom from '../../../src/contract/scim-tokens.ts';
import type * as scimRoom from '../../../src/contract/scim.ts';
import type * as searchViewsRoom from '../../../src/contract/search-views.ts';
import type * as searchRoom from '../../../src/contract/search.ts';
import type * as secondFactorRoom from '../../../src/contract/second-factor.ts';
import type * as serviceHealthRoom from '../../../src/contract/service-health.ts';
import type * as serviceSuggestionsRoom from '../../../src/contract/service-suggestions.ts';
import type * as servicesRoom from '../../../src/contract/services.ts';
import type * as shortLinksRoom from '../../../src/contract/short-links.ts';
import type * as statusRoom from '../../../src/contract/status.ts';
import type * as targetsRoom from '../../../src/contract/targets.ts';
import type * as thingsByKeyRoom from '../../../src/contract/things-by-key.ts';
import { endpoint } from './endpoint.ts';

export const changePassword = endpoint<typeof accountsRoom.changePassword>(
  'POST',
  '/api/auth/change-password',
);
export const getSession = endpoint<typeof accountsRoom.getSession>('GET', '/api/auth/get-session');
export const listProviders = endpoint<typeof accountsRoom.listProviders>(
  'GET',
  '/api/auth/providers',
);
export const listSessions = endpoint<typeof accountsRoom.listSessions>(
  'GET',
  '/api/auth/list-sessions',
);
export const organizationCallback = endpoint<typeof accountsRoom.organizationCallback>(
  'GET',
  '/api/auth/organizations/:organization/callback/:provider',
);
export const providerCallback = endpoint<typeof accountsRoom.providerCallback>(
  'GET',
  '/api/auth/callback/:provider',
);
export const requestPasswordReset = endpoint<typeof accountsRoom.requestPasswordReset>(
  'POST',
  '/api/auth/request-password-reset',
);
export const resetPassword = endpoint<typeof accountsRoom.resetPassword>(
  'POST',
  '/api/auth/reset-password',
);
export const revokeOtherSessions = endpoint<typeof accountsRoom.revokeOtherSessions>(
  'POST',
  '/api/auth/revoke-other-sessions',
);
export const revokeSession = endpoint<typeof accountsRoom.revokeSession>(
  'POST',
  '/api/auth/revoke-session',
);
export const revokeSessions = endpoint<typeof accountsRoom.revokeSessions>(
  'POST',
  '/api/auth/revoke-sessions',
);
export const sendVerificationEmail = endpoint<typeof accountsRoom.sendVerificationEmail>(
  'POST',
  '/api/auth/send-verification-email',
);
export const signIn = endpoint<typeof accountsRoom.signIn>('POST', '/api/auth/sign-in/email');
export const signInWithProvider = endpoint<typeof accountsRoom.signInWithProvider>(
  'POST',
  '/api/auth/sign-in/social',
);
export const signOut = endpoint<typeof accountsRoom.signOut>('POST', '/api/auth/sign-out');
export const signUp = endpoint<typeof accountsRoom.signUp>('POST', '/api/auth/sign-up/email');
export const verifyEmail = endpoint<typeof accountsRoom.verifyEmail>(
  'POST',
  '/api/auth/verify-email',
);
export const callMcp = endpoint<typeof agentsRoom.callMcp>('POST', '/mcp');
export const listAgentClients = endpoint<typeof agentsRoom.listAgentClients>(
  'GET',
  '/api/v1/agents/clients',
);
export const confirmAlertAddress = endpoint<typeof alertAddressesRoom.confirmAlertAddress>(
  'POST',
  '/api/v1/alert-addresses/confirm',
);
export const changeAlertChannel = endpoint<typeof alertChannelsRoom.changeAlertChannel>(
  'PATCH',
  '/api/v1/alert-channels/:id',
);
export const createAlertChannel = endpoint<typeof alertChannelsRoom.createAlertChannel>(
  'POST',
  '/api/v1/alert-channels',
);
export const deleteAlertChannel = endpoint<typeof alertChannelsRoom.deleteAlertChannel>(
  'DELETE',
  '/api/v1/alert-channels/:id',
);
export const listAlertChannels = endpoint<typeof alertChannelsRoom.listAlertChannels>(
  'GET',
  '/api/v1/alert-channels',
);
export const readAlertChannel = endpoint<typeof alertChannelsRoom.readAlertChannel>(
  'GET',
  '/api/v1/alert-channels/:id',
);
export const rotateAlertChannelSecret = endpoint<typeof alertChannelsRoom.rotateAlertChannelSecret>(
  'POST',
  '/api/v1/alert-channels/:id/rotate-secret',
);
export const testAlertChannel = endpoint<typeof alertChannelsRoom.testAlertChannel>(
  'POST',
  '/api/v1/alert-channels/:id/test',
);
export const listAlertDeliveries = endpoint<typeof alertDeliveriesRoom.listAlertDeliveries>(
  'GET',
  '/api/v1/alert-deliveries',
);
export const retryAlertDelivery = endpoint<typeof alertDeliveriesRoom.retryAlertDelivery>(
  'POST',
  '/api/v1/alert-deliveries/:id/retry',
);
export const forgetAlertMember = endpoint<typeof alertMembersRoom.forgetAlertMember>(
  'DELETE',
  '/api/v1/alert-rules/:id/members/:key',
);
export const listAlertMembers = endpoint<typeof alertMembersRoom.listAlertMembers>(
  'GET',
  '/api/v1/alert-rules/:id/members',
);
export const changeAlertRule = endpoint<typeof alertRulesRoom.changeAlertRule>(
  'PATCH',
  '/api/v1/alert-rules/:id',
);
export const createAlertRule = endpoint<typeof alertRulesRoom.createAlertRule>(
  'POST',
  '/api/v1/alert-rules',
);
export const deleteAlertRule = endpoint<typeof alertRulesRoom.deleteAlertRule>(
  'DELETE',
  '/api/v1/alert-rules/:id',
);
export const disableAlertRule = endpoint<typeof alertRulesRoom.disableAlertRule>(
  'POST',
  '/api/v1/alert-rules/:id/disable',
);
export const enableAlertRule = endpoint<typeof alertRulesRoom.enableAlertRule>(
  'POST',
  '/api/v1/alert-rules/:id/enable',
);
export const listAlertRuleVersions = endpoint<typeof alertRulesRoom.listAlertRuleVersions>(
  'GET',
  '/api/v1/alert-rules/:id/versions',
);
export const listAlertRules = endpoint<typeof alertRulesRoom.listAlertRules>(
  'GET',
  '/api/v1/alert-rules',
);
export const readAlertRule = endpoint<typeof alertRulesRoom.readAlertRule>(
  'GET',
  '/api/v1/alert-rules/:id',
);
export const snoozeAlertRule = endpoint<typeof alertRulesRoom.snoozeAlertRule>(
  'POST',
  '/api/v1/alert-rules/:id/snooze',
);
export const readAlertSeries = endpoint<typeof alertSeriesRoom.readAlertSeries>(
  'GET',
  '/api/v1/alerts/:id/series',
);
export const changeAlertSilence = endpoint<typeof alertSilencesRoom.changeAlertSilence>(
  'PATCH',
  '/api/v1/alert-silences/:id',
);
export const createAlertSilence = endpoint<typeof alertSilencesRoom.createAlertSilence>(
  'POST',
  '/api/v1/alert-silences',
);
export const endAlertSilence = endpoint<typeof alertSilencesRoom.endAlertSilence>(
  'DELETE',
  '/api/v1/alert-silences/:id',
);
export const listAlertSilences = endpoint<typeof alertSilencesRoom.listAlertSilences>(
  'GET',
  '/api/v1/alert-silences',
);
export const readAlertSilence = endpoint<typeof alertSilencesRoom.readAlertSilence>(
  'GET',
  '/api/v1/alert-silences/:id',
);
export const testAlertDraft = endpoint<typeof alertTestsRoom.testAlertDraft>(
  'POST',
  '/api/v1/alert-rules/test',
);
export const testAlertRule = endpoint<typeof alertTestsRoom.testAlertRule>(
  'POST',
  '/api/v1/alert-rules/:id/test',
);
export const acknowledgeAlert = endpoint<typeof alertsRoom.acknowledgeAlert>(
  'POST',
  '/api/v1/alerts/:id/acknowledge',
);
export const listAlerts = endpoint<typeof alertsRoom.listAlerts>('GET', '/api/v1/alerts');
export const noteAlert = endpoint<typeof alertsRoom.noteAlert>('POST', '/api/v1/alerts/:id/notes');
export const readAlert = endpoint<typeof alertsRoom.readAlert>('GET', '/api/v1/alerts/:id');
export const resolveAlert = endpoint<typeof alertsRoom.resolveAlert>(
  'POST',
  '/api/v1/alerts/:id/resolve',
);
export const snoozeAlert = endpoint<typeof alertsRoom.snoozeAlert>(
  'POST',
  '/api/v1/alerts/:id/snooze',
);
export const changeAuditStream = endpoint<typeof auditStreamsRoom.changeAuditStream>(
  'PATCH',
  '/api/v1/audit-streams/:id',
);
export const createAuditStream = endpoint<typeof auditStreamsRoom.createAuditStream>(
  'POST',
  '/api/v1/audit-streams',
);
export const deleteAuditStream = endpoint<typeof auditStreamsRoom.deleteAuditStream>(
  'DELETE',
  '/api/v1/audit-streams/:id',
);
export const listAuditStreams = endpoint<typeof auditStreamsRoom.listAuditStreams>(
  'GET',
  '/api/v1/audit-streams',
);
export const readAuditStream = endpoint<typeof auditStreamsRoom.readAuditStream>(
  'GET',
  '/api/v1/audit-streams/:id',
);
export const replayAuditStream = endpoint<typeof auditStreamsRoom.replayAuditStream>(
  'POST',
  '/api/v1/audit-streams/:id/replay',
);
export const testAuditStream = endpoint<typeof auditStreamsRoom.testAuditStream>(
  'POST',
  '/api/v1/audit-streams/:id/test',
);
export const exportAudit = endpoint<typeof auditRoom.exportAudit>('GET', '/api/v1/audit/export');
export const getAuditChain = endpoint<typeof auditRoom.getAuditChain>('GET', '/api/v1/audit/chain');
export const verifyAuditChain = endpoint<typeof auditRoom.verifyAuditChain>(
  'POST',
  '/api/v1/audit/verify',
);
export const applyBundle = endpoint<typeof bundlesRoom.applyBundle>('POST', '/api/v1/config/apply');
export const listBundleThings = endpoint<typeof bundlesRoom.listBundleThings>(
  'GET',
  '/api/v1/config/things',
);
export const planBundle = endpoint<typeof bundlesRoom.planBundle>('POST', '/api/v1/config/plan');
export const readBundle = endpoint<typeof bundlesRoom.readBundle>('GET', '/api/v1/config');
export const readBundleSchema = endpoint<typeof bundlesRoom.readBundleSchema>(
  'GET',
  '/api/v1/config/schema',
);
export const readBundleThing = endpoint<typeof bundlesRoom.readBundleThing>(
  'GET',
  '/api/v1/config/things/:kind/:id',
);
export const createCheckBadge = endpoint<typeof checkBadgesRoom.createCheckBadge>(
  'POST',
  '/api/v1/checks/:id/badge',
);
export const readCheckBadge = endpoint<typeof checkBadgesRoom.readCheckBadge>(
  'GET',
  '/api/v1/checks/:id/badge',
);
export const revokeCheckBadge = endpoint<typeof checkBadgesRoom.revokeCheckBadge>(
  'DELETE',
  '/api/v1/checks/:id/badge',
);
export const showCheckBadge = endpoint<typeof checkBadgesRoom.showCheckBadge>(
  'GET',
  '/api/v1/public/check-badges/:token',
);
export const compareCheck = endpoint<typeof checkComparisonRoom.compareCheck>(
  'POST',
  '/api/v1/checks/:id/compare',
);
export const listCheckRuns = endpoint<typeof checkHistoryRoom.listCheckRuns>(
  'GET',
  '/api/v1/checks/:id/history',
);
export const readCheckHistory = endpoint<typeof checkHistoryRoom.readCheckHistory>(
  'GET',
  '/api/v1/checks/history',
);
export const readCheckTrend = endpoint<typeof checkHistoryRoom.readCheckTrend>(
  'GET',
  '/api/v1/checks/:id/trend',
);
export const setCheckHistory = endpoint<typeof checkHistoryRoom.setCheckHistory>(
  'PUT',
  '/api/v1/checks/history',
);
export const changeCheck = endpoint<typeof checksRoom.changeCheck>('PATCH', '/api/v1/checks/:id');
export const createCheck = endpoint<typeof checksRoom.createCheck>('POST', '/api/v1/checks');
export const deleteCheck = endpoint<typeof checksRoom.deleteCheck>('DELETE', '/api/v1/checks/:id');
export const listCheckVersions = endpoint<typeof checksRoom.listCheckVersions>(
  'GET',
  '/api/v1/checks/:id/versions',
);
export const listChecks = endpoint<typeof checksRoom.listChecks>('GET', '/api/v1/checks');
export const readCheck = endpoint<typeof checksRoom.readCheck>('GET', '/api/v1/checks/:id');
export const runCheck = endpoint<typeof checksRoom.runCheck>('POST', '/api/v1/checks/:id/run');
export const confirmSaml = endpoint<typeof connectionSignInRoom.confirmSaml>(
  'POST',
  '/api/auth/saml/:connection/confirmation',
);
export const connectionCallback = endpoint<typeof connectionSignInRoom.connectionCallback>(
  'GET',
  '/api/auth/oidc/:connection/callback',
);
export const findConnections = endpoint<typeof connectionSignInRoom.findConnections>(
  'GET',
  '/api/auth/connections',
);
export const finishSaml = endpoint<typeof connectionSignInRoom.finishSaml>(
  'GET',
  '/api/auth/saml/:connection/finish',
);
export const readSamlConfirmation = endpoint<typeof connectionSignInRoom.readSamlConfirmation>(
  'GET',
  '/api/auth/saml/:connection/confirmation',
);
export const samlMetadata = endpoint<typeof connectionSignInRoom.samlMetadata>(
  'GET',
  '/api/auth/saml/:connection/metadata',
);
export const samlResponse = endpoint<typeof connectionSignInRoom.samlResponse>(
  'POST',
  '/api/auth/saml/:connection/acs',
);
export const startConnection = endpoint<typeof connectionSignInRoom.startConnection>(
  'GET',
  '/api/auth/oidc/:connection/start',
);
export const startSaml = endpoint<typeof connectionSignInRoom.startSaml>(
  'GET',
  '/api/auth/saml/:connection/start',
);
export const changeConnection = endpoint<typeof connectionsRoom.changeConnection>(
  'PATCH',
  '/api/v1/organization/connections/:id',
);
export const createConnection = endpoint<typeof connectionsRoom.createConnection>(
  'POST',
  '/api/v1/organization/connections',
);
export const deleteConnection = endpoint<typeof connectionsRoom.deleteConnection>(
  'DELETE',
  '/api/v1/organization/connections/:id',
);
export const listConnections = endpoint<typeof connectionsRoom.listConnections>(
  'GET',
  '/api/v1/organization/connections',
);
export const readConnection = endpoint<typeof connectionsRoom.readConnection>(
  'GET',
  '/api/v1/organization/connections/:id',
);
export const readConnectionTest = endpoint<typeof connectionsRoom.readConnectionTest>(
  'GET',
  '/api/v1/organization/connections/:id/test',
);
export const testConnection = endpoint<typeof connectionsRoom.testConnection>(
  'POST',
  '/api/v1/organization/connections/:id/test',
);
export const createAccessToken = endpoint<typeof credentialsRoom.createAccessToken>(
  'POST',
  '/api/v1/access-tokens',
);
export const createApiKey = endpoint<typeof credentialsRoom.createApiKey>(
  'POST',
  '/api/v1/api-keys',
);
export const listAccessTokens = endpoint<typeof credentialsRoom.listAccessTokens>(
  'GET',
  '/api/v1/access-tokens',
);
export const listApiKeys = endpoint<typeof credentialsRoom.listApiKeys>('GET', '/api/v1/api-keys');
export const revokeAccessToken = endpoint<typeof credentialsRoom.revokeAccessToken>(
  'DELETE',
  '/api/v1/access-tokens/:id',
);
export const revokeApiKey = endpoint<typeof credentialsRoom.revokeApiKey>(
  'DELETE',
  '/api/v1/api-keys/:id',
);
export const askDashboard = endpoint<typeof dashboardDataRoom.askDashboard>(
  'POST',
  '/api/v1/dashboards/:id/data',
);
export const changeReport = endpoint<typeof dashboardReportsRoom.changeReport>(
  'PATCH',
  '/api/v1/dashboards/:id/reports/:report',
);
export const createReport = endpoint<typeof dashboardReportsRoom.createReport>(
  'POST',
  '/api/v1/dashboards/:id/reports',
);
export const deleteReport = endpoint<typeof dashboardReportsRoom.deleteReport>(
  'DELETE',
  '/api/v1/dashboards/:id/reports/:report',
);
export const listReports = endpoint<typeof dashboardReportsRoom.listReports>(
  'GET',
  '/api/v1/dashboards/:id/reports',
);
export const deleteDashboardLink = endpoint<typeof dashboardSharingRoom.deleteDashboardLink>(
  'DELETE',
  '/api/v1/dashboards/:id/links/:link',
);
export const listDashboardLinks = endpoint<typeof dashboardSharingRoom.listDashboardLinks>(
  'GET',
  '/api/v1/dashboards/:id/links',
);
export const readPublicDashboard = endpoint<typeof dashboardSharingRoom.readPublicDashboard>(
  'POST',
  '/api/v1/public/dashboard',
);
export const shareDashboard = endpoint<typeof dashboardSharingRoom.shareDashboard>(
  'POST',
  '/api/v1/dashboards/:id/share',
);
export const changeDashboard = endpoint<typeof dashboardsRoom.changeDashboard>(
  'PATCH',
  '/api/v1/dashboards/:id',
);
export const cloneDashboard = endpoint<typeof dashboardsRoom.cloneDashboard>(
  'POST',
  '/api/v1/dashboards/:id/clone',
);
export const createDashboard = endpoint<typeof dashboardsRoom.createDashboard>(
  'POST',
  '/api/v1/dashboards',
);
export const deleteDashboard = endpoint<typeof dashboardsRoom.deleteDashboard>(
  'DELETE',
  '/api/v1/dashboards/:id',
);
export const exportDashboard = endpoint<typeof dashboardsRoom.exportDashboard>(
  'GET',
  '/api/v1/dashboards/:id/export',
);
export const importDashboard = endpoint<typeof dashboardsRoom.importDashboard>(
  'POST',
  '/api/v1/dashboards/import',
);
export const listDashboardVersions = endpoint<typeof dashboardsRoom.listDashboardVersions>(
  'GET',
  '/api/v1/dashboards/:id/versions',
);
export const listDashboards = endpoint<typeof dashboardsRoom.listDashboards>(
  'GET',
  '/api/v1/dashboards',
);
export const readDashboard = endpoint<typeof dashboardsRoom.readDashboard>(
  'GET',
  '/api/v1/dashboards/:id',
);
export const readDashboardVersion = endpoint<typeof dashboardsRoom.readDashboardVersion>(
  'GET',
  '/api/v1/dashboards/:id/versions/:version',
);
export const restoreDashboardVersion = endpoint<typeof dashboardsRoom.restoreDashboardVersion>(
  'POST',
  '/api/v1/dashboards/:id/versions/:version/restore',
);
export const starDashboard = endpoint<typeof dashboardsRoom.starDashboard>(
  'PUT',
  '/api/v1/dashboards/:id/star',
);
export const changeDataLink = endpoint<typeof dataLinksRoom.changeDataLink>(
  'PATCH',
  '/api/v1/data-links/:id',
);
export const createDataLink = endpoint<typeof dataLinksRoom.createDataLink>(
  'POST',
  '/api/v1/data-links',
);
export const deleteDataLink = endpoint<typeof dataLinksRoom.deleteDataLink>(
  'DELETE',
  '/api/v1/data-links/:id',
);
export const listDataLinkVersions = endpoint<typeof dataLinksRoom.listDataLinkVersions>(
  'GET',
  '/api/v1/data-links/:id/versions',
);
export const listDataLinks = endpoint<typeof dataLinksRoom.listDataLinks>(
  'GET',
  '/api/v1/data-links',
);
export const readDataLink = endpoint<typeof dataLinksRoom.readDataLink>(
  'GET',
  '/api/v1/data-links/:id',
);
export const changeDataModel = endpoint<typeof dataModelsRoom.changeDataModel>(
  'PATCH',
  '/api/v1/data-models/:id',
);
export const createDataModel = endpoint<typeof dataModelsRoom.createDataModel>(
  'POST',
  '/api/v1/data-models',
);
export const deleteDataModel = endpoint<typeof dataModelsRoom.deleteDataModel>(
  'DELETE',
  '/api/v1/data-models/:id',
);
export const listBuiltInDataModels = endpoint<typeof dataModelsRoom.listBuiltInDataModels>(
  'GET',
  '/api/v1/data-models/built-in',
);
export const listDataModelVersions = endpoint<typeof dataModelsRoom.listDataModelVersions>(
  'GET',
  '/api/v1/data-models/:id/versions',
);
export const listDataModels = endpoint<typeof dataModelsRoom.listDataModels>(
  'GET',
  '/api/v1/data-models',
);
export const readDataModel = endpoint<typeof dataModelsRoom.readDataModel>(
  'GET',
  '/api/v1/data-models/:id',
);
export const discardDeadLetter = endpoint<typeof deadLettersRoom.discardDeadLetter>(
  'DELETE',
  '/api/v1/dead-letters/:id',
);
export const listDeadLetters = endpoint<typeof deadLettersRoom.listDeadLetters>(
  'GET',
  '/api/v1/dead-letters',
);
export const replayDeadLetters = endpoint<typeof deadLettersRoom.replayDeadLetters>(
  'POST',
  '/api/v1/dead-letters/replay',
);
export const checkDomain = endpoint<typeof domainsRoom.checkDomain>(
  'POST',
  '/api/v1/organization/domains/:id/check',
);
export const createDomain = endpoint<typeof domainsRoom.createDomain>(
  'POST',
  '/api/v1/organization/domains',
);
export const deleteDomain = endpoint<typeof domainsRoom.deleteDomain>(
  'DELETE',
  '/api/v1/organization/domains/:id',
);
export const listDomains = endpoint<typeof domainsRoom.listDomains>(
  'GET',
  '/api/v1/organization/domains',
);
export const vouchForDomain = endpoint<typeof domainsRoom.vouchForDomain>(
  'POST',
  '/api/v1/operator/domains/:id/vouch',
);
export const changeEnforcement = endpoint<typeof enforcementRoom.changeEnforcement>(
  'PATCH',
  '/api/v1/organization/enforcement',
);
export const readEnforcement = endpoint<typeof enforcementRoom.readEnforcement>(
  'GET',
  '/api/v1/organization/enforcement',
);
export const runAdhocEvaluation = endpoint<typeof evaluationRoom.runAdhocEvaluation>(
  'POST',
  '/api/v1/evaluations/run-adhoc',
);
export const cancelExportRun = endpoint<typeof exportRunsRoom.cancelExportRun>(
  'POST',
  '/api/v1/exports/:id/cancel',
);
export const downloadExportFile = endpoint<typeof exportRunsRoom.downloadExportFile>(
  'GET',
  '/api/v1/exports/:id/runs/:run/files/:file',
);
export const listExportRuns = endpoint<typeof exportRunsRoom.listExportRuns>(
  'GET',
  '/api/v1/exports/:id/runs',
);
export const readExportRun = endpoint<typeof exportRunsRoom.readExportRun>(
  'GET',
  '/api/v1/exports/:id/runs/:run',
);
export const retryExportRun = endpoint<typeof exportRunsRoom.retryExportRun>(
  'POST',
  '/api/v1/exports/:id/retry',
);
export const runExport = endpoint<typeof exportRunsRoom.runExport>(
  'POST',
  '/api/v1/exports/:id/run',
);
export const changeExport = endpoint<typeof exportsRoom.changeExport>(
  'PATCH',
  '/api/v1/exports/:id',
);
export const createExport = endpoint<typeof exportsRoom.createExport>('POST', '/api/v1/exports');
export const deleteExport = endpoint<typeof exportsRoom.deleteExport>(
  'DELETE',
  '/api/v1/exports/:id',
);
export const disableExport = endpoint<typeof exportsRoom.disableExport>(
  'POST',
  '/api/v1/exports/:id/disable',
);
export const enableExport = endpoint<typeof exportsRoom.enableExport>(
  'POST',
  '/api/v1/exports/:id/enable',
);
export const listExports = endpoint<typeof exportsRoom.listExports>('GET', '/api/v1/exports');
export const previewExport = endpoint<typeof exportsRoom.previewExport>(
  'POST',
  '/api/v1/exports/preview',
);
export const readArchiveKey = endpoint<typeof exportsRoom.readArchiveKey>(
  'GET',
  '/api/v1/exports/:id/key',
);
export const readExport = endpoint<typeof exportsRoom.readExport>('GET', '/api/v1/exports/:id');
export const readExportFolders = endpoint<typeof exportsRoom.readExportFolders>(
  'GET',
  '/api/v1/exports/folders',
);
export const testDestination = endpoint<typeof exportsRoom.testDestination>(
  'POST',
  '/api/v1/exports/test',
);
export const getFieldCardinality = endpoint<typeof fieldCardinalityRoom.getFieldCardinality>(
  'GET',
  '/api/v1/search/field-cardinality',
);
export const readFieldStatistics = endpoint<typeof fieldStatisticsRoom.readFieldStatistics>(
  'GET',
  '/api/v1/search/fields/statistics',
);
export const cancelImport = endpoint<typeof importsRoom.cancelImport>(
  'POST',
  '/api/v1/imports/:id/cancel',
);
export const createImport = endpoint<typeof importsRoom.createImport>('POST', '/api/v1/imports');
export const listImports = endpoint<typeof importsRoom.listImports>('GET', '/api/v1/imports');
export const readImport = endpoint<typeof importsRoom.readImport>('GET', '/api/v1/imports/:id');
export const changeIndex = endpoint<typeof indexesRoom.changeIndex>(
  'PATCH',
  '/api/v1/indexes/:name',
);
export const createIndex = endpoint<typeof indexesRoom.createIndex>('POST', '/api/v1/indexes');
export const deleteIndex = endpoint<typeof indexesRoom.deleteIndex>(
  'DELETE',
  '/api/v1/indexes/:name',
);
export const listIndexes = endpoint<typeof indexesRoom.listIndexes>('GET', '/api/v1/indexes');
export const ingestBatch = endpoint<typeof ingestRoom.ingestBatch>('POST', '/api/v1/logs/batch');
export const ingestLogs = endpoint<typeof ingestRoom.ingestLogs>('POST', '/api/v1/logs');
export const previewKpi = endpoint<typeof kpiViewsRoom.previewKpi>('POST', '/api/v1/kpis/preview');
export const readKpiHistory = endpoint<typeof kpiViewsRoom.readKpiHistory>(
  'GET',
  '/api/v1/kpis/:id/history',
);
export const suggestKpiAlert = endpoint<typeof kpiViewsRoom.suggestKpiAlert>(
  'GET',
  '/api/v1/kpis/:id/alert',
);
export const changeKpi = endpoint<typeof kpisRoom.changeKpi>('PATCH', '/api/v1/kpis/:id');
export const createKpi = endpoint<typeof kpisRoom.createKpi>('POST', '/api/v1/kpis');
export const deleteKpi = endpoint<typeof kpisRoom.deleteKpi>('DELETE', '/api/v1/kpis/:id');
export const listKpis = endpoint<typeof kpisRoom.listKpis>('GET', '/api/v1/kpis');
export const readKpi = endpoint<typeof kpisRoom.readKpi>('GET', '/api/v1/kpis/:id');
export const deleteLogs = endpoint<typeof logDeletionsRoom.deleteLogs>('DELETE', '/api/v1/logs');
export const listLogDeletions = endpoint<typeof logDeletionsRoom.listLogDeletions>(
  'GET',
  '/api/v1/log-deletions',
);
export const readLogDeletion = endpoint<typeof logDeletionsRoom.readLogDeletion>(
  'GET',
  '/api/v1/log-deletions/:id',
);
export const exportLogs = endpoint<typeof logExportRoom.exportLogs>('GET', '/api/v1/logs/export');
export const recordSavedRows = endpoint<typeof logExportRoom.recordSavedRows>(
  'POST',
  '/api/v1/logs/export/saved-rows',
);
export const tailLogs = endpoint<typeof logTailRoom.tailLogs>('GET', '/api/v1/logs/tail');
export const deleteLookup = endpoint<typeof lookupsRoom.deleteLookup>(
  'DELETE',
  '/api/v1/lookups/:name',
);
export const exportLookup = endpoint<typeof lookupsRoom.exportLookup>(
  'GET',
  '/api/v1/lookups/:name/export',
);
export const listLookups = endpoint<typeof lookupsRoom.listLookups>('GET', '/api/v1/lookups');
export const readLookup = endpoint<typeof lookupsRoom.readLookup>('GET', '/api/v1/lookups/:name');
export const replaceLookup = endpoint<typeof lookupsRoom.replaceLookup>(
  'PUT',
  '/api/v1/lookups/:name',
);
export const changeMacro = endpoint<typeof macrosRoom.changeMacro>('PATCH', '/api/v1/macros/:id');
export const createMacro = endpoint<typeof macrosRoom.createMacro>('POST', '/api/v1/macros');
export const deleteMacro = endpoint<typeof macrosRoom.deleteMacro>('DELETE', '/api/v1/macros/:id');
export const expandQuery = endpoint<typeof macrosRoom.expandQuery>('POST', '/api/v1/macros/expand');
export const listBuiltInMacros = endpoint<typeof macrosRoom.listBuiltInMacros>(
  'GET',
  '/api/v1/macros/built-in',
);
export const listMacroVersions = endpoint<typeof macrosRoom.listMacroVersions>(
  'GET',
  '/api/v1/macros/:id/versions',
);
export const listMacros = endpoint<typeof macrosRoom.listMacros>('GET', '/api/v1/macros');
export const readMacro = endpoint<typeof macrosRoom.readMacro>('GET', '/api/v1/macros/:id');
export const acceptInvitation = endpoint<typeof membersRoom.acceptInvitation>(
  'POST',
  '/api/v1/invitations/:id/accept',
);
export const changeMember = endpoint<typeof membersRoom.changeMember>(
  'PATCH',
  '/api/v1/members/:id',
);
export const createInvitation = endpoint<typeof membersRoom.createInvitation>(
  'POST',
  '/api/v1/invitations',
);
export const decideElevation = endpoint<typeof membersRoom.decideElevation>(
  'POST',
  '/api/v1/elevations/:id/decide',
);
export const endElevation = endpoint<typeof membersRoom.endElevation>(
  'DELETE',
  '/api/v1/elevations/:id',
);
export const listElevations = endpoint<typeof membersRoom.listElevations>(
  'GET',
  '/api/v1/elevations',
);
export const listInvitations = endpoint<typeof membersRoom.listInvitations>(
  'GET',
  '/api/v1/invitations',
);
export const listMembers = endpoint<typeof membersRoom.listMembers>('GET', '/api/v1/members');
export const listOwnInvitations = endpoint<typeof membersRoom.listOwnInvitations>(
  'GET',
  '/api/v1/invitations/mine',
);
export const listRoles = endpoint<typeof membersRoom.listRoles>('GET', '/api/v1/roles');
export const previewInvitation = endpoint<typeof membersRoom.previewInvitation>(
  'GET',
  '/api/v1/invitations/:id/preview',
);
export const removeMember = endpoint<typeof membersRoom.removeMember>(
  'DELETE',
  '/api/v1/members/:id',
);
export const requestElevation = endpoint<typeof membersRoom.requestElevation>(
  'POST',
  '/api/v1/elevations',
);
export const resendInvitation = endpoint<typeof membersRoom.resendInvitation>(
  'POST',
  '/api/v1/invitations/:id/resend',
);
export const revokeInvitation = endpoint<typeof membersRoom.revokeInvitation>(
  'DELETE',
  '/api/v1/invitations/:id',
);
export const getModelCheck = endpoint<typeof modelCheckRoom.getModelCheck>(
  'GET',
  '/api/v1/operator/model-check',
);
export const runModelCheck = endpoint<typeof modelCheckRoom.runModelCheck>(
  'POST',
  '/api/v1/operator/model-check',
);
export const decideAuthorization = endpoint<typeof oauthRoom.decideAuthorization>(
  'POST',
  '/api/v1/oauth/consent',
);
export const exchangeToken = endpoint<typeof oauthRoom.exchangeToken>(
  'POST',
  '/api/auth/oauth/token',
);
export const readAuthorization = endpoint<typeof oauthRoom.readAuthorization>(
  'POST',
  '/api/v1/oauth/authorization',
);
export const readAuthorizationServer = endpoint<typeof oauthRoom.readAuthorizationServer>(
  'GET',
  '/.well-known/oauth-authorization-server',
);
export const readMcpResource = endpoint<typeof oauthRoom.readMcpResource>(
  'GET',
  '/.well-known/oauth-protected-resource/mcp',
);
export const readProtectedResource = endpoint<typeof oauthRoom.readProtectedResource>(
  'GET',
  '/.well-known/oauth-protected-resource',
);
export const changeOrganizationTerms = endpoint<typeof operatorRoom.changeOrganizationTerms>(
  'PATCH',
  '/api/v1/operator/organizations/:id',
);
export const exportDeletedAudit = endpoint<typeof operatorRoom.exportDeletedAudit>(
  'GET',
  '/api/v1/operator/organizations/:id/audit',
);
export const getInstallation = endpoint<typeof operatorRoom.getInstallation>(
  'GET',
  '/api/v1/installation',
);
export const listAllOrganizations = endpoint<typeof operatorRoom.listAllOrganizations>(
  'GET',
  '/api/v1/operator/organizations',
);
export const listOperatorEntries = endpoint<typeof operatorRoom.listOperatorEntries>(
  'GET',
  '/api/v1/operator/audit',
);
export const listOperators = endpoint<typeof operatorRoom.listOperators>(
  'GET',
  '/api/v1/operator/operators',
);
export const nameOperator = endpoint<typeof operatorRoom.nameOperator>(
  'POST',
  '/api/v1/operator/operators',
);
export const removeOperator = endpoint<typeof operatorRoom.removeOperator>(
  'DELETE',
  '/api/v1/operator/operators/:id',
);
export const readOrganizationSignIn = endpoint<
  typeof organizationSignInRoom.readOrganizationSignIn
>('GET', '/api/v1/organization/sign-in');
export const removeOAuthClient = endpoint<typeof organizationSignInRoom.removeOAuthClient>(
  'DELETE',
  '/api/v1/organization/sign-in/:provider',
);
export const setOAuthClient = endpoint<typeof organizationSignInRoom.setOAuthClient>(
  'PUT',
  '/api/v1/organization/sign-in/:provider',
);
export const activateOrganization = endpoint<typeof organizationsRoom.activateOrganization>(
  'POST',
  '/api/v1/organizations/:id/activate',
);
export const changeBilling = endpoint<typeof organizationsRoom.changeBilling>(
  'PATCH',
  '/api/v1/organization/billing',
);
export const changeOrganization = endpoint<typeof organizationsRoom.changeOrganization>(
  'PATCH',
  '/api/v1/organization',
);
export const createOrganization = endpoint<typeof organizationsRoom.createOrganization>(
  'POST',
  '/api/v1/organizations',
);
export const deleteOrganization = endpoint<typeof organizationsRoom.deleteOrganization>(
  'DELETE',
  '/api/v1/organization',
);
export const getBilling = endpoint<typeof organizationsRoom.getBilling>(
  'GET',
  '/api/v1/organization/billing',
);
export const getOrganization = endpoint<typeof organizationsRoom.getOrganization>(
  'GET',
  '/api/v1/organization',
);
export const getUsage = endpoint<typeof organizationsRoom.getUsage>(
  'GET',
  '/api/v1/organization/usage',
);
export const listOrganizations = endpoint<typeof organizationsRoom.listOrganizations>(
  'GET',
  '/api/v1/organizations',
);
export const changePipeline = endpoint<typeof pipelinesRoom.changePipeline>(
  'PATCH',
  '/api/v1/pipelines/:id',
);
export const createPipeline = endpoint<typeof pipelinesRoom.createPipeline>(
  'POST',
  '/api/v1/pipelines',
);
export const deletePipeline = endpoint<typeof pipelinesRoom.deletePipeline>(
  'DELETE',
  '/api/v1/pipelines/:id',
);
export const listPipelineVersions = endpoint<typeof pipelinesRoom.listPipelineVersions>(
  'GET',
  '/api/v1/pipelines/:id/versions',
);
export const listPipelines = endpoint<typeof pipelinesRoom.listPipelines>(
  'GET',
  '/api/v1/pipelines',
);
export const readPipeline = endpoint<typeof pipelinesRoom.readPipeline>(
  'GET',
  '/api/v1/pipelines/:id',
);
export const testPipelines = endpoint<typeof pipelinesRoom.testPipelines>(
  'POST',
  '/api/v1/pipelines/test',
);
export const getReceipt = endpoint<typeof receiptsRoom.getReceipt>('GET', '/api/v1/receipts/:id');
export const changeSavedSearch = endpoint<typeof savedSearchesRoom.changeSavedSearch>(
  'PATCH',
  '/api/v1/saved-searches/:id',
);
export const createSavedSearch = endpoint<typeof savedSearchesRoom.createSavedSearch>(
  'POST',
  '/api/v1/saved-searches',
);
export const deleteSavedSearch = endpoint<typeof savedSearchesRoom.deleteSavedSearch>(
  'DELETE',
  '/api/v1/saved-searches/:id',
);
export const listSavedSearches = endpoint<typeof savedSearchesRoom.listSavedSearches>(
  'GET',
  '/api/v1/saved-searches',
);
export const readSavedSearch = endpoint<typeof savedSearchesRoom.readSavedSearch>(
  'GET',
  '/api/v1/saved-searches/:id',
);
export const starSavedSearch = endpoint<typeof savedSearchesRoom.starSavedSearch>(
  'PUT',
  '/api/v1/saved-searches/:id/star',
);
export const createScimToken = endpoint<typeof scimTokensRoom.createScimToken>(
  'POST',
  '/api/v1/organization/scim/tokens',
);
export const readScim = endpoint<typeof scimTokensRoom.readScim>(
  'GET',
  '/api/v1/organization/scim',
);
export const revokeScimToken = endpoint<typeof scimTokensRoom.revokeScimToken>(
  'DELETE',
  '/api/v1/organization/scim/tokens/:id',
);
export const createScimGroup = endpoint<typeof scimRoom.createScimGroup>('POST', '/scim/v2/Groups');
export const createScimUser = endpoint<typeof scimRoom.createScimUser>('POST', '/scim/v2/Users');
export const deleteScimGroup = endpoint<typeof scimRoom.deleteScimGroup>(
  'DELETE',
  '/scim/v2/Groups/:id',
);
export const deleteScimUser = endpoint<typeof scimRoom.deleteScimUser>(
  'DELETE',
  '/scim/v2/Users/:id',
);
export const listScimGroups = endpoint<typeof scimRoom.listScimGroups>('GET', '/scim/v2/Groups');
export const listScimSchemas = endpoint<typeof scimRoom.listScimSchemas>('GET', '/scim/v2/Schemas');
export const listScimTypes = endpoint<typeof scimRoom.listScimTypes>(
  'GET',
  '/scim/v2/ResourceTypes',
);
export const listScimUsers = endpoint<typeof scimRoom.listScimUsers>('GET', '/scim/v2/Users');
export const patchScimGroup = endpoint<typeof scimRoom.patchScimGroup>(
  'PATCH',
  '/scim/v2/Groups/:id',
);
export const patchScimUser = endpoint<typeof scimRoom.patchScimUser>('PATCH', '/scim/v2/Users/:id');
export const readScimConfig = endpoint<typeof scimRoom.readScimConfig>(
  'GET',
  '/scim/v2/ServiceProviderConfig',
);
export const readScimGroup = endpoint<typeof scimRoom.readScimGroup>('GET', '/scim/v2/Groups/:id');
export const readScimUser = endpoint<typeof scimRoom.readScimUser>('GET', '/scim/v2/Users/:id');
export const replaceScimGroup = endpoint<typeof scimRoom.replaceScimGroup>(
  'PUT',
  '/scim/v2/Groups/:id',
);
export const replaceScimUser = endpoint<typeof scimRoom.replaceScimUser>(
  'PUT',
  '/scim/v2/Users/:id',
);
export const histogram = endpoint<typeof searchViewsRoom.histogram>(
  'GET',
  '/api/v1/search/histogram',
);
export const listFields = endpoint<typeof searchViewsRoom.listFields>(
  'GET',
  '/api/v1/search/fields',
);
export const listPatterns = endpoint<typeof searchViewsRoom.listPatterns>(
  'GET',
  '/api/v1/search/patterns',
);
export const readContext = endpoint<typeof searchViewsRoom.readContext>(
  'GET',
  '/api/v1/logs/:id/context',
);
export const listLogs = endpoint<typeof searchRoom.listLogs>('GET', '/api/v1/logs');
export const search = endpoint<typeof searchRoom.search>('GET', '/api/v1/search');
export const sendSearch = endpoint<typeof searchRoom.sendSearch>('POST', '/api/v1/search');
export const addFactor = endpoint<typeof secondFactorRoom.addFactor>(
  'POST',
  '/api/auth/second-factor/add',
);
export const beginFactor = endpoint<typeof secondFactorRoom.beginFactor>(
  'POST',
  '/api/auth/second-factor/set-up',
);
export const challengeFactor = endpoint<typeof secondFactorRoom.challengeFactor>(
  'POST',
  '/api/auth/second-factor/challenge',
);
export const listFactors = endpoint<typeof secondFactorRoom.listFactors>(
  'GET',
  '/api/auth/second-factor',
);
export const removeFactor = endpoint<typeof secondFactorRoom.removeFactor>(
  'POST',
  '/api/auth/second-factor/remove',
);
export const renewRecoveryCodes = endpoint<typeof secondFactorRoom.renewRecoveryCodes>(
  'POST',
  '/api/auth/second-factor/recovery-codes',
);
export const resetFactors = endpoint<typeof secondFactorRoom.resetFactors>(
  'POST',
  '/api/v1/operator/reset-second-factor',
);
export const signInWithFactor = endpoint<typeof secondFactorRoom.signInWithFactor>(
  'POST',
  '/api/auth/second-factor/sign-in',
);
export const readServiceHealth = endpoint<typeof serviceHealthRoom.readServiceHealth>(
  'GET',
  '/api/v1/services/:id/health',
);
export const readServiceMap = endpoint<typeof serviceHealthRoom.readServiceMap>(
  'GET',
  '/api/v1/services/map',
);
export const readServicesOverview = endpoint<typeof serviceHealthRoom.readServicesOverview>(
  'GET',
  '/api/v1/services/overview',
);
export const createSuggestedServices = endpoint<
  typeof serviceSuggestionsRoom.createSuggestedServices
>('POST', '/api/v1/services/from-suggestions');
export const readKpiTemplates = endpoint<typeof serviceSuggestionsRoom.readKpiTemplates>(
  'GET',
  '/api/v1/services/:id/templates',
);
export const readServiceSuggestions = endpoint<
  typeof serviceSuggestionsRoom.readServiceSuggestions
>('GET', '/api/v1/services/suggestions');
export const changeService = endpoint<typeof servicesRoom.changeService>(
  'PATCH',
  '/api/v1/services/:id',
);
export const createService = endpoint<typeof servicesRoom.createService>(
  'POST',
  '/api/v1/services',
);
export const deleteService = endpoint<typeof servicesRoom.deleteService>(
  'DELETE',
  '/api/v1/services/:id',
);
export const listServiceVersions = endpoint<typeof servicesRoom.listServiceVersions>(
  'GET',
  '/api/v1/services/:id/versions',
);
export const listServices = endpoint<typeof servicesRoom.listServices>('GET', '/api/v1/services');
export const readService = endpoint<typeof servicesRoom.readService>('GET', '/api/v1/services/:id');
export const createShortLink = endpoint<typeof shortLinksRoom.createShortLink>(
  'POST',
  '/api/v1/short-links',
);
export const listShortLinks = endpoint<typeof shortLinksRoom.listShortLinks>(
  'GET',
  '/api/v1/short-links',
);
export const readShortLink = endpoint<typeof shortLinksRoom.readShortLink>(
  'GET',
  '/api/v1/short-links/:id',
);
export const revokeShortLink = endpoint<typeof shortLinksRoom.revokeShortLink>(
  'DELETE',
  '/api/v1/short-links/:id',
);
export const getPlatformStatus = endpoint<typeof statusRoom.getPlatformStatus>(
  'GET',
  '/api/v1/platform-status',
);
export const getReliabilityTargets = endpoint<typeof targetsRoom.getReliabilityTargets>(
  'GET',
  '/api/v1/operator/targets',
);
export const deleteThingByKey = endpoint<typeof thingsByKeyRoom.deleteThingByKey>(
  'DELETE',
  '/api/v1/:kind/by-key/:key',
);
export const putThingByKey = endpoint<typeof thingsByKeyRoom.putThingByKey>(
  'PUT',
  '/api/v1/:kind/by-key/:key',
);
export const readThingByKey = endpoint<typeof thingsByKeyRoom.readThingByKey>(
  'GET',
  '/api/v1/:kind/by-key/:key',
);
