import { DAY_MS, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Live tails. */
export const TAIL_LIMITS = {
  /** Looks in a row that may fail before a live tail gives up. */
  pollFailuresMax: 10,
  /** Events a live tail hands over at a time; what is more is dropped, and said to be. */
  eventsPerPollMax: 200,
  /** Characters of an event's text in a live tail; the rest is cut, and the event marked. */
  bodyCharactersMax: 16_384,
  /** How late an event may become visible, after others that arrived behind it, and still be shown. */
  overlapMs: 5 * SECOND_MS,
  /** Age of an event, by its own time, up to which a live tail shows it when it arrives. */
  ageMsMax: 1 * DAY_MS,
  /** A silent live tail shows at least so often that it is alive. */
  heartbeatMs: 15 * SECOND_MS,
  /** How often a live tail asks whether its credential still holds. */
  recheckMs: 5 * SECOND_MS,
  /** Longest life of one connection; the client comes back where it was. */
  connectionMsMax: 15 * MINUTE_MS,
  /** What clients are told to wait before they come back. */
  retryMs: 2 * SECOND_MS,
} as const;
