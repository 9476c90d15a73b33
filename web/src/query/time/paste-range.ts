/** Parses a time range from clipboard text. */
import type { Instants } from '../../../../src/charts/clock.ts';
import { parseTime, resolveTime, type TimeContext } from '../../../../src/language/index.ts';
import { DAY_MS } from '../../../../src/spec/units.ts';
import { type TimeRange, toRange } from './time-range.ts';

const TEXT_MAX = 2_000;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Understands JSON with two times, pairs of ISO times, log-style dates, slashes, epochs in seconds to
 * nanoseconds, and relative times (`-1h@h to now`). A single instant moves the nearer end of the present
 * range. Undefined when no time is found.
 */
export function readPastedRange(
  pasted: string,
  present: Instants,
  context: TimeContext,
): TimeRange | undefined {
  const text = pasted.trim().slice(0, TEXT_MAX);
  if (text === '') return undefined;
  const relative = readRelative(text);
  if (relative !== undefined) return relative;
  const instants = (readJson(text) ?? splitTimes(text)).flatMap((each) =>
    toInstants(each, context),
  );
  const [first, second] = instants;
  if (first === undefined) return undefined;
  if (second === undefined) return toRange(moveNearerEnd(present, first));
  if (first === second) return toRange({ from: first, to: first + 1 });
  return toRange({ from: Math.min(first, second), to: Math.max(first, second) });
}

/** `-1h@h`, `-2d to -1d`, `@d..now`: stay relative. */
function readRelative(text: string): TimeRange | undefined {
  const parts = text.split(/\s+(?:to|until|–|—|-)\s+|\s*(?:\.\.|,|;|→|->)\s*|\s+/).filter(Boolean);
  if (parts.length > 2) return undefined;
  const [earliest, latest = 'now'] = parts;
  if (earliest === undefined) return undefined;
  const times = [earliest, latest].map((part) => parseTime(part));
  if (times.some((time) => time.kind !== 'relative')) return undefined;
  return { earliest, latest };
}

const PAIRS: readonly (readonly [string, string])[] = [
  ['from', 'to'],
  ['start', 'end'],
  ['earliest', 'latest'],
  ['startTime', 'endTime'],
  ['start_time', 'end_time'],
  ['gte', 'lt'],
  ['gte', 'lte'],
  ['min', 'max'],
];

function readJson(text: string): string[] | undefined {
  if (!/^[[{"]/.test(text)) return undefined;
  try {
    return timesOf(JSON.parse(text), 0);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function timesOf(value: unknown, depth: number): string[] | undefined {
  if (isTime(value)) return [String(value)];
  if (typeof value !== 'object' || value === null || depth > 3) return undefined;
  if (Array.isArray(value)) {
    return value.slice(0, 2).flatMap((each) => timesOf(each, depth + 1) ?? []);
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const [start, end] of PAIRS) {
    const times = [fields[start], fields[end]].filter(isTime);
    if (times.length === 2) return times.map(String);
  }
  for (const inner of Object.values(fields)) {
    const found = typeof inner === 'object' ? timesOf(inner, depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function isTime(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

const SHAPES = [
  // 2026-01-31T10:00:00.123Z, 2026/01/31 10:00:00,123, 2026-01-31
  String.raw`\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)?(?:\s?(?:Z\b|UTC\b|GMT\b|[+-]\d{2}:?\d{2}\b))?`,
  // 31/Jan/2026:10:00:00 +0000, 31 Jan 2026 10:00:00
  String.raw`\d{1,2}[/ -][A-Za-z]{3}[a-z]*[/ -]\d{4}(?:[: ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)?(?:\s?(?:Z\b|UTC\b|GMT\b|[+-]\d{2}:?\d{2}\b))?`,
  // 01/31/2026:10:00:00, 01/31/2026 10:00
  String.raw`\d{1,2}/\d{1,2}/\d{4}(?:[: ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)?`,
  // Jan 31 10:00:00, Jan 31, 2026 10:00:00
  String.raw`[A-Za-z]{3,9} {1,2}\d{1,2}(?:,? \d{4})?,? \d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?`,
  // Epochs: seconds, milliseconds, microseconds, nanoseconds
  String.raw`(?<![\d.:])\d{9,19}(?:\.\d{1,9})?(?![\d:])`,
];

function splitTimes(text: string): string[] {
  return (text.match(new RegExp(SHAPES.join('|'), 'g')) ?? []).slice(0, 2);
}

function toInstants(text: string, context: TimeContext): number[] {
  const epoch = readEpoch(text);
  if (epoch !== undefined) return [epoch];
  const iso = toIso(text.trim(), context);
  if (iso === undefined) return [];
  const time = resolveTime(iso, context);
  return time.kind === 'problem' ? [] : [time.ms];
}

/** Chooses the unit by magnitude, so that each reading is between 1973 and 5138. */
function readEpoch(text: string): number | undefined {
  if (!/^\d{9,19}(?:\.\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  if (value >= 1e17) return Math.round(value / 1e6);
  if (value >= 1e14) return Math.round(value / 1e3);
  return Math.round(value >= 1e11 ? value : value * 1e3);
}

const CLOCK = String.raw`(?:[T: ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?`;
const OFFSET = String.raw`\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})${CLOCK}${OFFSET}$`);
const DAY_FIRST = new RegExp(
  String.raw`^(\d{1,2})[/ -]([A-Za-z]{3,})[/ -](\d{4})${CLOCK}${OFFSET}$`,
);
const SLASHES = new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4})${CLOCK}${OFFSET}$`);
const MONTH_FIRST = new RegExp(
  String.raw`^([A-Za-z]{3,9}) {1,2}(\d{1,2})(?:,? (\d{4}))?${CLOCK}${OFFSET}$`,
);

/** One form that the language reads; month and day of `01/31/2026` as there. */
function toIso(text: string, context: TimeContext): string | undefined {
  const year = YEAR_FIRST.exec(text);
  if (year !== null) return build([year[1], year[2], year[3]], year.slice(4));
  const day = DAY_FIRST.exec(text);
  if (day !== null) return build([day[3], monthNumber(day[2]), day[1]], day.slice(4));
  const slashes = SLASHES.exec(text);
  if (slashes !== null) {
    const isDayFirst = Number(slashes[1]) > 12;
    const [month, date] = isDayFirst ? [slashes[2], slashes[1]] : [slashes[1], slashes[2]];
    return build([slashes[3], month, date], slashes.slice(4));
  }
  const named = MONTH_FIRST.exec(text);
  if (named === null) return undefined;
  const month = monthNumber(named[1]);
  const years = named[3] ?? yearOf(Number(month), Number(named[2]), context);
  return build([years, month, named[2]], named.slice(4));
}

function monthNumber(name: string | undefined): string {
  return String(MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1);
}

/** Logs without a year are of the last twelve months. */
function yearOf(month: number, day: number, { now }: TimeContext): string {
  const year = new Date(now).getUTCFullYear();
  return String(Date.UTC(year, month - 1, day) > now + DAY_MS ? year - 1 : year);
}

function build(
  date: readonly (string | undefined)[],
  [hour, minute, second, fraction, offset]: readonly (string | undefined)[],
): string {
  const two = (value: string | undefined): string => (value ?? '0').padStart(2, '0');
  const [year, month, day] = date;
  const zone = offset === undefined ? '' : /^(?:Z|UTC|GMT)$/.test(offset) ? 'Z' : offset;
  const rest = fraction === undefined ? '' : `.${fraction}`;
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${rest}${zone}`;
}

function moveNearerEnd({ from, to }: Instants, instant: number): Instants {
  if (instant <= from) return { from: instant, to };
  if (instant >= to) return { from, to: instant };
  if (instant - from <= to - instant) return { from: instant, to };
  return { from, to: Math.max(instant, from + 1) };
}
