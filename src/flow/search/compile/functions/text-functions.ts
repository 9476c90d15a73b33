import { sql, string, uint32, type Sql } from '../../../../engines/store/sql.ts';
import { replacedIn } from '../bounded-values.ts';
import { refuse } from '../context.ts';
import { readGroups } from '../regex-groups.ts';
import { maskBits } from '../network.ts';
import { asText, countOf, numberOf, placeOf, textOf, type Value, wholeOf } from '../value.ts';
import { formatValues } from './printf.ts';
import {
  argument,
  expressionAt,
  literalText,
  optional,
  type CompileFunction,
  type FunctionCall,
} from './function.ts';

export const TEXT_FUNCTIONS: Readonly<Record<string, CompileFunction>> = {
  len: (given) => countOf(sql`lengthUTF8(${text(given, 0)})`),
  lower: (given) => asText(sql`lowerUTF8(${text(given, 0)})`),
  upper: (given) => asText(sql`upperUTF8(${text(given, 0)})`),
  trim: (given) => trimmed(given, true, true),
  ltrim: (given) => trimmed(given, true, false),
  rtrim: (given) => trimmed(given, false, true),
  substr: (given) => {
    const start = placeOf(numberOf(argument(given, 1)));
    const first = sql`if(${start} = 0, 1, ${start})`;
    const length = optional(given, 2);
    if (length === undefined) return asText(sql`substringUTF8(${text(given, 0)}, ${first})`);
    const count = sql`least(${uint32(LENGTH_MAX)}, greatest(0, ${wholeOf(numberOf(length))}))`;
    return asText(sql`substringUTF8(${text(given, 0)}, ${first}, ${count})`);
  },
  replace: (given) => {
    const regex = literalText(given, 1, 'regular expression');
    const replacement = literalText(given, 2, 'replacement');
    const value = argument(given, 0);
    const safe = safeReplacement(replacement, regex);
    const replaced = sql`replaceRegexpAll(${textOf(value)}, ${string(regex)}, ${string(safe)})`;
    return asText(replacedIn(value, safe, replaced));
  },
  split: (given) => {
    const delimiter = literalText(given, 1, 'delimiter');
    const value = sql`ifNull(${text(given, 0)}, '')`;
    const parts = sql`splitByString(${string(delimiter)}, ${value})`;
    const isMissing = sql`isNull(${text(given, 0)})`;
    return { kind: 'multi', sql: sql`if(${isMissing}, CAST([], 'Array(String)'), ${parts})` };
  },
  urldecode: (given) => asText(sql`decodeURLComponent(${text(given, 0)})`),
  tostring: toText,
  tonumber: toNumber,
  printf: formatValues,
  ipmask: (given) => {
    const bits = maskBits(literalText(given, 0, 'mask'));
    if (bits === undefined) {
      throw refuse(expressionAt(given.call, 0), 'Expected an IPv4 mask, such as 255.255.255.0.');
    }
    const address = sql`IPv4StringToNumOrNull(${text(given, 1)})`;
    return asText(sql`IPv4NumToString(bitAnd(${address}, ${uint32(bits)}))`);
  },
  md5: (given) => asText(sql`lower(hex(MD5(${text(given, 0)})))`),
  sha1: (given) => asText(sql`lower(hex(SHA1(${text(given, 0)})))`),
  sha256: (given) => asText(sql`lower(hex(SHA256(${text(given, 0)})))`),
  sha512: (given) => asText(sql`lower(hex(SHA512(${text(given, 0)})))`),
};

function text(given: FunctionCall, position: number): Sql {
  return textOf(argument(given, position));
}

/**
 * A backslash before anything but a digit or itself would be an error in the engine, and so would the number of a
 * missing group, which is replaced by nothing.
 */
export function safeReplacement(replacement: string, regex: string): string {
  const { count } = readGroups(regex);
  return replacement.replace(/\\([\s\S]?)/g, (whole, next: string) => {
    if (/[0-9]/.test(next)) return Number(next) <= count ? whole : '';
    return next === '\\' ? whole : `\\\\${next}`;
  });
}

function trimmed(given: FunctionCall, atStart: boolean, atEnd: boolean): Value {
  const characters =
    given.call.arguments.length > 1 ? literalText(given, 1, 'characters') : ' \t\r\n';
  const all = `[${characters.replace(/[\\\]^-]/g, '\\$&')}]`;
  if (characters === '') return asText(text(given, 0));
  const ends = [...(atStart ? [`^${all}+`] : []), ...(atEnd ? [`${all}+$`] : [])];
  return asText(sql`replaceRegexpAll(${text(given, 0)}, ${string(ends.join('|'))}, '')`);
}

function toText(given: FunctionCall): Value {
  const value = argument(given, 0);
  if (given.call.arguments.length === 1) {
    if (value.kind !== 'boolean') return asText(textOf(value));
    return asText(sql`if(${value.sql}, 'True', 'False')`);
  }
  const number = numberOf(value);
  switch (literalText(given, 1, 'format').toLowerCase()) {
    case 'commas':
      return asText(withCommas(number));
    case 'duration':
      return asText(duration(number));
    default:
      return asText(sql`concat('0x', replaceRegexpAll(hex(${positive(number)}), '^0(.)', '\\1'))`);
  }
}

function withCommas(number: Sql): Sql {
  const rounded = sql`round(abs(${number}), 2)`;
  const digits = sql`reverse(toString(${wholeOf(rounded)}))`;
  const grouped = sql`reverse(trimRight(replaceRegexpAll(${digits}, '(\\d{3})', '\\1,'), ','))`;
  const fraction = wholeOf(sql`round((${rounded} - trunc(${rounded})) * 100)`);
  const behind = sql`if(${fraction} = 0, '', concat('.', leftPad(toString(${fraction}), 2, '0')))`;
  return sql`concat(if(${number} < 0, '-', ''), ${grouped}, ${behind})`;
}

/** Returns a whole number, 0 for negative ones; NULL if it is not a number. */
function positive(number: Sql): Sql {
  return sql`accurateCastOrNull(trunc(greatest(0, ${number})), 'UInt64')`;
}

function duration(number: Sql): Sql {
  const seconds = positive(number);
  const two = (part: Sql): Sql => sql`leftPad(toString(${part}), 2, '0')`;
  const days = sql`intDiv(${seconds}, 86400)`;
  const parts = [
    two(sql`intDiv(${seconds} % 86400, 3600)`),
    two(sql`intDiv(${seconds} % 3600, 60)`),
    two(sql`${seconds} % 60`),
  ];
  const [hours = sql``, minutes = sql``, rest = sql``] = parts;
  return sql`concat(if(${days} = 0, '', concat(toString(${days}), '+')), ${hours}, ':', ${minutes}, ':', ${rest})`;
}

function toNumber(given: FunctionCall): Value {
  const value = argument(given, 0);
  const base = given.call.arguments.length > 1 ? Number(literalText(given, 1, 'base')) : 10;
  if (base === 10) return { kind: 'number', sql: numberOf(value) };
  if (!Number.isInteger(base) || base < 2 || base > 36) {
    throw refuse(expressionAt(given.call, 1), 'The base must be an integer from 2 to 36.');
  }
  const digits = '0123456789abcdefghijklmnopqrstuvwxyz'.slice(0, base);
  const lowered = sql`lower(${textOf(value)})`;
  const isNumber = sql`match(${lowered}, ${string(`^[${digits}]{1,${DIGITS_MAX}}$`)})`;
  const characters = sql`splitByString('', ifNull(${lowered}, ''))`;
  const step = sql`(total, digit) -> toFloat64(total * ${uint32(base)} + position(${string(digits)}, digit) - 1)`;
  const folded = sql`arrayFold(${step}, ${characters}, toFloat64(0))`;
  return { kind: 'number', sql: sql`if(ifNull(${isNumber}, 0), ${folded}, NULL)` };
}

/** No text is longer. */
const LENGTH_MAX = 0x7f_ff_ff_ff;

/** A longer number cannot be represented exactly in any base. */
const DIGITS_MAX = 53;
