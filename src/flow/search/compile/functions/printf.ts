/** `printf`: the format is literal, so that every conversion is known before a row is read. */
import { sql, string, uint32, type Sql } from '../../../../engines/store/sql.ts';
import type { Expression } from '../../../../language/index.ts';
import { concatenated } from '../bounded-values.ts';
import { refuse } from '../context.ts';
import { asText, numberOf, textOf, type Value, wholeOf } from '../value.ts';
import { argument, expressionAt, literalText, type FunctionCall } from './function.ts';

interface Conversion {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly letter: string;
}

/** A longer one would fill a row with blanks. */
const WIDTH_MAX = 1_000;
/** A number has no more digits behind the point. */
const DIGITS_MAX = 30;

const PIECE = /%%|%([-+ 0#']*)(\d*)(?:\.(\d*))?([a-zA-Z])|[^%]+|%/g;

export function formatValues(given: FunctionCall): Value {
  const place = expressionAt(given.call, 0);
  const pieces = readFormat(literalText(given, 0, 'format'), place);
  const conversions = pieces.filter((piece) => typeof piece !== 'string').length;
  const values = given.call.arguments.length - 1;
  if (conversions !== values) {
    const message = `The format needs ${conversions} values after it, but there are ${values}.`;
    throw refuse(place, message);
  }
  if (pieces.length === 0) return asText(sql`''`);
  let position = 0;
  const parts = pieces.map((piece): readonly [Expression, Value] => {
    if (typeof piece === 'string') return [place, asText(sql`${string(piece)}`)];
    position += 1;
    const value = argument(given, position);
    const isText = 'sz'.includes(piece.letter);
    // What is written of a number is never long.
    const written = isText ? expressionAt(given.call, position) : place;
    return [written, asText(isText ? formatText(piece, value) : formatNumber(piece, value))];
  });
  return asText(concatenated(given.relation, [[place, asText(sql`''`)], ...parts]));
}

function readFormat(format: string, place: Expression): (string | Conversion)[] {
  return [...format.matchAll(PIECE)].map(([text, flags = '', width = '', precision, letter]) => {
    if (text === '%%') return '%';
    if (letter === undefined && text !== '%') return text;
    const digits = precision === undefined ? undefined : Number(precision);
    const isText = letter !== undefined && 'szc'.includes(letter);
    const isGood =
      letter !== undefined &&
      /[diuoxXfFeEgGszc]/.test(letter) &&
      Number(width) <= WIDTH_MAX &&
      (digits ?? 0) <= (isText ? WIDTH_MAX : DIGITS_MAX) &&
      !(flags.includes("'") && !'diu'.includes(letter));
    if (!isGood) {
      const message = `\`${text}\` isn’t supported by printf(). Use %d, %u, %f, %e, %g, %x, %o, %s or %c, with a width up to ${WIDTH_MAX} and up to ${DIGITS_MAX} decimal places. Write a percent sign as %%.`;
      throw refuse(place, message);
    }
    return { flags, width: Number(width), precision: digits, letter };
  });
}

function formatText({ flags, width, precision }: Conversion, value: Value): Sql {
  const text = textOf(value);
  const cut = precision === undefined ? text : sql`leftUTF8(${text}, ${uint32(precision)})`;
  return padded(cut, width, flags.includes('-'));
}

function padded(text: Sql, width: number, isLeft: boolean): Sql {
  if (width === 0) return text;
  const blanks = sql`repeat(' ', greatest(0, ${uint32(width)} - toInt64(lengthUTF8(${text}))))`;
  return isLeft ? sql`concat(${text}, ${blanks})` : sql`concat(${blanks}, ${text})`;
}

function formatNumber(conversion: Conversion, value: Value): Sql {
  const { flags, width, precision, letter } = conversion;
  if (letter === 'c') {
    return padded(sql`leftUTF8(${textOf(value)}, 1)`, width, flags.includes('-'));
  }
  if (flags.includes("'")) return grouped(conversion, wholeOf(numberOf(value)));
  const shown = [
    `%${[...new Set(flags)].join('')}`,
    width === 0 ? '' : width,
    precision === undefined ? '' : `.${precision}`,
    letter === 'i' ? 'd' : letter,
  ].join('');
  const isWhole = 'diuoxX'.includes(letter);
  const number = numberOf(value);
  const finite = sql`if(isFinite(${number}), ${number}, NULL)`;
  return sql`printf(${string(shown)}, ${isWhole ? wholeOf(number) : finite})`;
}

/** Thousands are separated by commas. */
function grouped({ flags, width, precision, letter }: Conversion, whole: Sql): Sql {
  const digits = sql`printf(${string(`%.${precision ?? 1}d`)}, abs(${whole}))`;
  const inThrees = sql`replaceRegexpAll(reverse(${digits}), '(\\d{3})', '\\1,')`;
  const [positive = ''] = letter === 'u' ? [] : (/[+ ]/.exec(flags) ?? []);
  const sign = sql`if(${whole} < 0, '-', ${string(positive)})`;
  const text = sql`concat(${sign}, reverse(trimRight(${inThrees}, ',')))`;
  return padded(text, width, flags.includes('-'));
}
