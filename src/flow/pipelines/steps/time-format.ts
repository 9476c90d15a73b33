/** Reads times in the formats found in logs, at any position in a text. */
import type { Zone } from '../../../language/index.ts';

/** Milliseconds since 1970; undefined when no such time is in the text. */
export type TimeReader = (text: string, facts: TimeFacts) => number | undefined;

export interface TimeFacts {
  /** For times that name no zone. */
  readonly zone: Zone;
  /** For times that name no year. */
  readonly receivedAt: number;
}

/** Undefined for a form that cannot be read. */
export function timeReader(format: string): TimeReader | undefined {
  switch (format) {
    case 'iso':
      return fromParts(ISO);
    case 'epoch':
      return readEpoch;
    case 'http':
      return timeReader('dd/MMM/yyyy:HH:mm:ss ZZ');
    case 'syslog':
      return timeReader('MMM d HH:mm:ss');
    default: {
      const regex = formatRegex(format);
      return regex === undefined ? undefined : fromParts(regex);
    }
  }
}

const ISO =
  /(?<!\d)(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?:\s?(?<zone>[Zz]|[+-]\d{2}:?\d{2}))?/;

/** Seconds, milliseconds, microseconds or nanoseconds, distinguished by their number of digits. */
const EPOCH = /(?<![\w.-])(?:(\d{10})(?:\.(\d{1,9}))?|(\d{13})|(\d{16})|(\d{19}))(?![\w.-])/;

function readEpoch(text: string): number | undefined {
  const found = EPOCH.exec(text);
  if (found === null) return undefined;
  const [, seconds, fraction = '', millis, micros, nanos] = found;
  if (seconds !== undefined) return Number(seconds) * 1000 + millisOf(fraction);
  return Number(millis ?? micros?.slice(0, 13) ?? nanos?.slice(0, 13));
}

/** The pieces of a form, longest first where one begins another. */
const PIECES: readonly (readonly [letters: string, regex: string])[] = [
  ['yyyy', '(?<year>\\d{4})'],
  ['yy', '(?<shortYear>\\d{2})'],
  ['MMMM', '(?<monthName>[A-Za-z]{3,9})'],
  ['MMM', '(?<monthName>[A-Za-z]{3})'],
  ['MM', '(?<month>\\d{2})'],
  ['M', '(?<month>\\d{1,2})'],
  ['dd', '(?<day>\\d{2})'],
  ['d', ' ?(?<day>\\d{1,2})'],
  ['HH', '(?<hour>\\d{2})'],
  ['H', '(?<hour>\\d{1,2})'],
  ['hh', '(?<hour>\\d{2})'],
  ['h', '(?<hour>\\d{1,2})'],
  ['mm', '(?<minute>\\d{2})'],
  ['ss', '(?<second>\\d{2})'],
  ['SSSSSSSSS', '(?<fraction>\\d{9})'],
  ['SSSSSS', '(?<fraction>\\d{6})'],
  ['SSS', '(?<fraction>\\d{3})'],
  ['S', '(?<fraction>\\d{1,9})'],
  ['a', '(?<half>[AaPp][Mm])'],
  // Named although the value is unused: a named group can occur only once, and a repeated one could take forever.
  ['EEEE', '(?<weekday>[A-Za-z]{6,9})'],
  ['EEE', '(?<weekday>[A-Za-z]{3})'],
  ['ZZ', '(?<zone>[Zz]|UTC|GMT|[+-]\\d{2}:?\\d{2})'],
];

function formatRegex(format: string): RegExp | undefined {
  let source = '';
  const names = new Set<string>();
  for (let at = 0; at < format.length;) {
    const piece = PIECES.find(([letters]) => format.startsWith(letters, at));
    const quoted = /^'([^']*)'/.exec(format.slice(at));
    if (piece !== undefined) {
      const [letters, regex] = piece;
      const name = /\?<(\w+)>/.exec(regex)?.[1];
      if (name !== undefined && names.has(name)) return undefined;
      if (name !== undefined) names.add(name);
      source += regex;
      at += letters.length;
    } else if (quoted !== null) {
      source += escape(quoted[1] ?? '');
      at += quoted[0].length;
    } else if (/[A-Za-z']/.test(format.charAt(at))) {
      return undefined;
    } else {
      source += escape(format.charAt(at));
      at += 1;
    }
  }
  const hasDate = names.has('day') && (names.has('month') || names.has('monthName'));
  return hasDate ? new RegExp(`(?<!\\d)${source}(?!\\d)`) : undefined;
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

function fromParts(regex: RegExp): TimeReader {
  return (text, facts) => {
    const parts = regex.exec(text)?.groups;
    return parts === undefined ? undefined : assemble(parts, facts);
  };
}

type Parts = Readonly<Record<string, string | undefined>>;

function assemble(parts: Parts, facts: TimeFacts): number | undefined {
  const name = parts['monthName']?.slice(0, 3).toLowerCase();
  const month = name === undefined ? Number(parts['month']) : MONTHS.indexOf(name) / 3 + 1;
  const day = Number(parts['day']);
  const hour = hourOf(parts);
  const minute = Number(parts['minute'] ?? 0);
  // A leap second is treated as the last second of its minute.
  const second = Math.min(Number(parts['second'] ?? 0), 59);
  if (!Number.isInteger(month) || month < 1 || month > 12 || day < 1) return undefined;
  if (hour > 23 || minute > 59 || Number(parts['second'] ?? 0) > 60) return undefined;
  const at = (year: number): number | undefined => {
    const local =
      Date.UTC(year, month - 1, day, hour, minute, second) + millisOf(parts['fraction'] ?? '');
    const isReal = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
    return isReal ? local - offsetOf(parts['zone'], local, facts.zone) : undefined;
  };
  if (parts['year'] !== undefined) return at(Number(parts['year']));
  if (parts['shortYear'] !== undefined) return at(2000 + Number(parts['shortYear']));
  return nearest(at, facts.receivedAt);
}

function hourOf(parts: Parts): number {
  const hour = Number(parts['hour'] ?? 0);
  const half = parts['half']?.toLowerCase();
  if (half === undefined) return hour;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

const DAY_MS = 86_400_000;

/** Without a year, chooses the latest year that is not in the future. */
function nearest(at: (year: number) => number | undefined, receivedAt: number): number | undefined {
  const year = new Date(receivedAt).getUTCFullYear();
  for (const candidate of [year + 1, year, year - 1]) {
    const time = at(candidate);
    if (time !== undefined && time <= receivedAt + DAY_MS) return time;
  }
  return undefined;
}

function offsetOf(text: string | undefined, local: number, zone: Zone): number {
  if (text === undefined) {
    const guess = zone.offsetMs(local);
    return zone.offsetMs(local - guess);
  }
  const parts = /^([+-])(\d{2}):?(\d{2})$/.exec(text);
  if (parts === null) return 0;
  const minutes = Number(parts[2]) * 60 + Number(parts[3]);
  return (parts[1] === '-' ? -1 : 1) * minutes * 60_000;
}

function millisOf(fraction: string): number {
  return fraction === '' ? 0 : Number(fraction.padEnd(3, '0').slice(0, 3));
}
