import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../spec/units.ts';
import type { AbsoluteTime, TimeSpec, TimeStep, TimeTerm } from '../tree/time.ts';
import { unitOf } from './units.ts';

export interface TimeProblem {
  readonly kind: 'problem';
  readonly message: string;
  /** The bound that caused the problem, if it is part of the query text. */
  readonly term?: TimeTerm | undefined;
}

/** Epoch times from this number on are milliseconds: as seconds they would be after the year 5000. */
const EPOCH_MS_MIN = 100_000_000_000;
const AMOUNT_DIGITS_MAX = 6;

const EPOCH = /^\d+(?:\.\d+)?$/;
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?::(\d{1,2}):(\d{2}):(\d{2}))?$/;
const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*([Zz]|[+-]\d{2}:?\d{2})?$/;
const STEP = /@([a-z]+)([0-7])?|([+-])(\d*)([A-Za-z]+)/y;

/**
 * Reads `-1h`, `-1d@d+3h`, `@w1`, `now`, epoch seconds (with 12 or more digits: milliseconds),
 * `2026-01-31T10:00:00Z` and `01/31/2026:10:00:00`.
 */
export function parseTime(written: string): TimeSpec | TimeProblem {
  const text = written.trim();
  if (EPOCH.test(text)) return parseEpoch(text);
  const slashed = SLASHED.exec(text);
  if (slashed !== null) {
    const [, month, day, year, hour, minute, second] = slashed;
    return absolute([year, month, day, hour, minute, second], undefined, undefined);
  }
  const iso = ISO.exec(text);
  if (iso !== null) {
    const [, year, month, day, hour, minute, second, fraction, offset] = iso;
    return absolute([year, month, day, hour, minute, second], fraction, offset);
  }
  return parseRelative(text);
}

function parseEpoch(text: string): TimeSpec {
  const value = Number(text);
  const ms = value >= EPOCH_MS_MIN ? value : value * SECOND_MS;
  return { kind: 'epoch', ms: Math.round(ms) };
}

function absolute(
  parts: readonly (string | undefined)[],
  fraction: string | undefined,
  offset: string | undefined,
): AbsoluteTime | TimeProblem {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  const millisecond = fraction === undefined ? 0 : Number(fraction.padEnd(3, '0').slice(0, 3));
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000;
  if (!isDate) return problem('This date doesn’t exist.');
  if (hour > 23 || minute > 59 || second > 59) return problem('Invalid time of day.');
  const offsetMinutes = offset === undefined ? undefined : parseOffset(offset);
  if (offsetMinutes !== undefined && Math.abs(offsetMinutes) * MINUTE_MS > DAY_MS) {
    return problem('Invalid UTC offset.');
  }
  return { kind: 'absolute', year, month, day, hour, minute, second, millisecond, offsetMinutes };
}

function parseOffset(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0;
  const digits = offset.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return offset.startsWith('-') ? -minutes : minutes;
}

function parseRelative(text: string): TimeSpec | TimeProblem {
  if (text.startsWith('rt')) {
    return problem('Real-time windows aren’t supported. Use live tail.');
  }
  const now = /^now(?:\(\))?/.exec(text)?.[0] ?? '';
  const steps: TimeStep[] = [];
  let at = now.length;
  while (at < text.length) {
    STEP.lastIndex = at;
    const match = STEP.exec(text);
    const step = match === null ? problem(notATime(text)) : parseStep(match, steps);
    if (step.kind === 'problem') return step;
    steps.push(step);
    at = STEP.lastIndex;
  }
  if (now === '' && steps.length === 0) return problem(notATime(text));
  return { kind: 'relative', steps };
}

function parseStep(match: RegExpExecArray, before: readonly TimeStep[]): TimeStep | TimeProblem {
  const [, snapUnit, weekday, sign, digits = '', offsetUnit = ''] = match;
  if (snapUnit === undefined) {
    const unit = unitOf(offsetUnit);
    if (unit === undefined) return problem(noUnit(offsetUnit));
    if (digits.length > AMOUNT_DIGITS_MAX) return problem(`\`${digits}\` is out of range.`);
    const amount = digits === '' ? 1 : Number(digits);
    return { kind: 'offset', amount: sign === '-' ? -amount : amount, unit };
  }
  const unit = unitOf(snapUnit);
  if (unit === undefined) return problem(noUnit(snapUnit));
  if (before.some((step) => step.kind === 'snap')) return problem('Only one @ is allowed.');
  if (unit !== 'w') {
    if (weekday !== undefined) return problem('A weekday can only follow w, as in `@w1`.');
    return { kind: 'snap', unit, weekday: undefined };
  }
  return { kind: 'snap', unit, weekday: Number(weekday ?? 0) % 7 };
}

function noUnit(unit: string): string {
  return unit === 'M'
    ? '`M` isn’t a valid unit. Use `m` for minutes or `mon` for months.'
    : `\`${unit}\` isn’t a valid unit. Use s, m, h, d, w, mon, q or y.`;
}

function notATime(text: string): string {
  return `\`${text.slice(0, 40)}\` isn’t a valid time. Use -15m, -1d@d, now, epoch seconds or 2026-01-31T10:00:00Z.`;
}

function problem(message: string): TimeProblem {
  return { kind: 'problem', message };
}

/** The canonical text; reading it again gives the same time. */
export function printTime(time: TimeSpec): string {
  switch (time.kind) {
    case 'epoch': {
      const seconds = time.ms / SECOND_MS;
      return String(seconds < EPOCH_MS_MIN ? seconds : time.ms);
    }
    case 'absolute':
      return printAbsolute(time);
    case 'relative':
      return time.steps.length === 0 ? 'now' : time.steps.map(printStep).join('');
  }
}

function printAbsolute(time: AbsoluteTime): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const fraction = time.millisecond === 0 ? '' : `.${String(time.millisecond).padStart(3, '0')}`;
  const date = `${String(time.year).padStart(4, '0')}-${two(time.month)}-${two(time.day)}`;
  const clock = `${two(time.hour)}:${two(time.minute)}:${two(time.second)}${fraction}`;
  return `${date}T${clock}${printOffset(time.offsetMinutes, two)}`;
}

function printOffset(minutes: number | undefined, two: (value: number) => string): string {
  if (minutes === undefined) return '';
  if (minutes === 0) return 'Z';
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function printStep(step: TimeStep): string {
  if (step.kind === 'snap') return `@${step.unit}${step.weekday ?? ''}`;
  return `${step.amount < 0 || Object.is(step.amount, -0) ? '-' : '+'}${Math.abs(step.amount)}${step.unit}`;
}
