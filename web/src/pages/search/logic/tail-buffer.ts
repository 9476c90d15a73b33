/** What a live tail has shown and what waits while it is paused; both bounded. */
import type { LogEvent } from '../../../query/rows/log-event.ts';

export interface TailBuffer {
  /** Oldest first: new ones are appended, and nothing else ever moves. */
  readonly shown: readonly LogEvent[];
  readonly waiting: readonly LogEvent[];
  /** Dropped by the server, which reports the number, because the connection's limit was exceeded. */
  readonly dropped: number;
  /** Discarded here, oldest first, because the list is full. */
  readonly discarded: number;
  /** Events and when they came, for the rate. */
  readonly arrivals: readonly { readonly at: number; readonly count: number }[];
}

export const EMPTY_TAIL: TailBuffer = {
  shown: [],
  waiting: [],
  dropped: 0,
  discarded: 0,
  arrivals: [],
};

export const TAIL_SHOWN_MAX = 5_000;
export const TAIL_WAITING_MAX = 5_000;
const RATE_WINDOW_MS = 10_000;

export function takeEvents(
  buffer: TailBuffer,
  events: readonly LogEvent[],
  isPaused: boolean,
  now: number,
): TailBuffer {
  const arrivals = recent([...buffer.arrivals, { at: now, count: events.length }], now);
  if (!isPaused) return show({ ...buffer, arrivals }, events);
  const waiting = [...buffer.waiting, ...events];
  const over = Math.max(0, waiting.length - TAIL_WAITING_MAX);
  return {
    ...buffer,
    arrivals,
    waiting: over === 0 ? waiting : waiting.slice(over),
    discarded: buffer.discarded + over,
  };
}

export function resume(buffer: TailBuffer): TailBuffer {
  return show({ ...buffer, waiting: [] }, buffer.waiting);
}

export function noteDropped(buffer: TailBuffer, count: number): TailBuffer {
  return { ...buffer, dropped: buffer.dropped + count };
}

/** Events per second over the last seconds. */
export function rateOf(buffer: TailBuffer, now: number): number {
  const counted = recent(buffer.arrivals, now);
  const [first] = counted;
  if (first === undefined) return 0;
  const seconds = Math.max(1_000, Math.min(RATE_WINDOW_MS, now - first.at)) / 1_000;
  return counted.reduce((sum, { count }) => sum + count, 0) / seconds;
}

function recent(arrivals: TailBuffer['arrivals'], now: number): TailBuffer['arrivals'] {
  return arrivals.filter(({ at }) => now - at < RATE_WINDOW_MS);
}

function show(buffer: TailBuffer, events: readonly LogEvent[]): TailBuffer {
  const shown = [...buffer.shown, ...events];
  const over = Math.max(0, shown.length - TAIL_SHOWN_MAX);
  return { ...buffer, shown: over === 0 ? shown : shown.slice(over) };
}
