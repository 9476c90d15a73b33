import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';

/** Returns the time until which a receiver wants no requests, from `Retry-After`: seconds, or a date. Bounded. */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim();
  // Discord sends fractions of a second.
  const at = /^\d{1,10}(\.\d+)?$/.test(trimmed)
    ? now + Number(trimmed) * SECOND_MS
    : Date.parse(trimmed);
  if (Number.isNaN(at) || at <= now) return undefined;
  return Math.ceil(Math.min(at, now + LIMITS.alerts.pauseMsMax));
}
