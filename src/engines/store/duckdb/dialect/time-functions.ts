/**
 * Functions of time. An instant of ClickHouse has its zone in its type; here it is read off the expression that
 * makes it, since nothing we write keeps one in a column.
 */
import { HOUR_MS, MINUTE_MS } from '../../../../spec/units.ts';
import { argumentAt, knownText, text, written, wrongUse } from './arguments.ts';
import { computedOnce } from './computed-once.ts';
import { nullOnError } from './raised-errors.ts';
import type { Expression } from './tree.ts';
import { UntranslatableStatement } from './untranslatable-statement.ts';
import type { CallSite, WriteFunction, Written } from './writer.ts';

const UTC = 'UTC';

export const TIME_FUNCTIONS: Readonly<Record<string, WriteFunction>> = {
  toUnixTimestamp64Milli: (site) => integer(`epoch_ms(${text(site, 0)})`),
  toUnixTimestamp: (site) => integer(`(epoch_ms(${text(site, 0)}) // 1000)`),
  fromUnixTimestamp64Milli: (site) =>
    time(nullOnError(text(site, 0), (ms) => `epoch_ms(CAST(${ms} AS BIGINT))`)),
  toDateTime64: (site) => {
    const value = written(site, 0);
    return value.type === 'time' ? value : time(`ch_instant(${value.text})`);
  },
  // Days come as local midnight already, see below.
  toDateTime: (site) => written(site, 0),
  toStartOfSecond: (site) => time(`ch_floor(${text(site, 0)}, 1000)`),
  // Clocks differ by whole minutes everywhere.
  toStartOfMinute: (site) => time(`ch_floor(${text(site, 0)}, ${MINUTE_MS})`),
  toStartOfHour: startOfHour,
  toStartOfDay: startOf('day'),
  toStartOfMonth: startOf('month'),
  toStartOfQuarter: startOf('quarter'),
  toStartOfYear: startOf('year'),
  addSeconds: moved('to_seconds', 1, 'instant'),
  addMinutes: moved('to_minutes', 1, 'instant'),
  addHours: moved('to_hours', 1, 'instant'),
  addDays: moved('to_days', 1, 'calendar'),
  subtractDays: moved('to_days', -1, 'calendar'),
  addWeeks: moved('to_days', 7, 'calendar'),
  addMonths: moved('to_months', 1, 'calendar'),
  addQuarters: moved('to_months', 3, 'calendar'),
  addYears: moved('to_months', 12, 'calendar'),
  toDayOfWeek: (site) => integer(`isodow(${local(site, 0)})`),
  toHour: (site) => integer(`hour(${local(site, 0)})`),
  formatDateTime: (site) => {
    const zone = knownText(site, 2);
    const shown = computedOnce(text(site, 0), (at) =>
      formatted(knownText(site, 1), at, inZone(site, at, zone)),
    );
    return { text: shown, type: 'text' };
  },
  parseDateTimeOrNull: parsed,
};

function integer(statement: string): Written {
  return { text: statement, type: 'integer' };
}

function time(statement: string): Written {
  return { text: statement, type: 'time' };
}

/** The zone of an instant, as the calls that made it tell. */
function zoneOf({ writer }: CallSite, expression: Expression | undefined): string {
  let each = expression;
  while (each?.kind === 'call') {
    const zone = each.name === 'toDateTime64' ? each.arguments[2] : each.arguments[1];
    if ((each.name === 'toDateTime64' || each.name === 'toDateTime') && zone !== undefined) {
      const value = writer.valueOf(zone);
      return value?.type === 'VARCHAR' ? value.value : UTC;
    }
    each = each.arguments[0];
  }
  return UTC;
}

function local(site: CallSite, position: number): string {
  return inZone(site, text(site, position), zoneOf(site, argumentAt(site, position)));
}

/** What clocks of the zone show. */
function inZone({ writer }: CallSite, at: string, zone: string): string {
  if (zone === UTC) return `CAST(${at} AS TIMESTAMP)`;
  const name = writer.bind({ type: 'VARCHAR', value: zone }).text;
  return `timezone(${name}, timezone('UTC', CAST(${at} AS TIMESTAMP)))`;
}

function fromZone({ writer }: CallSite, shown: string, zone: string): string {
  if (zone === UTC) return shown;
  const name = writer.bind({ type: 'VARCHAR', value: zone }).text;
  return `timezone('UTC', timezone(${name}, ${shown}))`;
}

function startOf(unit: 'day' | 'month' | 'quarter' | 'year'): WriteFunction {
  return (site) => time(startInZone(site, unit, text(site, 0)));
}

function startInZone(site: CallSite, unit: string, at: string): string {
  const zone = zoneOf(site, argumentAt(site, 0));
  const start = `CAST(date_trunc('${unit}', ${inZone(site, at, zone)}) AS TIMESTAMP)`;
  return fromZone(site, start, zone);
}

/** Whole hours after midnight. What clocks show would not do: when they go back, they show an hour twice. */
function startOfHour(site: CallSite): Written {
  const at = text(site, 0);
  const isUtc = zoneOf(site, argumentAt(site, 0)) === UTC;
  if (isUtc) return time(`ch_floor(${at}, ${HOUR_MS})`);
  return time(
    computedOnce(at, (each) => `ch_hour_from(${each}, ${startInZone(site, 'day', each)})`),
  );
}

function moved(unit: string, factor: number, by: 'instant' | 'calendar'): WriteFunction {
  return (site) => {
    const amount = `CAST(${text(site, 1)} * ${factor} AS ${unit === 'to_seconds' ? 'DOUBLE' : 'INTEGER'})`;
    if (by === 'instant') return time(`(${text(site, 0)} + ${unit}(${amount}))`);
    const zone = zoneOf(site, argumentAt(site, 0));
    return time(fromZone(site, `(${local(site, 0)} + ${unit}(${amount}))`, zone));
  };
}

/** Letters of ClickHouse and what DuckDB has for them. */
const FORMATS: Readonly<Record<string, string>> = {
  Y: '%Y',
  y: '%y',
  m: '%m',
  d: '%d',
  e: '%-d',
  j: '%j',
  H: '%H',
  I: '%I',
  h: '%I',
  l: '%I',
  i: '%M',
  S: '%S',
  p: '%p',
  a: '%a',
  W: '%A',
  b: '%b',
  M: '%B',
  w: '%w',
  u: '%u',
  V: '%V',
  G: '%G',
  T: '%H:%M:%S',
  F: '%Y-%m-%d',
  R: '%H:%M',
  D: '%m/%d/%y',
  n: '\n',
  t: '\t',
  '%': '%%',
};

/** Each letter separately, since our compiler requests one at a time. */
function formatted(format: string, at: string, shown: string): string {
  const letter = /^%([A-Za-z%])$/.exec(format)?.[1] ?? '';
  const known = FORMATS[letter];
  if (known !== undefined) return `strftime(${shown}, '${known}')`;
  switch (letter) {
    case 'g':
      return `right(strftime(${shown}, '%G'), 2)`;
    case 'z':
      return `ch_offset(epoch_ms(${shown}) - epoch_ms(${at}))`;
    default:
      throw new UntranslatableStatement('a letter of a time format is not known');
  }
}

/** The pattern that a text must match to be parsed, and DuckDB's format for it. */
const PARSED: Readonly<Record<string, readonly [pattern: string, format: string]>> = {
  Y: ['\\d{4}', '%Y'],
  y: ['\\d{2}', '%y'],
  m: ['\\d{2}', '%m'],
  d: ['\\d{2}', '%d'],
  e: ['[ \\d]?\\d', '%d'],
  j: ['\\d{3}', '%j'],
  H: ['\\d{2}', '%H'],
  I: ['\\d{2}', '%I'],
  h: ['\\d{2}', '%I'],
  l: ['\\d{1,2}', '%I'],
  i: ['\\d{2}', '%M'],
  S: ['\\d{2}', '%S'],
  f: ['\\d{1,6}', '%f'],
  p: ['(?i:AM|PM)', '%p'],
  a: ['[A-Za-z]{3}', '%a'],
  W: ['[A-Za-z]+', '%A'],
  b: ['[A-Za-z]{3}', '%b'],
  M: ['[A-Za-z]+', '%B'],
  z: ['[-+]\\d{4}', '%z'],
  T: ['\\d{2}:\\d{2}:\\d{2}', '%H:%M:%S'],
  F: ['\\d{4}-\\d{2}-\\d{2}', '%Y-%m-%d'],
  R: ['\\d{2}:\\d{2}', '%H:%M'],
  D: ['\\d{2}/\\d{2}/\\d{2}', '%m/%d/%y'],
  n: ['\\n', '\n'],
  t: ['\\t', '\t'],
  '%': ['%', '%%'],
};

/**
 * NULL where the text does not have the format. Without any part of a date it is the first day of 1970, and without
 * the year one of 2000.
 */
function parsed(site: CallSite): Written {
  const given = knownText(site, 1);
  const { pattern, format, groups } = readFormat(site, given);
  const bind = (value: string): string => site.writer.bind({ type: 'VARCHAR', value }).text;
  const fitting = bind(`^(?:${pattern})$`);
  const hasZone = format.includes('%z');
  const read = computedOnce(text(site, 0), (value) => {
    const part = (letter: string): string | undefined => {
      const group = groups.indexOf(letter) + 1;
      return group === 0 ? undefined : `regexp_extract(${value}, ${fitting}, ${group})`;
    };
    if (isWeekDate(given)) return weekDate(part);
    const [before, beforeFormat] = beginning(format);
    const whole = `(${bind(before)} || regexp_extract(${value}, ${fitting}))`;
    const plain = `try_strptime(${whole}, ${bind(beforeFormat + format)})`;
    const shortYear = part('y');
    // With an offset the day in UTC can rightly be one of the next year.
    const dayOfYear = hasZone ? undefined : part('j');
    const year = shortYear === undefined ? plain : `ch_century(${plain}, ${shortYear})`;
    return dayOfYear === undefined ? year : `ch_day_of_year(${year}, ${dayOfYear})`;
  });
  const at = hasZone ? `timezone('UTC', ${read})` : fromZone(site, read, knownText(site, 2));
  return time(`ch_short_instant(${at})`);
}

interface ReadFormat {
  readonly pattern: string;
  /** As DuckDB has it. */
  readonly format: string;
  /** The letters whose text is needed separately, in the order of their groups in the pattern. */
  readonly groups: readonly string[];
}

function readFormat(site: CallSite, given: string): ReadFormat {
  const known = isWeekDate(given) ? PARSED_OF_WEEKS : PARSED;
  let [pattern, format] = ['', ''];
  const groups: string[] = [];
  for (const [piece] of given.matchAll(/%[A-Za-z%]|[^%]+|%/g)) {
    const letter = piece.startsWith('%') ? piece.slice(1) : undefined;
    if (letter === undefined) {
      pattern += piece.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      format += piece;
      continue;
    }
    const [look, meant] = known[letter] ?? [];
    if (look === undefined || meant === undefined) throw wrongUse(site.call);
    const isGroup = known === PARSED_OF_WEEKS || letter === 'y' || letter === 'j';
    if (isGroup) groups.push(letter);
    pattern += isGroup ? `(${look})` : look;
    format += meant;
  }
  return { pattern, format, groups };
}

/** The prefix for the text. DuckDB skips leading blanks, even if its format contains them. */
function beginning(format: string): [text: string, format: string] {
  const mark = /^\s/.test(format) ? '@' : '';
  if (/%[Yy]/.test(format)) return [mark, mark];
  const year = /%[mdjbBaA]/.test(format) ? '2000' : '1970';
  return [`${year}${mark === '' ? ' ' : mark}`, `%Y${mark === '' ? ' ' : mark}`];
}

/** The letters of a week date. In combination with others they are rejected. */
const PARSED_OF_WEEKS: typeof PARSED = {
  Y: ['\\d{4}', '%G'],
  G: ['\\d{4}', '%G'],
  V: ['\\d{2}', '%V'],
  u: ['[1-7]', '%u'],
  w: ['[0-6]', '%w'],
};

function isWeekDate(given: string): boolean {
  return /^(?:%[YGVuw]|[^%])*$/.test(given) && /%[GVuw]/.test(given);
}

/** Missing parts default to the year 2000, its first week, and Monday. */
function weekDate(part: (letter: string) => string | undefined): string {
  const year = part('G') ?? part('Y') ?? "'2000'";
  const week = part('V') ?? "'01'";
  const fromSunday = part('w');
  const sundayLast = fromSunday && `replace(${fromSunday}, '0', '7')`;
  const day = part('u') ?? sundayLast ?? "'1'";
  return `try_strptime(concat_ws('-', ${year}, ${week}, ${day}), '%G-%V-%u')`;
}
