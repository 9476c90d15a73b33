import { existsSync } from 'node:fs';
import { access as checkAccess, chmod, constants, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../base/clock.ts';
import { StartError } from '../base/errors.ts';
import type { EngineHealth } from '../base/health.ts';
import { type Log, silentLog } from '../base/log.ts';
import type { Metrics } from '../base/metrics.ts';
import type { Config } from '../config/index.ts';
import { openCounters } from '../engines/counters/open-counters.ts';
import { openGeoip } from '../engines/geoip/open-geoip.ts';
import { openMailCarrier } from '../engines/mail/open-mail-carrier.ts';
import { openMetadata } from '../engines/metadata/open-metadata.ts';
import { openMining } from '../engines/mining/open-mining.ts';
import type { OpenedModel } from '../engines/model/model.ts';
import { openModel } from '../engines/model/open-model.ts';
import { openObjects } from '../engines/objects/open-objects.ts';
import type { Outbound } from '../engines/outbound/outbound.ts';
import { openOutbound } from '../engines/outbound/open-outbound.ts';
import { openQueue } from '../engines/queue/open-queue.ts';
import { openStore } from '../engines/store/open-store.ts';
import { RESTORING } from '../features/backup/index.ts';
import type { ProcessLog } from '../http/log.ts';
import { LIMITS } from '../spec/limits.ts';
import { holdingPlace } from './holding-place.ts';
import type { Engines } from './node.ts';
import { type EnginePlace, openEngine, openWhenReachable } from './open-engine.ts';
import { openTo } from './open-to.ts';

export async function prepareData(directory: string, log: Log): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await checkAccess(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new StartError(`Can't write to the data folder ${directory} (${reason}).`, error);
  }
  await closeToOthers(directory, log);
  if (existsSync(join(directory, RESTORING))) {
    throw new StartError(
      `A restore into ${directory} is incomplete. Wait until it has finished, or run xplain restore again.`,
    );
  }
}

/** The folder contains secrets, logs and mails; an existing one may be readable by every user of the machine. */
async function closeToOthers(directory: string, log: Log): Promise<void> {
  const { mode } = await stat(directory);
  if ((mode & 0o077) === 0) return;
  try {
    await chmod(directory, mode & 0o700);
    log.info({ directory }, 'data folder closed to other users');
  } catch (error) {
    // Another user owns it, or its file system has no modes.
    log.warn({ directory, err: error }, 'data folder is open to other users');
  }
}

export async function openEngines(
  config: Config,
  log: ProcessLog,
  opened: AsyncDisposableStack,
  metrics: Metrics,
): Promise<Engines> {
  const needs = { clock: systemClock, log, limits: config.limits };
  // The queue locks the data folder: a second process stops here, before it touches anything.
  const queueAt = placeOf('XPLAIN_NATS_URL', 'servers' in config.queue && config.queue.servers);
  const queue = opened.use(await openEngine('queue', openQueue(needs, config.queue), queueAt));
  const holding = opened.use(
    await openEngine('holding queue', openQueue(needs, holdingPlace(config)), queueAt),
  );
  const place =
    config.metadata.kind === 'sqlite'
      ? { kind: 'sqlite' as const, path: config.metadata.file }
      : config.metadata;
  const metadata = opened.use(
    await openEngine(
      'metadata store',
      openMetadata({ ...needs, metrics }, place),
      placeOf('XPLAIN_DATABASE_URL', 'url' in place && [place.url]),
    ),
  );
  const counting = { ...needs, limits: config.limits.counters };
  const counters = opened.use(
    await openEngine(
      'counters',
      openCounters(counting, config.counters),
      placeOf('XPLAIN_REDIS_URL', 'url' in config.counters && [config.counters.url]),
    ),
  );
  const outbound = openOutbound(config.outbound);
  const objects = await openEngine('object store', openOwnObjects(config, outbound));
  const mail = opened.use(await openEngine('mail', openMailCarrier(needs, config.mail)));
  const store = opened.use(await openLogStore(config, log));
  const mining = opened.use(await openMining({ limits: config.limits.mining }));
  const model = await openEvaluator(config, log, opened);
  const open = {
    metadata,
    counters,
    queue,
    holding,
    store,
    objects,
    mail,
    mining,
    model,
    outbound,
  };
  if (config.geoipFile === undefined) return open;
  const locating = { ...needs, limits: config.limits.query };
  return { ...open, geoip: await openGeoip(locating, config.geoipFile) };
}

async function openLogStore({ store, limits }: Config, log: Log) {
  const needs = { clock: systemClock, log, limits };
  const waiting = { log, msMax: store.kind === 'clickhouse' ? LIMITS.store.openMsMax : 0 };
  const opening = openWhenReachable(waiting, 'log store', () => openStore(needs, store));
  const place = placeOf('XPLAIN_CLICKHOUSE_URL', store.kind === 'clickhouse' && [store.url]);
  return openEngine('log store', opening, place);
}

function placeOf(
  variable: EnginePlace['variable'],
  urls: readonly string[] | false,
): EnginePlace | undefined {
  return urls === false ? undefined : { variable, urls };
}

async function openOwnObjects({ objects, limits, outbound }: Config, usual: Outbound) {
  const way = objects.kind === 's3' ? openTo(objects.endpoint, outbound) : usual;
  return openObjects({ clock: systemClock, limits: limits.objects, outbound: way }, objects);
}

/** A rejected provider doesn't prevent startup; each evaluation reports the error instead. */
async function openEvaluator(
  { limits, ai, roles }: Config,
  log: ProcessLog,
  opened: AsyncDisposableStack,
): Promise<OpenedModel> {
  // Evaluations come from endpoints and from alert rules.
  const isAsked = roles.includes('api') || roles.includes('scheduler');
  const place = isAsked ? ai.place : { kind: 'offline' as const };
  const model = await openModel({ log: isAsked ? log : silentLog, limits: limits.model }, place);
  if (model.kind === 'open') opened.use(model.provider);
  return model;
}

/**
 * Health checks of `/ready` by engine name. Pattern mining threads have no state to lose, and evaluations report a
 * missing provider themselves.
 */
export function checksOf(engines: Engines): Record<string, () => Promise<EngineHealth>> {
  const { metadata, counters, queue, holding, store, objects, mail } = engines;
  const asked = { metadata, counters, queue, holding, store, objects, mail };
  return Object.fromEntries(
    Object.entries(asked).map(([name, engine]) => [name, async () => engine.health()]),
  );
}
