import { LIMITS } from '../../spec/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../spec/units.ts';
import { openDay } from './day-clock.ts';
import { toLocal, type Zone } from './zone.ts';

/** Five fields as cron has them. Each lists what it allows, in order. */
export interface Cron {
  readonly kind: 'cron';
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: readonly number[];
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
  /** The hour is `*`: what happens every hour happens in the doubled one twice. */
  readonly isEveryHour: boolean;
  /** Neither day field begins with a star, so a day needs to match only one of them. */
  readonly isEitherDay: boolean;
}

export interface CronProblem {
  readonly kind: 'problem';
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** A position in the text. */
interface Place {
  readonly start: number;
  readonly end: number;
}

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Names that replace numbers, the first for `min`. */
  readonly names: readonly string[];
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const WEEKDAYS = 'sun mon tue wed thu fri sat'.split(' ');
const FIELDS: readonly Field[] = [
  { name: 'minute', min: 0, max: 59, names: [] },
  { name: 'hour', min: 0, max: 23, names: [] },
  { name: 'day of the month', min: 1, max: 31, names: [] },
  { name: 'month', min: 1, max: 12, names: MONTHS },
  // Sunday is 0 and 7.
  { name: 'day of the week', min: 0, max: 7, names: WEEKDAYS },
];

/** Reads `30 2 * * mon-fri`: minute, hour, day of the month, month, day of the week. */
export function parseCron(text: string): Cron | CronProblem {
  const { cronCharactersMax } = LIMITS.schedule;
  const whole = { start: 0, end: text.length };
  if (text.length > cronCharactersMax) {
    return problem(`A schedule can have at most ${cronCharactersMax} characters.`, whole);
  }
  const words = [...text.matchAll(/\S+/g)];
  const surplus = words[FIELDS.length];
  if (surplus !== undefined) {
    return problem('A schedule must have five fields. This one has more.', placeOf(surplus));
  }
  const sets: number[][] = [];
  for (const [number, field] of FIELDS.entries()) {
    const word = words[number];
    if (word === undefined) {
      const end = { start: text.length, end: text.length };
      return problem(`A schedule must have five fields. The ${field.name} is missing.`, end);
    }
    const values = readField(field, word[0], word.index);
    if (!Array.isArray(values)) return values;
    sets.push(values);
  }
  const [minutes = [], hours = [], days = [], months = [], weekdays = []] = sets;
  const written = words.map(([word]) => word);
  const isStarred = (number: number): boolean => written[number]?.startsWith('*') ?? false;
  const cron: Cron = {
    kind: 'cron',
    minutes,
    hours,
    days,
    months,
    weekdays: ordered(weekdays.map((day) => day % 7)),
    isEveryHour: written[1] === '*',
    isEitherDay: !isStarred(2) && !isStarred(4),
  };
  return hasDate(cron) ? cron : problem('These months don’t have this day.', placeOf(words[2]));
}

function readField(field: Field, word: string, start: number): number[] | CronProblem {
  const values: number[] = [];
  let at = start;
  for (const item of word.split(',')) {
    const found = readItem(field, item, at);
    if (!Array.isArray(found)) return found;
    values.push(...found);
    at += item.length + 1;
  }
  return ordered(values);
}

/** One item of a list: `*`, `5`, `mon`, `1-5`, each of the long ones with a step, `1-30/5`. */
function readItem(field: Field, item: string, start: number): number[] | CronProblem {
  const place = { start, end: start + item.length };
  const [range = '', step, ...rest] = item.split('/');
  const [first = '', last, ...more] = range.split('-');
  if (item === '' || rest.length > 0 || more.length > 0) {
    return problem(
      `\`${item}\` isn’t a valid ${field.name}. Use 5, 1-5, */10 or a list of these.`,
      place,
    );
  }
  const stepSize = step === undefined ? 1 : readNumber(step);
  if (stepSize === undefined || stepSize < 1 || stepSize > field.max) {
    return problem(`A step is a number from 1 to ${field.max}.`, place);
  }
  if (range === '*') return every(field.min, lastOf(field), stepSize);
  const from = readValue(field, first);
  const to = last === undefined ? from : readValue(field, last);
  if (from === undefined || to === undefined) {
    const names = field.names.length > 0 ? ` or a name such as ${field.names[0]}` : '';
    return problem(
      `The ${field.name} is a number from ${field.min} to ${field.max}${names}.`,
      place,
    );
  }
  if (step !== undefined && last === undefined) {
    return problem(
      `A step must follow * or a range: write ${first}-${lastOf(field)}/${step}.`,
      place,
    );
  }
  // A week may end on Sunday.
  const end = field.names === WEEKDAYS && to === 0 && from > 0 ? 7 : to;
  if (end < from) return problem(`\`${range}\` is reversed.`, place);
  return every(from, end, stepSize);
}

/** `*` names every day of the week once. */
function lastOf({ names, max }: Field): number {
  return names === WEEKDAYS ? 6 : max;
}

function readValue({ min, max, names }: Field, text: string): number | undefined {
  const named = names.indexOf(text.toLowerCase());
  if (named >= 0) return min + named;
  const value = readNumber(text);
  return value === undefined || value < min || value > max ? undefined : value;
}

function readNumber(text: string): number | undefined {
  return /^\d{1,2}$/.test(text) ? Number(text) : undefined;
}

function every(from: number, to: number, step: number): number[] {
  const values: number[] = [];
  for (let value = from; value <= to; value += step) values.push(value);
  return values;
}

function ordered(values: readonly number[]): number[] {
  return [...new Set(values)].toSorted((a, b) => a - b);
}

function placeOf(word: RegExpExecArray | undefined): Place {
  const start = word?.index ?? 0;
  return { start, end: start + (word?.[0].length ?? 0) };
}

function problem(message: string, place: Place): CronProblem {
  return { kind: 'problem', message, ...place };
}

const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function hasDate({ days, months, isEitherDay }: Cron): boolean {
  const [first = 1] = days;
  return isEitherDay || months.some((month) => first <= (LONGEST_MONTHS[month - 1] ?? 0));
}

/** 29 February comes after eight years at the latest: there is none in 2100. */
const MONTHS_AHEAD_MAX = 8 * 12 + 1;

/**
 * The first time after the instant, by the wall clock of the zone. A reading that the clock skips counts at the
 * first instant after the gap; one that it shows twice counts the first time, and both times when the hour is `*`.
 */
export function nextAfter(cron: Cron, zone: Zone, instant: number): number {
  // Starts a day earlier: if the clock was put back over midnight, times of yesterday may still come.
  const date = new Date(toLocal(zone, instant) - DAY_MS);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  for (let ahead = 0; ahead <= MONTHS_AHEAD_MAX; ahead += 1) {
    const firstDay = Date.UTC(year, month + ahead, ahead === 0 ? date.getUTCDate() : 1);
    const end = Date.UTC(year, month + ahead + 1, 1);
    for (let day = firstDay; day < end; day += DAY_MS) {
      const found = isAllowed(cron, day) ? firstOfDay(cron, zone, day, instant) : undefined;
      if (found !== undefined) return found;
    }
  }
  throw new Error('a schedule without a next time');
}

function isAllowed(cron: Cron, day: number): boolean {
  const date = new Date(day);
  if (!cron.months.includes(date.getUTCMonth() + 1)) return false;
  const isDay = cron.days.includes(date.getUTCDate());
  const isWeekday = cron.weekdays.includes(date.getUTCDay());
  return cron.isEitherDay ? isDay || isWeekday : isDay && isWeekday;
}

/** The earliest instant after `after` at which the clock shows one of the times on this day. */
function firstOfDay(cron: Cron, zone: Zone, day: number, after: number): number | undefined {
  const clock = openDay(zone, day);
  let found: number | undefined;
  for (const hour of cron.hours) {
    for (const minute of cron.minutes) {
      const local = day + hour * HOUR_MS + minute * MINUTE_MS;
      const second = cron.isEveryHour ? clock.secondTime(local) : undefined;
      for (const instant of [clock.firstTime(local), second]) {
        if (instant !== undefined && instant > after) found = Math.min(found ?? instant, instant);
      }
      // Later readings are later instants, except for repeated times, which occur only in the hour of the change.
      if (found !== undefined && !clock.isDoubled) return found;
    }
  }
  return found;
}
