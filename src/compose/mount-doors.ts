import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../base/clock.ts';
import { indexFacts } from '../flow/indexes/index.ts';
import { indexRoutes } from '../flow/indexes/routes.ts';
import {
  createDepthWarning,
  createBackpressure,
  type IngestNeeds,
  openEventReader,
} from '../flow/ingest/index.ts';
import { deadLetterRoutes, ingestRoutes, receiptRoutes } from '../flow/ingest/routes.ts';
import {
  deletionRoutes,
  exportRoutes,
  lookupRoutes,
  savedSearchRoutes,
  searchRoutes,
  tailRoutes,
  viewRoutes,
} from '../flow/search/routes.ts';
import { pipelineRoutes } from '../flow/pipelines/routes.ts';
import { createAuthenticate, createUseNotes } from '../guard/access/index.ts';
import { accessRoutes } from '../guard/access/routes.ts';
import { accountRoutes } from '../guard/accounts/routes.ts';
import { auditRoutes } from '../guard/audit/routes.ts';
import { createLimitQuota, createLimitRate } from '../guard/limits/index.ts';
import { type App, createApp } from '../http/app.ts';
import { redirectHomeToDocs } from '../http/docs/docs-routes.ts';
import { loadWebApp } from '../http/web-app/load-web-app.ts';
import { webAppRoutes } from '../http/web-app/web-app-routes.ts';
import { platformRoutes } from '../http/platform-routes.ts';
import type { Access, Node } from './node.ts';
import { checksOf } from './open-engines.ts';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Every node answers for its health; the rest of the API is a role. */
export function mountDoors(node: Node, access: Access, intake: Pick<IngestNeeds, 'quota'>): App {
  const { config, engines, lookups, turns, log, metrics, opened } = node;
  const { metadata, counters, queue } = engines;
  const { cache, accounts } = access;
  const clock = systemClock;
  const guard = {
    authenticate: createAuthenticate({
      ...access.needs,
      cache,
      readSession: accounts.readSession,
      emailOf: accounts.emailOf,
      noteUse: createUseNotes({ metadata, clock, log }),
    }),
    limitRate: createLimitQuota(
      { meter: intake.quota, clock },
      createLimitRate({ counters, rates: config.rates, limits: config.limits.rates }),
    ),
  };
  const hasApi = config.roles.includes('api');
  const webApp = hasApi ? loadWebApp(config.http.webRoot ?? WEB_ROOT) : undefined;
  // Opened before the app, so that it closes once the last request has its answer.
  const reading = { metadata, cache, limits: config.limits, encoder: node.encoder };
  const reader = opened.use(openEventReader(reading));
  const { token } = config.metrics;
  const operator = token === undefined ? {} : { operatorToken: token };
  const app = createApp({
    log,
    metrics,
    guard,
    limits: config.limits.http,
    trustedProxies: config.http.trustedProxies,
    isHttps: config.http.isCookieSecure,
    ...(webApp === undefined ? {} : { webApp }),
    ...operator,
  });
  opened.defer(() => app.close());
  const checks = checksOf(engines);
  const facts = { version: versionOf(), clock, checks, metrics, limits: config.limits.http };
  platformRoutes(app, { ...facts, ...operator });
  if (webApp === undefined) redirectHomeToDocs(app);
  else webAppRoutes(app, webApp);
  if (!hasApi) return app;
  accountRoutes(app, accounts);
  accessRoutes(app, access.needs);
  const tenant = { metadata, cache, clock, queue, store: engines.store, plans: config.plans };
  auditRoutes(app, tenant);
  const indexesOf = indexFacts.bind(undefined, tenant);
  pipelineRoutes(app, { ...tenant, limits: config.limits, indexesOf });
  savedSearchRoutes(app, tenant);
  const { mining } = engines;
  const searching = { ...tenant, counters, mining, turns, lookups, limits: config.limits };
  lookupRoutes(app, searching);
  searchRoutes(app, searching);
  viewRoutes(app, searching);
  exportRoutes(app, searching);
  deletionRoutes(app, searching);
  tailRoutes(app, { ...searching, authenticate: guard.authenticate });
  mountIngest(app, node, access, { ...intake, reader });
  return app;
}

/** The doors for events, and what people ask about them. */
function mountIngest(
  app: App,
  { config, engines, log, storedTimes }: Node,
  { cache, receipts }: Access,
  intake: Pick<IngestNeeds, 'quota' | 'reader'>,
): void {
  const { plans, limits } = config;
  const common = { ...engines, cache, clock: systemClock, plans, receipts, log };
  indexRoutes(app, common);
  deadLetterRoutes(app, common);
  receiptRoutes(app, {
    ...common,
    storedAt: (place, position) => storedTimes[place].find(position),
    limits: limits.ingest,
  });
  const noteDepth = createDepthWarning(log, limits.ingest);
  const backpressure = createBackpressure({ ...common, limits: limits.ingest });
  ingestRoutes(app, { ...common, ...intake, limits, noteDepth, backpressure });
}

function versionOf(): string {
  const file = new URL('../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}
