/** Dates and times at a position of a text. Every reader returns the end of what it read, or -1. */
import {
  CODE,
  codeAt,
  isBoundary,
  isDigit,
  isLatinLetter,
  JOIN,
  classOf,
  skipDigits,
} from './characters.ts';

const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';
const WEEKDAYS = 'montuewedthufrisatsun';
const ZONES = new Set(
  (
    'UTC GMT WET CET EET MSK IST JST BST EST CST MST PST EDT CDT MDT PDT WEST CEST EEST AEST AEDT ' +
    'AM PM'
  ).split(' '),
);

/** A date, a time of day, or both in one: ISO 8601, syslog, Apache, compact and most home-made forms. */
export function scanTime(text: string, from: number, end: number): number {
  const clock = scanClock(text, from, end, false);
  if (clock > 0) return clock;
  const date = scanDate(text, from, end);
  return date < 0 ? -1 : scanClockBehindDate(text, date, end);
}

export function isMonth(text: string, from: number, to: number): boolean {
  return isNameOf(MONTHS, text, from, to);
}

export function isWeekday(text: string, from: number, to: number): boolean {
  return isNameOf(WEEKDAYS, text, from, to);
}

/** `UTC`, `CEST`, `PM`: a word that belongs to the preceding time. */
export function isZoneName(text: string, from: number, to: number): boolean {
  const length = to - from;
  return length >= 2 && length <= 4 && ZONES.has(text.slice(from, to));
}

function isNameOf(names: string, text: string, from: number, to: number): boolean {
  if (to - from !== 3) return false;
  const at = names.indexOf(text.slice(from, to).toLowerCase());
  return at >= 0 && at % 3 === 0;
}

/**
 * `HH:MM:SS` with a fraction and a zone, or `MM:SS`. After a date, also with single digits, as written by programs that
 * print the parts of a date separately.
 */
function scanClock(text: string, from: number, end: number, isLoose: boolean): number {
  const hours = skipDigits(text, from, end);
  const hourDigits = hours - from;
  if (hourDigits < 1 || hourDigits > 2 || codeAt(text, hours, end) !== CODE.colon) return -1;
  const minutes = scanSixty(text, hours + 1, end, isLoose);
  if (minutes < 0) return -1;
  if (codeAt(text, minutes, end) !== CODE.colon) {
    return hourDigits === 2 && isBoundary(text, minutes, end) ? minutes : -1;
  }
  const seconds = scanSixty(text, minutes + 1, end, isLoose);
  return seconds < 0 ? -1 : scanFraction(text, seconds, end);
}

function scanSixty(text: string, from: number, end: number, isLoose: boolean): number {
  const to = skipDigits(text, from, end);
  return to - from === 2 || (isLoose && to - from === 1) ? to : -1;
}

function scanFraction(text: string, from: number, end: number): number {
  const mark = codeAt(text, from, end);
  if (mark === CODE.dot || mark === CODE.comma || mark === CODE.colon) {
    const to = skipDigits(text, from + 1, end);
    const digits = to - from - 1;
    // After a comma fewer than three digits are the next item of a list, not milliseconds.
    const least = mark === CODE.comma ? 3 : 1;
    if (digits >= least && digits <= 9) return scanZone(text, to, end);
  }
  return scanZone(text, from, end);
}

function scanZone(text: string, from: number, end: number): number {
  const mark = codeAt(text, from, end);
  if (mark === CODE.upperZ && isBoundary(text, from + 1, end)) return from + 1;
  if (mark !== CODE.plus && mark !== CODE.dash) return from;
  const hours = skipDigits(text, from + 1, end);
  const digits = hours - from - 1;
  if (digits === 2 && codeAt(text, hours, end) === CODE.colon) {
    const minutes = skipDigits(text, hours + 1, end);
    if (minutes - hours === 3) return minutes;
  }
  return digits === 2 || digits === 4 ? hours : from;
}

function scanDate(text: string, from: number, end: number): number {
  const first = skipDigits(text, from, end);
  const digits = first - from;
  const mark = codeAt(text, first, end);
  if (digits === 8) return isCompactDate(text, from, first, end) ? first : -1;
  if (mark !== CODE.dash && mark !== CODE.slash && mark !== CODE.dot) return -1;
  if (digits <= 2 && isLatinLetter(codeAt(text, first + 1, end))) {
    return scanNamedMonth(text, first, end, mark);
  }
  const second = skipDigits(text, first + 1, end);
  const secondDigits = second - first - 1;
  if (secondDigits < 1 || secondDigits > 2) return -1;
  if (codeAt(text, second, end) !== mark) {
    return digits === 2 && secondDigits === 2 && mark !== CODE.slash
      ? scanDayBeforeClock(text, second, end)
      : -1;
  }
  const third = skipDigits(text, second + 1, end);
  const thirdDigits = third - second - 1;
  if (digits === 4) return thirdDigits === 1 || thirdDigits === 2 ? third : -1;
  if (digits > 2) return -1;
  return thirdDigits === 4 || (thirdDigits === 2 && mark === CODE.slash) ? third : -1;
}

/** `20240511` counts as a date only if followed by a time of day: `20240511T101500`, `20240511-10:15:00`. */
function isCompactDate(text: string, from: number, to: number, end: number): boolean {
  const century = text.charCodeAt(from);
  const mark = codeAt(text, to, end);
  const joins = mark === CODE.dash || mark === CODE.upperT || mark === CODE.underscore;
  return (
    (century === CODE.one || century === CODE.two) && joins && isDigit(codeAt(text, to + 1, end))
  );
}

/** `/Oct/2000` and `-Oct-00`, after the day. */
function scanNamedMonth(text: string, from: number, end: number, mark: number): number {
  if (codeAt(text, from + 4, end) !== mark || !isMonth(text, from + 1, from + 4)) return -1;
  const to = skipDigits(text, from + 5, end);
  const digits = to - from - 5;
  return digits === 4 || digits === 2 ? to : -1;
}

/** `03-17` is a date before ` 16:13:38.811`, and nothing to be sure of elsewhere. */
function scanDayBeforeClock(text: string, day: number, end: number): number {
  const clock = skipBlanks(text, day, end);
  return clock > day && scanClock(text, clock, end, false) > 0 ? day : -1;
}

function scanClockBehindDate(text: string, date: number, end: number): number {
  const mark = codeAt(text, date, end);
  const isGap = mark === 32 || mark === CODE.comma;
  if (!isGap && mark !== CODE.upperT && mark !== CODE.colon && classOf(mark) !== JOIN) return date;
  const from = isGap ? skipBlanks(text, date + 1, end) : date + 1;
  const clock = scanClock(text, from, end, true);
  if (clock > 0) return clock;
  return isGap ? date : scanCompactClock(text, from, end, date);
}

/** `101500`, `10.15.00.123456`, `10:15`: what follows a date without a blank. */
function scanCompactClock(text: string, from: number, end: number, date: number): number {
  const hours = skipDigits(text, from, end);
  if (hours - from === 6) return scanFraction(text, hours, end);
  if (hours - from !== 2) return date;
  const mark = codeAt(text, hours, end);
  const minutes = skipDigits(text, hours + 1, end);
  if (minutes - hours !== 3) return date;
  if (mark === CODE.colon) return scanZone(text, minutes, end);
  if (mark !== CODE.dot || codeAt(text, minutes, end) !== CODE.dot) return date;
  const seconds = skipDigits(text, minutes + 1, end);
  return seconds - minutes === 3 ? scanFraction(text, seconds, end) : date;
}

function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text.charCodeAt(at) === 32) at += 1;
  return at;
}
