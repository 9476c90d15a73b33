/** All rooms of the platform, one line each, with the dependencies that only they need. */
import { join } from 'node:path';
import { agentsRoom as agents } from '../features/agents/room.ts';
import { auditRoom as audit } from '../guard/audit/room.ts';
import { wakeStreams } from '../features/audit-streams/index.ts';
import { alertsRoom as alerts } from '../features/alerts/room.ts';
import { backupRoom as backup } from '../features/backup/room.ts';
import { createJudge } from '../features/evaluation/index.ts';
import { readArchives } from '../features/exports/index.ts';
import { exportsRoom as exporting } from '../features/exports/room.ts';
import { statusRoom as status } from '../features/status/room.ts';
import { identityRoom as identity } from '../guard/identity/room.ts';
import { openDns } from '../engines/dns/open-dns.ts';
import { LIMITS } from '../spec/limits.ts';
import { searchRoom as search } from '../flow/search/room.ts';
import type { Offer } from './node.ts';
import { offerBackup, offerRecovery } from './offer-backup.ts';
import { openTo } from './open-to.ts';
import { versionOf } from './version-of.ts';

export { accessRoom } from '../guard/access/room.ts';
export { accountsRoom } from '../guard/accounts/room.ts';
export { auditStreamsRoom } from '../features/audit-streams/room.ts';
export { bundlesRoom } from '../features/bundles/room.ts';
export { dashboardsRoom } from '../features/dashboards/room.ts';
export { evaluationRoom } from '../features/evaluation/room.ts';
export { ingestRoom } from '../flow/ingest/room.ts';
export { indexesRoom } from '../flow/indexes/room.ts';
export { limitsRoom } from '../guard/limits/room.ts';
export { pipelinesRoom } from '../flow/pipelines/room.ts';
export { shortLinksRoom } from '../features/short-links/room.ts';
export { servicesRoom } from '../features/services/room.ts';

export const agentsRoom = {
  ...agents,
  open: (offer: Offer) =>
    agents.open({ ...offer, rates: offer.config.rates, version: versionOf() }),
};

export const alertsRoom = {
  ...alerts,
  open: (offer: Offer) => alerts.open({ ...offer, judge: createJudge(offer.evaluation, 'alerts') }),
};

export const auditRoom = {
  ...audit,
  open: (offer: Offer) => audit.open({ ...offer, afterNumbering: wakeStreams }),
};

export const backupRoom = {
  ...backup,
  open: (offer: Offer) => backup.open({ ...offer, backup: offerBackup(offer.config) }),
};

export const exportsRoom = {
  ...exporting,
  open: (offer: Offer) => {
    const { data, exportFolders } = offer.config;
    return exporting.open({ ...offer, exportFolders, exportSpool: join(data, 'export-spool') });
  },
};

export const identityRoom = {
  ...identity,
  open: (offer: Offer) =>
    identity.open({
      ...offer,
      dns: openDns({ timeoutMs: LIMITS.identity.dnsMsMax }),
      isCookieSecure: offer.config.http.isCookieSecure,
    }),
};

export const searchRoom = {
  ...search,
  open: (offer: Offer) =>
    search.open({ ...offer, archivesOf: (id) => readArchives(offer.metadata, id) }),
};

export const statusRoom = {
  ...status,
  open: (offer: Offer) => {
    const { statusUrl: url, outbound } = offer.config;
    const made = offerBackup(offer.config);
    return status.open({
      ...offer,
      statusPage: url === undefined ? undefined : { url, outbound: openTo(url, outbound) },
      recovery: made && offerRecovery(made),
    });
  },
};
