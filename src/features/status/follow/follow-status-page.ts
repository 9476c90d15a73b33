/** Reads the status page each minute, so that the web app can show its state without waiting for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../base/clock.ts';
import { isObject, type JsonObject } from '../../../base/is-object.ts';
import type { Log } from '../../../base/log.ts';
import { noteOutage } from '../../../base/note-outage.ts';
import type { Outbound } from '../../../engines/outbound/outbound.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { APP_STATUS, type AppStatus } from '../../../spec/status.ts';

export interface FollowNeeds {
  /** Undefined where there is no status page. */
  readonly statusPage: { readonly url: string; readonly outbound: Outbound } | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

export interface FollowedStatus extends AsyncDisposable {
  /** The last known state, immediately. */
  current(): { readonly state: AppStatus; readonly readAt: number | null };
  /** Last reported uptime of all components together; undefined while unknown. */
  uptime(): FollowedUptime | undefined;
}

export interface FollowedUptime {
  /** Null when too few minutes are known. */
  readonly value: number | null;
  /** Share of the minutes of the window that are known. */
  readonly coverage: number;
  /** How many these are. */
  readonly minutes: number;
  readonly from: number;
  readonly to: number;
  /** Part of the history was made up for a demonstration. */
  readonly isDemo: boolean;
}

interface Reading {
  readonly state: AppStatus;
  readonly madeAt: number;
  readonly uptime: FollowedUptime | undefined;
}

export function followStatusPage(needs: FollowNeeds, wait = waitForReal): FollowedStatus {
  const { statusPage, clock } = needs;
  const stop = new AbortController();
  let last: Reading | undefined;
  let readAt: number | null = null;
  const outage = noteOutage(needs.log, {
    begins: 'status page not read',
    ends: 'status page read again',
  });

  const read = async (page: NonNullable<FollowNeeds['statusPage']>): Promise<void> => {
    try {
      last = await readStatusPage(page, stop.signal);
      readAt = clock.now();
      outage.worked();
    } catch (error) {
      last = undefined;
      if (!stop.signal.aborted) outage.failed(error);
    }
  };
  const following = statusPage === undefined ? undefined : follow(() => read(statusPage));

  async function follow(work: () => Promise<void>): Promise<void> {
    while (!stop.signal.aborted) {
      await work();
      // The two start together, and the page is often the later one.
      const { readEveryMs, readAgainMs } = LIMITS.status;
      await wait(last === undefined ? readAgainMs : readEveryMs, stop.signal);
    }
  }

  const fresh = (): Reading | undefined =>
    last !== undefined && clock.now() - last.madeAt <= LIMITS.status.readAgeMsMax
      ? last
      : undefined;

  return {
    current: () => ({ state: fresh()?.state ?? 'unknown', readAt }),
    uptime: () => fresh()?.uptime,
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await following;
    },
  };
}

async function waitForReal(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/** Throws when it cannot be read, or is not a status page. */
async function readStatusPage(
  { url, outbound }: NonNullable<FollowNeeds['statusPage']>,
  signal: AbortSignal,
): Promise<Reading> {
  const answer = await outbound.send({
    url: `${url.replace(/\/$/, '')}/status.json`,
    method: 'GET',
    totalMsMax: LIMITS.status.readMsMax,
    signal,
  });
  // Too frequent requests get the same page with 429: nodes with a shared address share its limit.
  if (answer.status !== 200 && answer.status !== 429) throw new NoStatusPage();
  const page = parse(answer.body);
  const madeAt = isObject(page) ? Date.parse(String(page['madeAt'])) : Number.NaN;
  if (!isObject(page) || Number.isNaN(madeAt)) throw new NoStatusPage();
  const state = APP_STATUS.find((each) => each === page['state']);
  return { state: state ?? 'unknown', madeAt, uptime: readUptime(page) };
}

/** Undefined if the page does not report it, for example in another release. */
function readUptime({ overall, window, demo }: JsonObject): FollowedUptime | undefined {
  if (!isObject(overall) || !isObject(window)) return undefined;
  const { uptime, coverage } = overall;
  const [from, to] = [Date.parse(String(window['from'])), Date.parse(String(window['to']))];
  const isRatio = (value: unknown): value is number =>
    typeof value === 'number' && value >= 0 && value <= 1;
  if (!isRatio(coverage) || Number.isNaN(from) || Number.isNaN(to)) return undefined;
  if (uptime !== null && !isRatio(uptime)) return undefined;
  const minutes = Math.floor(coverage * LIMITS.status.uptimeMinutes);
  return { value: uptime, coverage, minutes, from, to, isDemo: demo !== undefined };
}

class NoStatusPage extends Error {
  constructor() {
    super('The URL does not return a status page.');
    this.name = 'NoStatusPage';
  }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}
