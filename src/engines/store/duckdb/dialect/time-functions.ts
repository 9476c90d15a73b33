/**
 * Functions of time. An instant of ClickHouse has its zone in its type; here it is read off the expression that
 * makes it, since nothing we write keeps one in a column.
 */
import { HOUR_MS, MINUTE_MS } from '../../../../spec/units.ts';
import { argumentAt, knownText, text, written, wrongUse } from './arguments.ts';
import { computedOnce } from './computed-once.ts';
import type { Expression } from './tree.ts';
import { UntranslatableStatement } from './untranslatable-statement.ts';
import type { CallSite, WriteFunction, Written } from './writer.ts';

const UTC = 'UTC';

export const TIME_FUNCTIONS: Readonly<Record<string, WriteFunction>> = {
  toUnixTimestamp64Milli: (site) => integer(`epoch_ms(${text(site, 0)})`),
  toUnixTimestamp: (site) => integer(`(epoch_ms(${text(site, 0)}) // 1000)`),
  fromUnixTimestamp64Milli: (site) => time(`TRY(epoch_ms(CAST(${text(site, 0)} AS BIGINT)))`),
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
    const at = text(site, 0);
    return { text: formatted(knownText(site, 1), at, inZone(site, at, zone)), type: 'text' };
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

/** Each letter alone, since our compiler asks for one at a time. */
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

/** How a text has to look to be read, and how DuckDB reads it. */
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
  n: ['\\s*', ' '],
  t: ['\\s*', ' '],
  '%': ['%', '%%'],
};

/** NULL where the text does not have the format. What the format leaves out is as on the first day of 1970. */
function parsed(site: CallSite): Written {
  const zone = knownText(site, 2);
  let [pattern, format] = ['', ''];
  for (const [piece] of knownText(site, 1).matchAll(/%[A-Za-z%]|[^%]+|%/g)) {
    const known = piece.startsWith('%') ? PARSED[piece.slice(1)] : undefined;
    if (piece.startsWith('%') && known === undefined) throw wrongUse(site.call);
    pattern += known?.[0] ?? piece.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    format += known?.[1] ?? piece;
  }
  const hasYear = /%[Yy]/.test(format);
  const hasZone = format.includes('%z');
  const bind = (value: string): string => site.writer.bind({ type: 'VARCHAR', value }).text;
  const fitting = `regexp_extract(${text(site, 0)}, ${bind(`^(?:${pattern})$`)})`;
  const whole = hasYear ? fitting : `('1970 ' || ${fitting})`;
  const read = `try_strptime(${whole}, ${bind(hasYear ? format : `%Y ${format}`)})`;
  return time(hasZone ? `timezone('UTC', ${read})` : fromZone(site, read, zone));
}
