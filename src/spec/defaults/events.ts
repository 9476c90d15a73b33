import { DAY_MS, MB } from '../units.ts';

/** Events, as they are accepted. */
export const EVENTS_DEFAULTS = {
  /** Events accepted in one request. */
  perRequestMax: 50_000,
  /** Bytes of a request's events once resource attributes and labels are copied to each of them. */
  expandedBytesMax: 64 * MB,
  /** How far in the future an event's timestamp may lie. */
  futureMsMax: 7 * DAY_MS,
} as const;
