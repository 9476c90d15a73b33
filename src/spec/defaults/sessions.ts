import { DAY_MS, HOUR_MS, MINUTE_MS } from '../units.ts';

/** Sessions of the browser. */
export const SESSIONS_DEFAULTS = {
  /** How long a session lasts. */
  durationMs: 7 * DAY_MS,
  /** Age at which a session is refreshed. */
  refreshAgeMs: 24 * HOUR_MS,
  /** How long a cookie is believed without a look at the session store. */
  cookieCacheMs: 5 * MINUTE_MS,
  /** How long a session lasts at most, however often it is refreshed. */
  absoluteMsMax: 30 * DAY_MS,
} as const;
