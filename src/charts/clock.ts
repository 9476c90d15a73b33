/** Instants on the clock of a zone, as texts. */
import { openZone, type Zone } from '../language/time/zone.ts';
import { MINUTE_MS } from '../spec/units.ts';

/** Half open, in milliseconds since 1970. */
export interface Instants {
  readonly from: number;
  readonly to: number;
}

const INSTANT_MAX = 8.64e15;

/** `2026-01-31 10:00:00.123` on the clock of the zone. */
export function formatInstant(
  ms: number,
  timeZone: string,
  precision: 'milliseconds' | 'seconds' | 'time' = 'milliseconds',
): string {
  const local = ms + offsetAt(ms, timeZone);
  if (!Number.isFinite(local) || Math.abs(local) > INSTANT_MAX) return 'invalid time';
  const text = new Date(local).toISOString();
  // Years of more than four digits have a sign and two digits more.
  const day = text.indexOf('T');
  if (precision === 'time') return text.slice(day + 1, day + 13);
  return `${text.slice(0, day)} ${text.slice(day + 1, precision === 'seconds' ? day + 9 : day + 13)}`;
}

/** `UTC+01:00` at this instant. */
export function offsetLabel(ms: number, timeZone: string): string {
  const minutes = Math.round(offsetAt(ms, timeZone) / MINUTE_MS);
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Asking a zone costs microseconds that thousands of rows would feel, and offsets change on quarters. */
const QUARTER_MS = 15 * MINUTE_MS;
const OFFSETS_MAX = 5_000;
const zones = new Map<string, Zone | undefined>();
const ZONES_MAX = 1_000;
const offsets = new Map<string, number>();

/** Offset to add to UTC; 0 if the runtime doesn't know the zone. */
export function offsetAt(ms: number, timeZone: string): number {
  if (!Number.isFinite(ms) || Math.abs(ms) > INSTANT_MAX) return 0;
  const key = `${timeZone} ${Math.floor(ms / QUARTER_MS)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (zones.size >= ZONES_MAX) zones.clear();
  if (!zones.has(timeZone)) zones.set(timeZone, openZone(timeZone));
  const offset = zones.get(timeZone)?.offsetMs(ms) ?? 0;
  if (offsets.size >= OFFSETS_MAX) offsets.clear();
  offsets.set(key, offset);
  return offset;
}
