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
import type { Outbound } from '../../engines/outbound/outbound.ts';
import { LIMITS } from '../../spec/limits.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import { askPeers } from './peers.ts';
import type { Publish } from './publish.ts';
import { filesToPublish, type Files, renderAll } from './render-all.ts';
import { createCall } from './round/call-target.ts';
import { createPatientCall } from './round/patient-call.ts';
import { createAlertWatch } from './round/check-alerts.ts';
import { createStoredWatch } from './round/check-stored.ts';
import { runRound } from './round/run-round.ts';
import type { RoundNeeds, Target } from './round/target.ts';
import { sendMails } from './send-mails.ts';
import { createStatusServer } from './serve/serve-status.ts';
import { createBoard, type Board } from './status-board.ts';
import { sendCalls, type Webhooks } from './webhooks/send-calls.ts';

export interface StatusSettings {
  readonly target: Omit<Target, 'probeId'>;
  readonly placeName: string;
  readonly host: string;
  readonly port: number;
  /** If undefined, derived from the bound port. */
  readonly publicUrl: string | undefined;
  readonly peers: readonly string[];
  readonly adminToken: string | undefined;
  /** Receivers notified in addition to subscribers; undefined if there are none. */
  readonly webhooks?: Webhooks | undefined;
  readonly trustedProxies: readonly string[];
  readonly ratePerMinute: number;
}

/** The clocks of this machine, handed in so that a test can move them. */
export interface ProbeTime {
  /** Milliseconds since 1970; may jump. */
  readonly now: () => number;
  /** Milliseconds of a clock that never jumps. */
  readonly monotonic: () => number;
  /** Rejects when it is cut short. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const MACHINE_TIME: ProbeTime = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => sleepFor(ms, undefined, { signal }),
};

export interface StatusEngines {
  readonly history: History;
  readonly counters: Counters;
  readonly carrier: MailCarrier;
  /** Where the page is published in addition to being served. */
  readonly publish?: Publish | undefined;
  /** Sends calls to webhook receivers. */
  readonly outbound: Outbound;
  readonly log: Log;
}

export interface RunningStatus extends AsyncDisposable {
  readonly url: string;
}

/** A round with rechecks can last longer than a minute, so two can overlap. */
const ROUNDS_MAX = 2;

/** Opens the page, then looks each minute until it is closed. */
export async function startStatus(
  engines: StatusEngines,
  settings: StatusSettings,
  time: ProbeTime = MACHINE_TIME,
): Promise<RunningStatus> {
  const { history, log } = engines;
  const stop = new AbortController();
  const { now } = time;
  let url = settings.publicUrl ?? '';
  let files: Files = new Map();
  /** One after the other: they write the same files. */
  let publishing = Promise.resolve();
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
    watchSize(log, files);
    const { publish } = engines;
    if (publish === undefined) return;
    const published = filesToPublish(view, board, url);
    publishing = publishing
      .then(() => publish(published, stop.signal))
      .catch((error: unknown) => log.error({ err: error }, 'status page not published'));
  }

  const loops = [
    lookEachMinute({ engines, settings, board, refresh, time, signal: stop.signal }),
    repeat(time, stop.signal, log, () => sendMails({ ...engines, now })),
  ];
  const { webhooks } = settings;
  if (webhooks !== undefined) {
    const calling = { ...engines, webhooks, now, signal: stop.signal };
    loops.push(repeat(time, stop.signal, log, () => sendCalls(calling)));
  }
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await Promise.all(loops);
      await publishing;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** A page that grows is found out here, not by its readers. */
function watchSize(log: Log, files: Files): void {
  const page = files.get('/');
  const [bytes, gzipBytes] = [page?.body.length ?? 0, page?.gzip.length ?? 0];
  if (bytes > LIMITS.status.pageBytesMax || gzipBytes > LIMITS.status.pageGzipBytesMax) {
    log.warn({ bytes, gzipBytes }, 'status page larger than promised');
  }
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
  readonly time: ProbeTime;
  readonly signal: AbortSignal;
}

/** What a round needs, on these clocks. */
export function roundNeeds({ now, monotonic, sleep }: ProbeTime, signal: AbortSignal): RoundNeeds {
  return {
    call: createPatientCall(createCall(monotonic, signal), monotonic),
    monotonic,
    wallClock: now,
    sleep: (ms) => sleep(ms, signal),
    newNonce: () => randomBase62(20),
  };
}

/** A minute that has a result keeps it, so a clock that was set back waits; one that jumped ahead leaves a gap. */
async function lookEachMinute(watch: Watch): Promise<void> {
  const { engines, settings, board, time, signal } = watch;
  const { history, log } = engines;
  const needs = { ...roundNeeds(time, signal), lines: history.lines.bind(history) };
  const target = { ...settings.target, probeId: history.probeId };
  const stored = createStoredWatch(needs, target);
  const slow = { alerts: createAlertWatch(needs, target), storedLogs: () => stored.verdict() };
  const underWay = new Map<number, Promise<void>>();

  const look = async (minute: number): Promise<void> => {
    try {
      await Promise.all([stored.look(), askPeers(needs.call, board, settings.peers, time.now())]);
      const round = await runRound(needs, target, slow);
      // Aborted calls show nothing about the platform.
      if (!signal.aborted) board.addRound(minute, round);
    } catch (error) {
      // On shutdown a round is aborted, and the minute stays without a result.
      if (!signal.aborted) log.error({ err: error }, 'round of the probe failed');
    }
  };
  await repeatEachMinute(time, signal, (minute) => {
    watch.refresh();
    // A timer can fire slightly early, within the minute that is already being checked.
    if (board.hasMinute(minute) || underWay.has(minute) || underWay.size >= ROUNDS_MAX) return;
    const round = look(minute).finally(() => {
      underWay.delete(minute);
      if (!signal.aborted) watch.refresh();
    });
    underWay.set(minute, round);
  });
  await Promise.all(underWay.values());
}

async function repeatEachMinute(
  time: ProbeTime,
  signal: AbortSignal,
  work: (minute: number) => void,
): Promise<void> {
  while (!signal.aborted) {
    work(Math.floor(time.now() / MINUTE_MS));
    const { probeEveryMs } = LIMITS.targets;
    await pause(time, probeEveryMs - (time.now() % probeEveryMs), signal);
  }
}

async function repeat(
  time: ProbeTime,
  signal: AbortSignal,
  log: Log,
  work: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => log.error({ err: error }, 'work of the probe failed'));
    await pause(time, LIMITS.mail.everyMs, signal);
  }
}

async function pause({ sleep }: ProbeTime, ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, signal).catch(() => undefined);
}
