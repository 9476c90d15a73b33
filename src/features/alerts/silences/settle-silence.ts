import { invalid } from '../../../base/errors.ts';
import type { AlertSilenceDraft, AlertSilenceSettings } from '../../../contract/alert-silences.ts';
import { openZone } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS } from '../../../spec/units.ts';

type Times = AlertSilenceSettings['times'];

export function settleMatch(match: AlertSilenceDraft['match']): AlertSilenceSettings['match'] {
  return { rules: [], severities: [], group: {}, ...match, tags: trimmed(match.tags ?? []) };
}

function trimmed(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()))];
}

/** `home` is the zone of the organization. */
export function settleTimes(times: AlertSilenceDraft['times'], home: string, now: number): Times {
  if (times.kind === 'weekly') {
    const { timeZone = home } = times;
    // Offsets such as +01:00 are known to this machine, but have no calendar.
    const zone = /^[A-Za-z]/.test(timeZone) ? openZone(timeZone) : undefined;
    if (zone === undefined) {
      throw invalid('times.timeZone', 'Unknown time zone. Use an IANA name such as Europe/Berlin.');
    }
    return { ...times, timeZone: zone.name };
  }
  const from = times.from === undefined ? now : readInstant('times.from', times.from);
  const to = readInstant('times.to', times.to);
  if (to <= from) throw invalid('times.to', 'The end must be after the start.');
  if (to <= now) throw invalid('times.to', 'The end is in the past.');
  const { silenceMsMax } = LIMITS.alerts;
  if (to - from > silenceMsMax) {
    throw invalid('times.to', `A silence can last at most ${silenceMsMax / DAY_MS} days.`);
  }
  return { kind: 'range', from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

function readInstant(path: string, text: string): number {
  const at = ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) {
    throw invalid(path, 'Must be an ISO 8601 time with a zone, e.g. 2026-11-15T10:00:00Z.');
  }
  return at;
}

/** Returns the maximum time range in which it can apply. */
export function boundsOf(times: Times, now: number): { starts_at: number; ends_at: number | null } {
  if (times.kind === 'weekly') return { starts_at: now, ends_at: null };
  return { starts_at: Date.parse(times.from), ends_at: Date.parse(times.to) };
}
