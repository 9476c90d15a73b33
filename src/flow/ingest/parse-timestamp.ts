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

/** `2026-11-15T02:03:04.567Z`, the form nearly everybody sends, without the cost of Date.parse. */
function parsePlainIso(text: string): number | undefined {
  if (text.length !== 24 || text.charCodeAt(23) !== 90 || text.charCodeAt(10) !== 84) {
    return undefined;
  }
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45 || text.charCodeAt(19) !== 46) {
    return undefined;
  }
  if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return undefined;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  const second = digits(text, 17, 2);
  const milli = digits(text, 20, 3);
  if (Number.isNaN(year + month + day + hour + minute + second + milli)) return undefined;
  // What is out of the plain range is left to the strict way below.
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 28) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return (
    daysSince1970(year, month, day) * 86_400_000 +
    hour * 3_600_000 +
    minute * 60_000 +
    second * 1000 +
    milli
  );
}

function digits(text: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Days of the proleptic Gregorian calendar, counted from March so that the leap day comes last. */
function daysSince1970(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|z|[+-]\d{2}:?\d{2})?)?$/;

function parseAnyIso(text: string): number | undefined {
  const parts = ISO.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] =
    parts;
  const days = daysInMonth(Number(year), Number(month));
  if (days === 0 || Number(day) < 1 || Number(day) > days) return undefined;
  // A leap second is taken as the last one of its minute.
  const wholeSecond = second === '60' ? '59' : second;
  const milli = fraction.padEnd(3, '0').slice(0, 3);
  const offset = /^[zZ]$/.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const ms = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${wholeSecond}.${milli}${offset}`,
  );
  return Number.isNaN(ms) || ms < 0 ? undefined : ms;
}

function daysInMonth(year: number, month: number): number {
  if (month < 1 || month > 12) return 0;
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
