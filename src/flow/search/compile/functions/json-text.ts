/** Values as JSON text. */
import { join, sql, string, type Sql } from '../../../../engines/store/sql.ts';
import type { Expression } from '../../../../language/index.ts';
import { multiOf, numberOf, textOf, type Value } from '../value.ts';

/** A number as JSON has it: no leading zeros, no blanks, and all of its digits are kept. */
const NUMBER = '^-?(?:0|[1-9][0-9]{0,17})(?:[.][0-9]{1,18})?$';

/** A text in quotes. The engine also escapes slashes, which need not be. */
export function quotedJson(text: Sql): Sql {
  return sql`replaceAll(toJSONString(${text}), '\\\\/', '/')`;
}

/** A value as JSON; never NULL. What is JSON already stays as it is, unless it is quoted in the query. */
export function asJson(value: Value, written: Expression): Sql {
  if (written.kind === 'text') return sql`${string(JSON.stringify(written.value))}`;
  switch (value.kind) {
    case 'boolean':
      return sql`multiIf(isNull(${value.sql}), 'null', ${value.sql}, 'true', 'false')`;
    case 'number':
    case 'time': {
      const number = numberOf(value);
      return sql`if(isFinite(${number}), ifNull(toString(${number}), 'null'), 'null')`;
    }
    case 'multi':
      return sql`concat('[', ${elementsAsJson(value.sql)}, ']')`;
    case 'text':
    case 'any': {
      // What a function gives as a string is one.
      const mayBeNumber = value.kind === 'any' || value.mayBeList === true || value.isBase === true;
      return textAsJson(textOf(value), mayBeNumber);
    }
  }
}

/** The values of a list as JSON, separated by commas. */
export function elementsAsJson(list: Sql): Sql {
  return commaSeparated(sql`arrayMap(v -> ${textAsJson(sql`v`, true)}, ${list})`);
}

export function commaSeparated(list: Sql): Sql {
  return sql`arrayStringConcat(${list}, ',')`;
}

export function jsonList(parts: readonly Sql[]): Sql {
  const between = parts.flatMap((part, i) => (i === 0 ? [part] : [sql`','`, part]));
  return sql`concat(${join([sql`'['`, ...between, sql`']'`], ', ')})`;
}

/** An array or an object, by its first character. */
export function looksLike(text: Sql, first: '{' | '[' | '[{'): Sql {
  return sql`match(${text}, ${string(`^\\s*[${first.replace('[', '\\[')}]`)})`;
}

function textAsJson(text: Sql, mayBeNumber: boolean): Sql {
  const branches = [
    sql`isNull(${text}), 'null'`,
    sql`${looksLike(text, '[{')} AND isValidJSON(${text}), ${text}`,
    ...(mayBeNumber ? [sql`match(${text}, ${string(NUMBER)}), ${text}`] : []),
  ];
  return sql`ifNull(multiIf(${join(branches, ', ')}, ${quotedJson(text)}), 'null')`;
}

/** The same value for callers that need its length. */
export function rawText(value: Value): Sql {
  return value.kind === 'multi' ? sql`arrayStringConcat(${multiOf(value)}, ' ')` : textOf(value);
}
