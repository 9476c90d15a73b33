/**
 * Exact hits of the last `windowMs`: one run per millisecond with hits, so a window has at most as many runs as its
 * limit allows hits, or as it has milliseconds.
 */
import type { WindowState } from '../counters.ts';

export interface RollingWindow {
  /** A ring of pairs: the time of a run and what was counted in it. */
  ring: number[];
  /** Index of the oldest run, in runs. */
  head: number;
  runs: number;
  /** What all runs together have counted. */
  total: number;
  /** Added to the clock, so that time never goes back behind the newest run. */
  offset: number;
}

export interface Hit {
  readonly now: number;
  readonly limit: number;
  readonly windowMs: number;
  readonly cost: number;
}

const RUNS_MIN = 4;

export function createWindow(): RollingWindow {
  return { ring: emptyRing(RUNS_MIN), head: 0, runs: 0, total: 0, offset: 0 };
}

/** Counts the hit if the window takes it. */
export function countHit(window: RollingWindow, hit: Hit): WindowState {
  let time = timeOf(window, hit.now);
  window.offset = time - hit.now;
  dropUntil(window, time - hit.windowMs);
  if (window.runs === 0) {
    window.offset = 0;
    time = hit.now;
  }
  const isAllowed = window.total + hit.cost <= hit.limit;
  if (isAllowed) append(window, time, hit.cost);
  return stateOf(window, hit, time, isAllowed, 0, window.total);
}

/** The result that `countHit` would return, without changing anything. */
export function peekHit(window: RollingWindow, hit: Hit): WindowState {
  const time = timeOf(window, hit.now);
  let skipped = 0;
  let total = window.total;
  while (skipped < window.runs && runTime(window, skipped) <= time - hit.windowMs) {
    total -= runCount(window, skipped);
    skipped += 1;
  }
  return stateOf(window, hit, time, total + hit.cost <= hit.limit, skipped, total);
}

/** Whether the window is empty and can be removed. */
export function isIdle(window: RollingWindow, now: number, windowMs: number): boolean {
  return window.runs === 0 || runTime(window, window.runs - 1) + windowMs <= timeOf(window, now);
}

function timeOf(window: RollingWindow, now: number): number {
  const time = now + window.offset;
  return window.runs === 0 ? time : Math.max(time, runTime(window, window.runs - 1));
}

function stateOf(
  window: RollingWindow,
  hit: Hit,
  time: number,
  isAllowed: boolean,
  skipped: number,
  total: number,
): WindowState {
  const isEmpty = skipped === window.runs;
  const emptyInMs = isEmpty ? 0 : runTime(window, window.runs - 1) + hit.windowMs - time;
  return {
    isAllowed,
    remaining: Math.max(0, hit.limit - total),
    resetAt: hit.now + emptyInMs,
    retryAfterMs: retryAfter(window, hit, time, skipped, total),
  };
}

/** The time until enough of the oldest runs have left the window. */
function retryAfter(
  window: RollingWindow,
  hit: Hit,
  time: number,
  skipped: number,
  total: number,
): number {
  let excess = total + hit.cost - hit.limit;
  if (excess <= 0) return 0;
  for (let at = skipped; at < window.runs; at += 1) {
    excess -= runCount(window, at);
    if (excess <= 0) return runTime(window, at) + hit.windowMs - time;
  }
  // More than the limit ever takes: there is no such time, and a whole window is the kindest answer.
  return hit.windowMs;
}

function append(window: RollingWindow, time: number, cost: number): void {
  window.total += cost;
  const newest = window.runs - 1;
  if (newest >= 0 && runTime(window, newest) === time) {
    window.ring[placeOf(window, newest) + 1] = runCount(window, newest) + cost;
    return;
  }
  if (window.runs * 2 === window.ring.length) resize(window, window.runs * 2);
  const place = placeOf(window, window.runs);
  window.ring[place] = time;
  window.ring[place + 1] = cost;
  window.runs += 1;
}

function dropUntil(window: RollingWindow, edge: number): void {
  if (window.runs > 0 && runTime(window, window.runs - 1) <= edge) {
    window.runs = 0;
    window.total = 0;
  }
  while (window.runs > 0 && runTime(window, 0) <= edge) {
    window.total -= runCount(window, 0);
    window.head = (window.head + 1) % (window.ring.length / 2);
    window.runs -= 1;
  }
  const capacity = window.ring.length / 2;
  if (capacity > RUNS_MIN && window.runs * 8 < capacity) resize(window, capacity / 4);
}

function resize(window: RollingWindow, capacity: number): void {
  const ring = emptyRing(Math.max(capacity, RUNS_MIN));
  for (let at = 0; at < window.runs; at += 1) {
    ring[at * 2] = runTime(window, at);
    ring[at * 2 + 1] = runCount(window, at);
  }
  window.ring = ring;
  window.head = 0;
}

function emptyRing(capacity: number): number[] {
  // The fraction keeps the elements unboxed doubles from the start: times do not fit small integers.
  return Array.from({ length: capacity * 2 }, () => 0.5);
}

function runTime(window: RollingWindow, at: number): number {
  return window.ring[placeOf(window, at)] ?? 0;
}

function runCount(window: RollingWindow, at: number): number {
  return window.ring[placeOf(window, at) + 1] ?? 0;
}

function placeOf(window: RollingWindow, at: number): number {
  const runsMax = window.ring.length / 2;
  return ((window.head + at) % runsMax) * 2;
}
