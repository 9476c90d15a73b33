/**
 * Puts the platform together: opens the engines that the configuration names, hands them to the rooms,
 * mounts the routes and starts what runs by itself. Closing goes the same way back.
 */
import { mkdir, access, constants } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { systemClock } from './base/clock.ts';
import { StartError } from './base/errors.ts';
import type { EngineHealth } from './base/health.ts';
import type { Log } from './base/log.ts';
import { type Config, publicUrlFor } from './config/index.ts';
import { openCounters } from './engines/counters/open-counters.ts';
import type { Counters } from './engines/counters/counters.ts';
import { openMetadata } from './engines/metadata/open-metadata.ts';
import type { Metadata } from './engines/metadata/metadata.ts';
import { openObjects } from './engines/objects/open-objects.ts';
import type { Objects } from './engines/objects/objects.ts';
import { openQueue } from './engines/queue/open-queue.ts';
import type { IngestQueue } from './engines/queue/queue.ts';
import { openSchedule } from './engines/schedule/open-schedule.ts';
import { openStore } from './engines/store/open-store.ts';
import type { LogStore } from './engines/store/store.ts';
import { startWriter, type Writer } from './flow/writer/index.ts';
import { createApp } from './http/app.ts';
import { listen, listenAlso, serveMetrics } from './http/listen.ts';
import { createLog, type ProcessLog } from './http/log.ts';
import { createMetrics, type ProcessMetrics } from './http/metrics.ts';
import { platformRoutes } from './http/platform-routes.ts';

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
  readonly store: LogStore;
  readonly objects: Objects;
}

const OTLP_PATHS = ['/v1/logs'];
const MAINTAIN_EVERY_MS = 60_000;

/** Resolves once the node answers. When something cannot be opened, what was opened before is closed again. */
export async function startPlatform(config: Config): Promise<Platform> {
  const log = createLog({ level: config.logLevel, fields: { node: config.nodeId } });
  const metrics = createMetrics();
  await using opened = new AsyncDisposableStack();
  opened.defer(() => log.flush());
  await prepareData(config.data);

  const engines = await openEngines(config, log, opened);
  reportDepth(metrics, engines.queue);
  if (config.roles.includes('writer')) opened.use(startWriterOf(config, engines, log, metrics));
  if (config.roles.includes('scheduler')) startJobs(config, engines, log, opened);
  const addresses = await openDoors(config, engines, log, metrics, opened);

  log.info({ port: addresses.port, roles: config.roles }, 'platform started');
  const closing = opened.move();
  return {
    log,
    publicUrl: publicUrlFor(config.http, addresses.port),
    otlpPort: addresses.otlpPort,
    warnings: config.warnings,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

async function prepareData(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
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
  const queue = opened.use(await openQueue(needs, config.queue));
  const place =
    config.metadata.kind === 'sqlite'
      ? { kind: 'sqlite' as const, path: config.metadata.file }
      : config.metadata;
  const metadata = opened.use(await openMetadata(needs, place));
  const counting = { ...needs, limits: config.limits.counters };
  const counters = opened.use(await openCounters(counting, config.counters));
  const objects = await openObjects({ ...needs, limits: config.limits.objects }, config.objects);
  const store = opened.use(await openStore(needs, config.store));
  return { metadata, counters, queue, store, objects };
}

function startWriterOf(
  config: Config,
  { queue, store }: Engines,
  log: Log,
  metrics: ProcessMetrics,
): Writer {
  return startWriter({
    queue,
    store,
    limits: config.limits.ingest,
    clock: systemClock,
    log,
    metrics,
  });
}

/** Periodic work; the lease in the metadata store sees to it that one node does it. */
function startJobs(
  config: Config,
  { metadata, store }: Engines,
  log: Log,
  opened: AsyncDisposableStack,
): void {
  const { nodeId } = config;
  const schedule = opened.use(openSchedule({ metadata, nodeId, clock: systemClock, log }));
  schedule.start({
    name: 'store-maintenance',
    everyMs: MAINTAIN_EVERY_MS,
    run: (signal) => store.maintain(signal),
  });
}

interface Addresses {
  readonly port: number;
  readonly otlpPort: number | undefined;
}

/** Every node answers for its health; the API itself is a role. */
async function openDoors(
  config: Config,
  engines: Engines,
  log: Log,
  metrics: ProcessMetrics,
  opened: AsyncDisposableStack,
): Promise<Addresses> {
  const { http } = config;
  const app = createApp({
    log,
    metrics,
    limits: config.limits.http,
    trustedProxies: http.trustedProxies,
    isHttps: http.isCookieSecure,
    ...(config.metrics.token === undefined ? {} : { operatorToken: config.metrics.token }),
  });
  opened.defer(() => app.close());
  platformRoutes(app, {
    version: versionOf(),
    clock: systemClock,
    checks: checksOf(engines),
    metrics,
    limits: config.limits.http,
  });
  const { host } = http;
  const port = await listen(app, { host, port: http.port });
  const hasOtlp = config.roles.includes('api') && http.otlpPort !== 0;
  const otlpPort = hasOtlp
    ? await listenAlso(app, { host, port: http.otlpPort }, OTLP_PATHS)
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
