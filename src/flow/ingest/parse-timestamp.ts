/**
 * When an event happened, in milliseconds since 1970: ISO 8601, or an epoch number whose magnitude tells
 * its unit. Undefined when the value is neither.
 */
export function parseTimestamp(value: unknown): number | undefined {
  if (typeof value === 'number') return fromEpoch(value);
  if (typeof value !== 'string') return undefined;
  const fast = parsePlainIso(value);
  if (fast !== undefined) return fast;
  if (/^\d{1,19}(\.\d+)?$/.test(value)) return fromEpochText(value);
  return parseAnyIso(value);
}

/** Seconds up to the year 5138, then milliseconds, microseconds, nanoseconds. */
function fromEpoch(value: number): number | undefined {
  if (!Number.isFinite(value) || value < 0) return undefined;
  if (value < 1e11) return Math.floor(value * 1000);
  if (value < 1e14) return Math.floor(value);
  if (value < 1e17) return Math.floor(value / 1e3);
  if (value < 1e20) return Math.floor(value / 1e6);
  return undefined;
}

/** Nanoseconds do not fit a double exactly; as text they are cut instead of rounded. */
function fromEpochText(text: string): number | undefined {
  const whole = text.split('.', 1)[0] ?? '';
  if (whole.length > 17) return Number(whole.slice(0, -6));
  return fromEpoch(Number(text));
}

/** Accepts only the days that every month has in every year; other dates go through strict parsing below. */
const PLAIN_ISO =
  /^(?:19[7-9]\d|[2-9]\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** `2026-11-15T02:03:04.567Z`, the form nearly everybody sends, without the cost of Date.parse. */
function parsePlainIso(text: string): number | undefined {
  if (!PLAIN_ISO.test(text)) return undefined;
  return Date.UTC(
    digits(text, 0, 4),
    digits(text, 5, 7) - 1,
    digits(text, 8, 10),
    digits(text, 11, 13),
    digits(text, 14, 16),
    digits(text, 17, 19),
    digits(text, 20, 23),
  );
}

function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + text.charCodeAt(at) - 48;
  return value;
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|z|[+-]\d{2}:?\d{2})?)?$/;

function parseAnyIso(text: string): number | undefined {
  const parts = ISO.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] =
    parts;
  // Date.parse rejects days that exist in no month, but accepts the 31st of every month.
  if (Number(day) > daysInMonth(Number(year), Number(month))) return undefined;
  // A leap second is treated as the last second of its minute.
  const wholeSecond = second === '60' ? '59' : second;
  const milli = fraction.padEnd(3, '0').slice(0, 3);
  const offset = /^[zZ]$/.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const ms = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${wholeSecond}.${milli}${offset}`,
  );
  return Number.isNaN(ms) || ms < 0 ? undefined : ms;
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
