/** Assembles the status probe, a separate process with its own file. */
import { join } from 'node:path';
import { systemClock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { ProbeConfig } from '../config/index.ts';
import { openCounters } from '../engines/counters/open-counters.ts';
import { openHistory } from '../engines/history/open-history.ts';
import { openMailCarrier } from '../engines/mail/open-mail-carrier.ts';
import { openOutbound } from '../engines/outbound/open-outbound.ts';
import { openObjects } from '../engines/objects/open-objects.ts';
import {
  checkOnce,
  type CheckLine,
  type Publish,
  publishToBucket,
  publishToFolder,
  startStatus,
} from '../features/status/index.ts';
import { createLog } from '../http/log.ts';
import { hostOf, openTo } from './open-to.ts';

export interface Probe extends AsyncDisposable {
  readonly log: Log;
  readonly url: string;
  readonly warnings: readonly string[];
}

/** Where the probe remembers, inside its data folder. */
export function historyFile(data: string): string {
  return join(data, 'history.sqlite');
}

/** Resolves once the page is served; the first round continues in the background. */
export async function startProbe(config: ProbeConfig): Promise<Probe> {
  const log = createLog({ level: config.logLevel, fields: { node: 'probe' } });
  await using opened = new AsyncDisposableStack();
  opened.defer(() => log.flush());
  const history = opened.use(await openHistory(historyFile(config.data)));
  const carrier = opened.use(await openMailCarrier({ log }, config.mail));
  const counters = opened.use(
    await openCounters(
      { clock: systemClock, log, limits: config.counterLimits },
      { kind: 'memory' },
    ),
  );
  const publish = await openPublish(config);
  const hosts = (config.status.webhooks?.urls ?? []).map(hostOf);
  const outbound = openOutbound({ networks: [], hosts });
  const engines = { history, counters, carrier, publish, outbound, log };
  const status = startStatus(engines, config.status);
  const { url } = opened.use(await status);
  log.info({ url }, 'status probe started');
  const closing = opened.move();
  return {
    log,
    url,
    warnings: config.warnings,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

async function openPublish({ status, objectLimits }: ProbeConfig): Promise<Publish | undefined> {
  const { publish } = status;
  if (publish === undefined) return undefined;
  if (publish.kind === 'folder') return publishToFolder(publish.folder);
  const [, prefix = '', folder = ''] = /^(.*?)([^/]+)\/$/.exec(publish.prefix) ?? [];
  const outbound = openTo(publish.endpoint);
  const needs = { clock: systemClock, limits: objectLimits, outbound };
  return publishToBucket(await openObjects(needs, { ...publish, kind: 's3', prefix }), folder);
}

/** Runs one round and returns its result to the person who sets up the probe. */
export async function checkProbe(
  config: ProbeConfig,
): Promise<{ readonly isGood: boolean; readonly lines: readonly CheckLine[] }> {
  return checkOnce(config.status);
}
