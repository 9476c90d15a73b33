import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { StartError } from '../../base/errors.ts';
import { randomBase62 } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { Counters } from '../../engines/counters/counters.ts';
import type { History } from '../../engines/history/history.ts';
import type { MailCarrier } from '../../engines/mail/mail.ts';
import { LIMITS } from '../../spec/limits.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import { askPeers } from './peers.ts';
import { publish } from './publish.ts';
import { filesToPublish, type Files, renderAll } from './render-all.ts';
import { createCall } from './round/call-target.ts';
import { createAlertWatch } from './round/check-alerts.ts';
import { createStoredWatch } from './round/check-stored.ts';
import { runRound } from './round/run-round.ts';
import type { RoundNeeds, Target } from './round/target.ts';
import { sendMails } from './send-mails.ts';
import { createStatusServer } from './serve/serve-status.ts';
import { createBoard, type Board } from './status-board.ts';

export interface StatusSettings {
  readonly target: Omit<Target, 'probeId'>;
  readonly placeName: string;
  readonly host: string;
  readonly port: number;
  /** Undefined: made from the port that was bound. */
  readonly publicUrl: string | undefined;
  readonly peers: readonly string[];
  readonly adminToken: string | undefined;
  readonly publishFolder: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly ratePerMinute: number;
}

export interface StatusEngines {
  readonly history: History;
  readonly counters: Counters;
  readonly carrier: MailCarrier;
  readonly log: Log;
}

export interface RunningStatus extends AsyncDisposable {
  readonly url: string;
}

/** A round whose failures are looked at again may last longer than a minute, so two can be under way. */
const ROUNDS_MAX = 2;

/** Opens the page, then looks each minute until it is closed. */
export async function startStatus(
  engines: StatusEngines,
  settings: StatusSettings,
): Promise<RunningStatus> {
  const { history, log } = engines;
  const stop = new AbortController();
  const now = (): number => Date.now();
  let url = settings.publicUrl ?? '';
  let files: Files = new Map();
  const server = createStatusServer({
    ...engines,
    get board() {
      return board;
    },
    now,
    refresh,
    files: () => files,
    get settings() {
      return { ...settings, url };
    },
  });
  const port = await listen(server, settings);
  url = (settings.publicUrl ?? `http://${settings.host}:${port}`).replace(/\/$/, '');
  const board: Board = createBoard({ ...settings, history, log, now, url });
  refresh();

  function refresh(): void {
    const view = board.refresh();
    files = renderAll(view, board, url);
    if (settings.publishFolder === undefined) return;
    publish(settings.publishFolder, filesToPublish(view, board, url)).catch((error: unknown) => {
      log.error({ err: error }, 'status page not published');
    });
  }

  const loops = [
    lookEachMinute({ engines, settings, board, refresh, now, signal: stop.signal }),
    repeat(LIMITS.mail.everyMs, stop.signal, log, () => sendMails({ ...engines, now })),
  ];
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await Promise.all(loops);
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function listen(server: Server, { host, port }: StatusSettings): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new StartError(`The status page cannot listen on ${host}:${port}.`, error);
  }
  return (server.address() as AddressInfo).port;
}

interface Watch {
  readonly engines: StatusEngines;
  readonly settings: StatusSettings;
  readonly board: Board;
  readonly refresh: () => void;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** The needs of a round on the clocks of this machine. */
export function roundNeeds(signal: AbortSignal): RoundNeeds {
  const monotonic = (): number => performance.now();
  return {
    call: createCall(monotonic),
    monotonic,
    wallClock: () => Date.now(),
    sleep: async (ms) => void (await sleepFor(ms, undefined, { signal })),
    newNonce: () => randomBase62(20),
  };
}

/** A minute that has a result keeps it, so a clock that was set back waits; one that jumped ahead leaves a gap. */
async function lookEachMinute(watch: Watch): Promise<void> {
  const { engines, settings, board, now, signal } = watch;
  const { history, log } = engines;
  const needs = { ...roundNeeds(signal), lines: history.lines.bind(history) };
  const target = { ...settings.target, probeId: history.probeId };
  const stored = createStoredWatch(needs, target);
  const slow = { alerts: createAlertWatch(needs, target), storedLogs: () => stored.verdict() };
  const underWay = new Set<Promise<void>>();

  const look = async (minute: number): Promise<void> => {
    try {
      await Promise.all([stored.look(), askPeers(needs.call, board, settings.peers, now())]);
      board.addRound(minute, await runRound(needs, target, slow));
    } catch (error) {
      // On the way out a round is cut short, and the minute stays without a result.
      if (!signal.aborted) log.error({ err: error }, 'round of the probe failed');
    }
  };
  await repeatEachMinute(now, signal, (minute) => {
    watch.refresh();
    if (board.hasMinute(minute) || underWay.size >= ROUNDS_MAX) return;
    const round = look(minute).finally(() => {
      underWay.delete(round);
      if (!signal.aborted) watch.refresh();
    });
    underWay.add(round);
  });
  await Promise.all(underWay);
}

async function repeatEachMinute(
  now: () => number,
  signal: AbortSignal,
  work: (minute: number) => void,
): Promise<void> {
  while (!signal.aborted) {
    work(Math.floor(now() / MINUTE_MS));
    await pause(MINUTE_MS - (now() % MINUTE_MS), signal);
  }
}

async function repeat(
  everyMs: number,
  signal: AbortSignal,
  log: Log,
  work: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => log.error({ err: error }, 'work of the probe failed'));
    await pause(everyMs, signal);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleepFor(ms, undefined, { signal }).catch(() => undefined);
}
