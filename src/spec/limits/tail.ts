import { DAY_MS, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Live tails. */
export const TAIL_LIMITS = {
  /** Consecutive failed polls before a live tail ends. */
  pollFailuresMax: 10,
  /** Events that a live tail sends per poll; further ones are dropped and reported. */
  eventsPerPollMax: 200,
  /** Characters of a message in a live tail; the rest is truncated and the event is marked. */
  bodyCharactersMax: 16_384,
  /** How late an event may become visible, after others that arrived later, and still be shown. */
  overlapMs: 5 * SECOND_MS,
  /** Maximum age of an event, by event time, that a live tail shows when it arrives. */
  ageMsMax: 1 * DAY_MS,
  /** Heartbeat interval of a live tail without events. */
  heartbeatMs: 15 * SECOND_MS,
  /** How often a live tail checks that its credential is still valid. */
  recheckMs: 5 * SECOND_MS,
  /** Longest duration of one connection; the client reconnects and resumes. */
  connectionMsMax: 15 * MINUTE_MS,
  /** Delay after which clients reconnect. */
  retryMs: 2 * SECOND_MS,
} as const;
