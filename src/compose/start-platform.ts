/**
 * Assembles the platform: opens the configured engines, passes them to the rooms, mounts the routes and starts
 * background work. Closing happens in reverse order.
 */
import { systemClock } from '../base/clock.ts';
import type { OrganizationId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import { type Config, publicUrlFor } from '../config/index.ts';
import { createEncoder, type GapNotes, startGapWatch } from '../flow/ingest/index.ts';
import { createStoredTimes } from '../flow/writer/index.ts';
import type { QuotaMeter } from '../guard/limits/index.ts';
import type { App } from '../http/app.ts';
import { listen, listenAlso, serveMetrics } from '../http/listen.ts';
import { createLog } from '../http/log.ts';
import { createMetrics } from '../http/metrics.ts';
import type { OpenRoom } from '../room.ts';
import { makeOffer } from './make-offer.ts';
import type { Access, Node } from './node.ts';
import { mountRoutes } from './mount-routes.ts';
import { reportNode } from './report-node.ts';
import { versionOf } from './version-of.ts';
import { openAccess } from './open-access.ts';
import { openEngines, prepareData } from './open-engines.ts';
import { openQuotas, startWriting } from './start-writing.ts';
import { openRooms } from './walk-rooms.ts';
import { openMailDelivery } from '../engines/mail/open-mail-delivery.ts';
import { openDueRunner } from '../engines/schedule/open-due-runner.ts';
import { openSchedule } from '../engines/schedule/open-schedule.ts';
import { openStoreMaintenance } from '../engines/store/open-store-maintenance.ts';

export interface Platform extends AsyncDisposable {
  readonly log: Log;
  readonly publicUrl: string;
  /** Undefined when the port is off or this node has no API. */
  readonly otlpPort: number | undefined;
  readonly warnings: readonly string[];
}

const OTLP_PATHS = ['/v1/logs'];

/** Resolves once the node answers. When something cannot be opened, what was opened before is closed again. */
export async function startPlatform(config: Config): Promise<Platform> {
  const log = createLog({ level: config.logLevel, fields: { node: config.nodeId } });
  const metrics = createMetrics();
  await using opened = new AsyncDisposableStack();
  opened.defer(() => log.flush());
  await prepareData(config.data, log);

  let publicUrl = publicUrlFor(config.http, config.http.port);
  const engines = await openEngines(config, log, opened, metrics);
  const encoder = await createEncoder({ metadata: engines.metadata, clock: systemClock });
  const publicOrigin = (): string => publicUrl;
  const storedTimes = { ingest: createStoredTimes(), holding: createStoredTimes() };
  const gaps = watchGaps({ config, engines, log, opened });
  const node = { config, log, metrics, opened, engines, encoder, publicOrigin, storedTimes, gaps };
  reportNode(metrics, config, engines.queue, versionOf());
  if (config.roles.includes('writer')) startWriting(node);
  const access = await openAccess(node);
  const quota = openQuotas(node, access.needs);
  const rooms = openAll(node, access, quota);
  if (config.roles.includes('scheduler')) startJobs(node, rooms);
  const app = mountRoutes(node, access, quota, rooms);
  const addresses = await openPorts(node, app);
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

/** Before anything is accepted or stored: what waits then is of an earlier run. */
function watchGaps({
  config,
  engines,
  log,
  opened,
}: Pick<Node, 'config' | 'engines' | 'log' | 'opened'>): GapNotes | undefined {
  const holdsEvents = config.roles.includes('api') || config.roles.includes('writer');
  if (!holdsEvents) return undefined;
  const needs = { ...engines, clock: systemClock, log, nodeId: config.nodeId };
  return opened.use(startGapWatch(needs)).notes;
}

/** Before the ports, so that on shutdown the ports close first. */
function openAll(node: Node, access: Access, quota: QuotaMeter): readonly OpenRoom[] {
  const rooms = openRooms(makeOffer(node, access, quota, eraseEverywhere));
  return rooms;

  async function eraseEverywhere(organization: OrganizationId): Promise<void> {
    for (const { erase } of rooms) await erase?.(organization);
    await node.engines.objects.removeAll(organization);
  }
}

interface Addresses {
  readonly port: number;
  readonly otlpPort: number | undefined;
}

async function openPorts({ config, metrics, opened }: Node, app: App): Promise<Addresses> {
  const { host, port: wanted, otlpPort: wantedOtlp } = config.http;
  const port = await listen(app, { host, port: wanted });
  const hasOtlp = config.roles.includes('api') && wantedOtlp !== 0;
  const otlpPort = hasOtlp
    ? await listenAlso(app, { host, port: wantedOtlp }, OTLP_PATHS)
    : undefined;
  if (config.metrics.port !== 0) {
    const { host: metricsHost, port: metricsPort } = config.metrics;
    opened.use(await serveMetrics(metrics, { host: metricsHost, port: metricsPort }));
  }
  return { port, otlpPort };
}

/** Starts background work of engines and rooms; leases in the metadata store ensure that one node does it. */
function startJobs(node: Node, rooms: readonly OpenRoom[]): void {
  const { config, log, opened } = node;
  const { metadata, store, mail, objects } = node.engines;
  const base = { metadata, clock: systemClock, log };
  const delivery = openMailDelivery({ ...base, carrier: mail, objects });
  const schedule = opened.use(openSchedule({ ...base, nodeId: config.nodeId }));
  const due = opened.use(openDueRunner({ ...base, metrics: node.metrics }));
  due.start(delivery.work);
  schedule.start(delivery.job);
  schedule.start(openStoreMaintenance({ store, metrics: node.metrics }));
  for (const { jobs = [], startDue } of rooms) {
    for (const job of jobs) schedule.start(job);
    startDue?.(due);
  }
}
