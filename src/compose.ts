/**
 * Puts the platform together: opens the engines that the configuration names, hands them to the rooms,
 * mounts the routes and starts what runs by itself. Closing goes the same way back.
 */
import { access as checkAccess, constants, mkdir } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from './base/clock.ts';
import { StartError } from './base/errors.ts';
import type { EngineHealth } from './base/health.ts';
import { newId, type OrganizationId } from './base/ids.ts';
import type { Log } from './base/log.ts';
import { sealPayload } from './base/queue-payload.ts';
import type { LogRecord } from './base/record.ts';
import { type Config, keepSecret, publicUrlFor } from './config/index.ts';
import { openCounters } from './engines/counters/open-counters.ts';
import type { Counters } from './engines/counters/counters.ts';
import { enqueueMail, type MailCarrier } from './engines/mail/mail.ts';
import { openMailCarrier } from './engines/mail/open-mail-carrier.ts';
import { openMailDelivery } from './engines/mail/open-mail-delivery.ts';
import { openMetadata } from './engines/metadata/open-metadata.ts';
import type { Metadata, Unit } from './engines/metadata/metadata.ts';
import { openObjects } from './engines/objects/open-objects.ts';
import type { Objects } from './engines/objects/objects.ts';
import { openQueue, type QueueOptions } from './engines/queue/open-queue.ts';
import type { IngestQueue } from './engines/queue/queue.ts';
import { openSchedule } from './engines/schedule/open-schedule.ts';
import { openStore } from './engines/store/open-store.ts';
import { sql, string } from './engines/store/sql.ts';
import type { LogStore } from './engines/store/store.ts';
import {
  countIndexes,
  createDepthWarning,
  createEncoder,
  createReceiptIds,
  indexFacts,
  type IngestNeeds,
} from './flow/ingest/index.ts';
import {
  deadLetterRoutes,
  indexRoutes,
  ingestRoutes,
  receiptRoutes,
} from './flow/ingest/routes.ts';
import { runLogDeletions } from './flow/search/index.ts';
import {
  deletionRoutes,
  exportRoutes,
  savedSearchRoutes,
  searchRoutes,
  tailRoutes,
  viewRoutes,
} from './flow/search/routes.ts';
import { countPipelines } from './flow/pipelines/index.ts';
import { pipelineRoutes } from './flow/pipelines/routes.ts';
import {
  createStoredTimes,
  startHolding,
  startWriter,
  type StoredTimes,
} from './flow/writer/index.ts';
import {
  type AccessCache,
  type AccessNeeds,
  type Accounts,
  createAuthenticate,
  createFirstUser,
  createUseNotes,
  eraseDeletedOrganizations,
  forgetExpiredSessions,
  forgetShippedAudit,
  noteEndedElevations,
  openAccessCache,
  openAccounts,
  openQuotaMeter,
  shipAudit,
} from './guard/access/index.ts';
import { accessRoutes, accountRoutes, auditRoutes } from './guard/access/routes.ts';
import {
  createLimitQuota,
  createLimitRate,
  forgetCountedBatches,
  type QuotaMeter,
  recordDiscarded,
  recordUsage,
} from './guard/limits/index.ts';
import { type App, createApp } from './http/app.ts';
import { redirectHomeToDocs } from './http/docs/docs-routes.ts';
import { listen, listenAlso, serveMetrics } from './http/listen.ts';
import { createLog, type ProcessLog } from './http/log.ts';
import { createMetrics, type ProcessMetrics } from './http/metrics.ts';
import { platformRoutes } from './http/platform-routes.ts';
import type { PlanResource } from './spec/plans.ts';

export interface Platform extends AsyncDisposable {
  readonly log: Log;
  readonly publicUrl: string;
  /** Undefined when the port is off or this node has no API. */
  readonly otlpPort: number | undefined;
  readonly warnings: readonly string[];
}

/** Everything that is open, in the order it was opened. */
interface Engines {
  readonly metadata: Metadata;
  readonly counters: Counters;
  readonly queue: IngestQueue;
  /** Events over a daily quota. */
  readonly holding: IngestQueue;
  readonly store: LogStore;
  readonly objects: Objects;
  readonly mail: MailCarrier;
}

/** The node while it starts, and what its parts are made from. */
interface Node {
  readonly config: Config;
  readonly log: ProcessLog;
  readonly metrics: ProcessMetrics;
  readonly opened: AsyncDisposableStack;
  readonly engines: Engines;
  /** Where people reach us; the port is known once it is bound. */
  readonly publicOrigin: () => string;
  readonly encode: IngestNeeds['encode'];
  /** When this node has stored what; for receipts. */
  readonly storedTimes: Readonly<Record<'ingest' | 'holding', StoredTimes>>;
}

const OTLP_PATHS = ['/v1/logs'];
const EVERY_SECOND_MS = 1_000;
const EVERY_MINUTE_MS = 60_000;

/** Resolves once the node answers. When something cannot be opened, what was opened before is closed again. */
export async function startPlatform(config: Config): Promise<Platform> {
  const log = createLog({ level: config.logLevel, fields: { node: config.nodeId } });
  const metrics = createMetrics();
  await using opened = new AsyncDisposableStack();
  opened.defer(() => log.flush());
  await prepareData(config.data);

  let publicUrl = publicUrlFor(config.http, config.http.port);
  const engines = await openEngines(config, log, opened);
  const encode = await createEncoder({ metadata: engines.metadata, clock: systemClock });
  const publicOrigin = (): string => publicUrl;
  const storedTimes = { ingest: createStoredTimes(), holding: createStoredTimes() };
  const node = { config, log, metrics, opened, engines, encode, publicOrigin, storedTimes };
  reportDepth(metrics, engines.queue);
  const outageSince = config.roles.includes('writer') ? startWriting(node) : () => undefined;
  const access = await openAccess(node);
  if (config.roles.includes('scheduler')) await startJobs(node, access.needs);
  const quota = openQuotas(node, access.needs);
  const app = mountDoors(node, access, { quota, outageSince });
  const addresses = await openDoors(node, app);
  publicUrl = publicUrlFor(config.http, addresses.port);

  log.info({ port: addresses.port, roles: config.roles }, 'platform started');
  const closing = opened.move();
  return {
    log,
    publicUrl,
    otlpPort: addresses.otlpPort,
    warnings: config.warnings,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

async function prepareData(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await checkAccess(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new StartError(`The data folder ${directory} cannot be written (${reason}).`, error);
  }
}

async function openEngines(
  config: Config,
  log: ProcessLog,
  opened: AsyncDisposableStack,
): Promise<Engines> {
  const needs = { clock: systemClock, log, limits: config.limits };
  // The queue locks the data folder: a second process stops here, before it touches anything.
  const queue = opened.use(await opening('queue', openQueue(needs, config.queue)));
  const holding = opened.use(
    await opening('holding queue', openQueue(needs, holdingPlace(config))),
  );
  const place =
    config.metadata.kind === 'sqlite'
      ? { kind: 'sqlite' as const, path: config.metadata.file }
      : config.metadata;
  const metadata = opened.use(await opening('metadata store', openMetadata(needs, place)));
  const counting = { ...needs, limits: config.limits.counters };
  const counters = opened.use(await opening('counters', openCounters(counting, config.counters)));
  const objects = await opening(
    'object store',
    openObjects({ ...needs, limits: config.limits.objects }, config.objects),
  );
  const mail = opened.use(await opening('mail', openMailCarrier(needs, config.mail)));
  const store = opened.use(await opening('log store', openStore(needs, config.store)));
  return { metadata, counters, queue, holding, store, objects, mail };
}

/** Beside the ingest queue, under a name of its own. */
function holdingPlace({ queue, data }: Config): QueueOptions {
  if (queue.kind === 'lmdb') return { kind: 'lmdb', directory: join(data, 'holding') };
  return { kind: 'nats', servers: queue.servers, name: 'xplain_held' };
}

/** What keeps an engine from opening is for the operator: one line, the cause behind it. */
async function opening<T>(name: string, engine: Promise<T>): Promise<T> {
  try {
    return await engine;
  } catch (error) {
    if (error instanceof StartError || !(error instanceof Error)) throw error;
    const reason = error.message.split('\n', 1)[0] ?? '';
    throw new StartError(`The ${name} cannot be opened. ${reason}`, error);
  }
}

/** Starts this node's writers; says since when the store is away. */
function startWriting(node: Node): () => number | undefined {
  const { config, engines, log, metrics, opened, storedTimes } = node;
  const { queue, store, metadata } = engines;
  const limits = config.limits.ingest;
  const writer = opened.use(
    startWriter({
      queue,
      store,
      limits,
      clock: systemClock,
      log,
      metrics,
      recordUsage: recordUsage.bind(undefined, { metadata, clock: systemClock }),
      noteStored: storedTimes.ingest.note,
    }),
  );
  return () => writer.outageSince();
}

/** Measures daily quotas; a node that writes also looks after what is held over them. */
function openQuotas(node: Node, access: AccessNeeds): QuotaMeter {
  const { config, log, metrics, opened } = node;
  const { metadata, queue, holding, store } = node.engines;
  const usage = { metadata, clock: systemClock };
  const quota = openQuotaMeter(access, log);
  if (!config.roles.includes('writer')) return quota;
  opened.use(
    startHolding({
      queue,
      holding,
      store,
      limits: config.limits.ingest,
      clock: systemClock,
      log,
      metrics,
      verdictOf: (organization) => quota.verdict(organization),
      recordUsage: recordUsage.bind(undefined, usage),
      recordDiscarded: recordDiscarded.bind(undefined, usage),
      noteStored: node.storedTimes.holding.note,
    }),
  );
  return quota;
}

interface Access {
  readonly needs: AccessNeeds;
  readonly accounts: Accounts;
  readonly cache: AccessCache;
  readonly receipts: ReturnType<typeof createReceiptIds>;
}

async function openAccess(node: Node): Promise<Access> {
  const { config, log, opened, publicOrigin } = node;
  const { metadata } = node.engines;
  const mailNeeds = { clock: systemClock, newId: () => newId('mail') };
  const cache = opened.use(await openAccessCache({ metadata, clock: systemClock }));
  const common = {
    metadata,
    cache,
    clock: systemClock,
    publicOrigin,
    enqueueMail: enqueueMail.bind(undefined, mailNeeds),
  };
  const secret =
    config.secret.kind === 'given' ? config.secret.value : await keepSecret(config.secret.file);
  const accounts = opened.use(
    openAccounts({
      ...common,
      log,
      limits: config.limits,
      secret,
      isCookieSecure: config.http.isCookieSecure,
      oauth: config.oauth,
      breachCheck: config.breachCheck,
    }),
  );
  const { admin } = config;
  if (admin !== undefined && (await createFirstUser(accounts.tools, admin.email, admin.password))) {
    log.info({ email: admin.email }, 'first user created');
  }
  const needs = {
    ...common,
    plans: config.plans,
    limits: config.limits.organizations,
    quotaWarnRatio: config.limits.ingest.quotaWarnRatio,
    countElsewhere,
  };
  return { needs, accounts, cache, receipts: createReceiptIds(secret) };
}

/** What the rooms above keep of the things a plan counts. */
async function countElsewhere(
  reader: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
): Promise<Partial<Record<PlanResource, number>>> {
  return {
    indexes: await countIndexes(reader, organization),
    pipelines: await countPipelines(reader, organization),
  };
}

/** Periodic work; the lease in the metadata store sees to it that one node does it. */
async function startJobs(node: Node, access: AccessNeeds): Promise<void> {
  const { config, log, opened } = node;
  const { metadata, store, mail } = node.engines;
  const base = { metadata, clock: systemClock, log };
  const delivery = opened.use(
    await openMailDelivery({ ...base, carrier: mail, newId: () => newId('mail') }),
  );
  const ship = { ...base, append: appendRecords.bind(undefined, node) };
  const erase = { ...base, eraseEverywhere: eraseEverywhere.bind(undefined, node.engines) };
  const schedule = opened.use(openSchedule({ ...base, nodeId: config.nodeId }));
  schedule.start(delivery.job);
  schedule.start({
    name: 'store-maintenance',
    everyMs: EVERY_MINUTE_MS,
    run: (signal) => store.maintain(signal),
  });
  schedule.start({
    name: 'audit-shipping',
    everyMs: EVERY_SECOND_MS,
    run: async (signal) => void (await shipAudit(ship, signal)),
  });
  const { counters } = node.engines;
  const deleting = { ...base, store, counters, cache: access.cache, limits: config.limits };
  schedule.start({
    name: 'log-deletions',
    everyMs: EVERY_SECOND_MS,
    run: (signal) => runLogDeletions(deleting, signal),
  });
  schedule.start({
    name: 'access-tidying',
    everyMs: EVERY_MINUTE_MS,
    run: async () => {
      await noteEndedElevations(access);
      await forgetShippedAudit(base);
      await forgetExpiredSessions(base);
      await forgetCountedBatches(base);
      await eraseDeletedOrganizations(erase);
    },
  });
}

async function appendRecords(
  { engines, encode }: Node,
  organization: OrganizationId,
  records: readonly LogRecord[],
): Promise<void> {
  const { bytes: block } = encode(records);
  const payload = sealPayload({ block, sentBytes: 0, acceptedAt: systemClock.now() });
  await engines.queue.append({ organization, events: records.length, payload });
}

async function eraseEverywhere(
  { queue, holding, store, objects }: Engines,
  organization: OrganizationId,
): Promise<void> {
  await queue.forgetOrganization(organization);
  await holding.forgetOrganization(organization);
  await store.command(sql`DELETE FROM logs WHERE organization = ${string(organization)}`);
  await objects.removeAll(organization);
}

/** Every node answers for its health; the rest of the API is a role. */
function mountDoors(
  node: Node,
  access: Access,
  intake: Pick<IngestNeeds, 'quota' | 'outageSince'>,
): App {
  const { config, engines, log, metrics, opened } = node;
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
  const app = createApp({
    log,
    metrics,
    guard,
    limits: config.limits.http,
    trustedProxies: config.http.trustedProxies,
    isHttps: config.http.isCookieSecure,
    ...(config.metrics.token === undefined ? {} : { operatorToken: config.metrics.token }),
  });
  opened.defer(() => app.close());
  const checks = checksOf(engines);
  platformRoutes(app, { version: versionOf(), clock, checks, metrics, limits: config.limits.http });
  redirectHomeToDocs(app);
  if (!config.roles.includes('api')) return app;
  accountRoutes(app, accounts);
  accessRoutes(app, access.needs);
  const tenant = { metadata, cache, clock, queue, store: engines.store, plans: config.plans };
  auditRoutes(app, tenant);
  const indexesOf = indexFacts.bind(undefined, tenant);
  pipelineRoutes(app, { ...tenant, limits: config.limits, indexesOf });
  savedSearchRoutes(app, tenant);
  const searching = { ...tenant, counters, limits: config.limits };
  searchRoutes(app, searching);
  viewRoutes(app, searching);
  exportRoutes(app, searching);
  deletionRoutes(app, searching);
  tailRoutes(app, { ...searching, authenticate: guard.authenticate });
  mountIngest(app, node, access, intake);
  return app;
}

/** The doors for events, and what people ask about them. */
function mountIngest(
  app: App,
  { config, engines, log, encode, storedTimes }: Node,
  { cache, receipts }: Access,
  intake: Pick<IngestNeeds, 'quota' | 'outageSince'>,
): void {
  const { plans, limits } = config;
  const common = { ...engines, cache, clock: systemClock, plans, receipts };
  indexRoutes(app, common);
  deadLetterRoutes(app, common);
  receiptRoutes(app, {
    ...common,
    storedAt: (place, position) => storedTimes[place].find(position),
    limits: limits.ingest,
  });
  const noteDepth = createDepthWarning(log, limits.ingest);
  ingestRoutes(app, { ...common, ...intake, limits, encode, noteDepth });
}

interface Addresses {
  readonly port: number;
  readonly otlpPort: number | undefined;
}

async function openDoors({ config, metrics, opened }: Node, app: App): Promise<Addresses> {
  const { host, port: wanted, otlpPort: wantedOtlp } = config.http;
  const port = await listen(app, { host, port: wanted });
  const hasOtlp = config.roles.includes('api') && wantedOtlp !== 0;
  const otlpPort = hasOtlp
    ? await listenAlso(app, { host, port: wantedOtlp }, OTLP_PATHS)
    : undefined;
  if (config.metrics.port !== 0) {
    opened.use(await serveMetrics(metrics, { host, port: config.metrics.port }));
  }
  return { port, otlpPort };
}

function checksOf(engines: Engines): Record<string, () => Promise<EngineHealth>> {
  return Object.fromEntries(
    Object.entries(engines).map(([name, engine]: [string, { health(): Promise<EngineHealth> }]) => [
      name,
      () => engine.health(),
    ]),
  );
}

function reportDepth(metrics: ProcessMetrics, queue: IngestQueue): void {
  metrics.gauge(
    'xplain_queue_events',
    'Events that wait in the queue.',
    () => queue.depth().events,
  );
  metrics.gauge('xplain_queue_bytes', 'Bytes that wait in the queue.', () => queue.depth().bytes);
}

function versionOf(): string {
  const file = new URL('../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}
