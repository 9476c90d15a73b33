import { float64, int64, join, sql, string, type Sql } from '../../../../engines/store/sql.ts';
import { parseTime, type TimeStep, type TreeNode } from '../../../../language/index.ts';
import { refuse, type CompileContext } from '../context.ts';
import { textOf, timeOf, type Value } from '../value.ts';
import { argument, expressionAt, literalText, type CompileFunction } from './function.ts';

export const TIME_FUNCTIONS: Readonly<Record<string, CompileFunction>> = {
  now: ({ context }) => ({ kind: 'number', sql: sql`${float64(Math.floor(context.now / 1000))}` }),
  time: ({ context }) => ({ kind: 'number', sql: sql`${float64(context.now / 1000)}` }),
  relative_time: (given) => {
    const time = parseTime(literalText(given, 1, 'relative time'));
    if (time.kind !== 'relative') {
      throw refuse(expressionAt(given.call, 1), 'Expected a relative time, such as -1d@d.');
    }
    const start = instantOf(given.context, argument(given, 0));
    const moved = time.steps.reduce((at, step) => applyStep(given.context, at, step), start);
    return { kind: 'number', sql: sql`(toUnixTimestamp64Milli(toDateTime64(${moved}, 3)) / 1000)` };
  },
  strftime: (given) => {
    const format = literalText(given, 1, 'format');
    return { kind: 'text', sql: formatTime(given.context, argument(given, 0), format) };
  },
  strptime: (given) => {
    const format = literalText(given, 1, 'format');
    const place = expressionAt(given.call, 1);
    const text = textOf(argument(given, 0));
    return { kind: 'number', sql: readTime(given.context, text, format, place) };
  },
};

/** Seconds since 1970, with or without a fraction. */
const EPOCH = /^%s(\.%\d?[NQf])?$/;
/** What a time is read by, or a day of a week. */
const READABLE = /^(?:[^%]|%\d?[NQf]|%[YymdejHIlMSpPaAbBhzZTFRDnt%])*$/;
const READABLE_WEEK = /^(?:[^%]|%[YGVuw])*$/;

/** Seconds since 1970; NULL where the text does not have the format. */
export function readTime(
  { zone }: CompileContext,
  text: Sql,
  format: string,
  place: Pick<TreeNode, 'start'>,
): Sql {
  const epoch = EPOCH.exec(format);
  if (epoch !== null) {
    const look = epoch[1] === undefined ? '^([-+]?[0-9]+)$' : '^([-+]?[0-9]+\\.[0-9]+)$';
    return sql`toFloat64OrNull(extract(ifNull(toString(${text}), ''), ${string(look)}))`;
  }
  if (!READABLE.test(format) && !READABLE_WEEK.test(format)) {
    const message =
      'This format can’t be used to parse times. Use %s alone or as %s.%3N, %G, %V, %u and %w only with %Y, and not %U, %C, %c and %x.';
    throw refuse(place, message);
  }
  const parsed = sql`parseDateTimeOrNull(${text}, ${string(engineFormat(format))}, ${string(zone.name)})`;
  return sql`toFloat64(toUnixTimestamp(${parsed}))`;
}

function instantOf({ zone }: CompileContext, value: Value): Sql {
  return sql`toDateTime64(${timeOf(value)}, 3, ${string(zone.name)})`;
}

function applyStep({ zone }: CompileContext, at: Sql, step: TimeStep): Sql {
  const name = string(zone.name);
  if (step.kind === 'offset') {
    const amount = int64(step.amount);
    switch (step.unit) {
      case 's':
        return sql`addSeconds(${at}, ${amount})`;
      case 'm':
        return sql`addMinutes(${at}, ${amount})`;
      case 'h':
        return sql`addHours(${at}, ${amount})`;
      case 'd':
        return sql`addDays(${at}, ${amount})`;
      case 'w':
        return sql`addWeeks(${at}, ${amount})`;
      case 'mon':
        return sql`addMonths(${at}, ${amount})`;
      case 'q':
        return sql`addQuarters(${at}, ${amount})`;
      case 'y':
        return sql`addYears(${at}, ${amount})`;
    }
  }
  const start = (unit: Sql): Sql => sql`toDateTime64(toStartOf${unit}(${at}), 3, ${name})`;
  switch (step.unit) {
    case 's':
      return start(sql`Second`);
    case 'm':
      return start(sql`Minute`);
    case 'h':
      return start(sql`Hour`);
    case 'd':
      return start(sql`Day`);
    case 'w': {
      // Days since the chosen weekday; the engine counts Monday as 1 and Sunday as 7.
      const since = sql`((toDayOfWeek(${at}) + 7 - ${int64(step.weekday ?? 0)}) % 7)`;
      return sql`toDateTime64(toStartOfDay(subtractDays(${at}, ${since})), 3, ${name})`;
    }
    case 'mon':
      return sql`toDateTime64(toDateTime(toStartOfMonth(${at}), ${name}), 3, ${name})`;
    case 'q':
      return sql`toDateTime64(toDateTime(toStartOfQuarter(${at}), ${name}), 3, ${name})`;
    case 'y':
      return sql`toDateTime64(toDateTime(toStartOfYear(${at}), ${name}), 3, ${name})`;
  }
}

/** The engine's letters for ours, where they differ. */
const LETTERS: Readonly<Record<string, string>> = { M: 'i', A: 'W', B: 'M', h: 'b', P: 'p' };
const SAME_LETTERS = 'YymdejHIlSpabTFRDwuVGgnt%';

function engineFormat(format: string): string {
  return format.replace(/%(\d?)([a-zA-Z%])/g, (whole, _digits: string, letter: string) => {
    if (letter === 'N' || letter === 'Q' || letter === 'f') return '%f';
    if (letter === 'z' || letter === 'Z') return '%z';
    return LETTERS[letter] === undefined ? whole : `%${LETTERS[letter]}`;
  });
}

/** Formats epoch seconds as text. Unknown letters stay as they are. */
export function formatTime(context: CompileContext, value: Value, format: string): Sql {
  const at = instantOf(context, value);
  const parts: Sql[] = [];
  for (const [piece] of format.matchAll(/%\d?[a-zA-Z%+]|[^%]+|%/g)) {
    parts.push(formatPiece(context, at, piece));
  }
  if (parts.length === 0) return sql`''`;
  const whole =
    parts.length === 1 ? sql`toString(${parts[0] ?? sql`''`})` : sql`concat(${join(parts, ', ')})`;
  return sql`if(isNull(${at}), NULL, ${whole})`;
}

function formatPiece({ zone }: CompileContext, at: Sql, piece: string): Sql {
  const letter = piece.startsWith('%') ? (piece.at(-1) ?? '') : '';
  const ms = sql`(toUnixTimestamp64Milli(${at}) % 1000)`;
  if (letter === '' || piece === '%') return sql`${string(piece)}`;
  if (letter === '%') return sql`'%'`;
  if (letter === 's') return sql`toString(intDiv(toUnixTimestamp64Milli(${at}), 1000))`;
  if (letter === 'f') return sql`concat(leftPad(toString(${ms}), 3, '0'), '000')`;
  if (letter === 'N' || letter === 'Q') {
    const digits = Number(/\d/.exec(piece)?.[0] ?? 3);
    return sql`rightPad(leftPad(toString(${ms}), 3, '0'), ${int64(Math.min(9, Math.max(1, digits)))}, '0')`;
  }
  if (letter === 'Z') return sql`${string(zone.name)}`;
  if (letter === 'k') return sql`toString(toHour(${at}))`;
  const engine = LETTERS[letter] ?? (SAME_LETTERS.includes(letter) || letter === 'z' ? letter : '');
  if (engine === '') return sql`${string(piece)}`;
  return sql`formatDateTime(${at}, ${string(`%${engine}`)}, ${string(zone.name)})`;
}
