import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock, type Clock } from '../../../src/base/clock.ts';
import { HOUR_MS } from '../../../src/spec/units.ts';

/** How much faster the time of such a test passes: an interval of 30 seconds takes one and a half. */
const FASTER = 20;

/** The same time in every process that is told when it began. */
export function fastClock(beganAt: number): Clock {
  return { now: () => Math.floor(beganAt + (Date.now() - beganAt) * FASTER) };
}

export async function waitFast(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(0, ms) / FASTER, undefined, { signal }).catch(() => undefined);
}

/** Ahead of every fast clock, at the pace of real time: whoever goes by it finds everything due, and holds leases truly. */
export const aheadClock: Clock = { now: () => systemClock.now() + AHEAD_MS };
const AHEAD_MS = 10 * HOUR_MS;
