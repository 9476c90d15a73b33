import { sql, string, type Sql } from '../../../../engines/store/sql.ts';
import { jsonOfList, jsonOfTexts } from '../bounded-values.ts';
import { refuse } from '../context.ts';
import { asBoolean, asText, multiOf, textOf, type Value } from '../value.ts';
import {
  argument,
  expressionAt,
  literalText,
  type CompileFunction,
  type FunctionCall,
} from './function.ts';
import { jsonValue, rawJsonValue, unquoted } from './json-path.ts';
import {
  asJson,
  commaSeparated,
  elementsAsJson,
  jsonList,
  looksLike,
  quotedJson,
  rawText,
} from './json-text.ts';
import { JSON_UPDATES } from './json-update.ts';

export const JSON_FUNCTIONS: Readonly<Record<string, CompileFunction>> = {
  ...JSON_UPDATES,
  json_object: (given) => {
    const members = given.call.arguments.flatMap((_, i) =>
      i % 2 === 0 ? [memberAt(given, i)] : [],
    );
    return asText(boundedBy(given, 0, sql`concat('{', ${separated(members)}, '}')`));
  },
  json_array: (given) => {
    const values = given.call.arguments.map((each, i) => asJson(argument(given, i), each));
    return asText(boundedBy(given, 0, jsonList(values)));
  },
  json: (given) => {
    const value = text(given, 0);
    return { kind: 'any', sql: sql`if(isValidJSON(${value}), ${value}, NULL)` };
  },
  json_extract: (given) => {
    const paths = given.call.arguments.slice(1);
    if (paths.length === 0) return asText(text(given, 0));
    if (paths.length === 1) return jsonValue(text(given, 0), pathAt(given, 1), given.call);
    const values = paths.map((place, i) => rawJsonValue(json(given), pathAt(given, i + 1), place));
    return asText(jsonList(values));
  },
  spath: (given) => jsonValue(text(given, 0), pathAt(given, 1), given.call),
  json_extract_exact: (given) => {
    const keys = given.call.arguments.slice(1);
    if (keys.length === 1) {
      const found = unquoted(rawAt(given, 1));
      return { kind: 'any', sql: sql`nullIf(nullIf(${found}, ''), 'null')` };
    }
    const values = keys.map((_, i) => sql`ifNull(nullIf(${rawAt(given, i + 1)}, ''), 'null')`);
    return asText(jsonList(values));
  },
  json_has_key_exact: (given) => asBoolean(sql`(${rawAt(given, 1)} != '')`),
  json_keys: (given) => {
    const keys = sql`arrayMap(k -> ${quotedJson(sql`k`)}, JSONExtractKeys(${json(given)}))`;
    return asText(ofObject(given, keys));
  },
  json_entries: (given) => {
    const entry = sql`concat('{"key":', ${quotedJson(sql`p.1`)}, ',"value":', p.2, '}')`;
    return asText(
      ofObject(given, sql`arrayMap(p -> ${entry}, JSONExtractKeysAndValuesRaw(${json(given)}))`),
    );
  },
  json_array_to_mv: (given) => {
    const elements = sql`JSONExtractArrayRaw(${json(given)})`;
    const each = isTrueAt(given, 1) ? sql`e` : unquoted(sql`e`);
    return {
      kind: 'multi',
      sql: sql`arrayFilter(e -> e != '', arrayMap(e -> ${each}, ${elements}))`,
    };
  },
  mv_to_json_array: (given) => {
    const list = multiOf(argument(given, 0));
    const quoted = commaSeparated(sql`arrayMap(v -> ${quotedJson(sql`v`)}, ${list})`);
    const elements = isTrueAt(given, 1) ? elementsAsJson(list) : quoted;
    const bounded = jsonOfList(list, sql`concat('[', ${elements}, ']')`);
    return asText(sql`if(empty(${list}), NULL, ${bounded})`);
  },
  json_valid: (given) => asBoolean(sql`isValidJSON(${text(given, 0)})`),
  isarray: (given) => isJson(given, '['),
  isobject: (given) => isJson(given, '{'),
};

function text(given: FunctionCall, position: number): Sql {
  return textOf(argument(given, position));
}

/** The text of the first argument, empty where it is missing. */
function json(given: FunctionCall): Sql {
  return sql`ifNull(${text(given, 0)}, '')`;
}

function pathAt(given: FunctionCall, position: number): string {
  return literalText(given, position, 'path');
}

function memberAt(given: FunctionCall, position: number): Sql {
  const written = expressionAt(given.call, position);
  const key =
    written.kind === 'text'
      ? sql`${string(JSON.stringify(written.value))}`
      : quotedJson(sql`ifNull(${text(given, position)}, '')`);
  const value = asJson(argument(given, position + 1), expressionAt(given.call, position + 1));
  return sql`${key}, ':', ${value}`;
}

function separated(parts: readonly Sql[]): Sql {
  return parts.reduce((all, part) => sql`${all}, ',', ${part}`);
}

/** The texts that go into it are not too large. Numbers and what is written in the query are not. */
function boundedBy(given: FunctionCall, from: number, made: Sql): Sql {
  const texts = given.call.arguments.slice(from).flatMap((written, i) => {
    const value = argument(given, from + i);
    const isShort = written.kind === 'text' || value.kind === 'number' || value.kind === 'boolean';
    return isShort ? [] : [rawText(value)];
  });
  return jsonOfTexts(texts, made);
}

/** The value of a key as it is written. */
function rawAt(given: FunctionCall, position: number): Sql {
  return sql`JSONExtractRaw(${json(given)}, ${string(literalText(given, position, 'key'))})`;
}

/** A list of elements; NULL unless the argument is an object. */
function ofObject(given: FunctionCall, elements: Sql): Sql {
  const value = json(given);
  const isObject = sql`${looksLike(value, '{')} AND isValidJSON(${value})`;
  const list = jsonOfTexts([value], sql`concat('[', ${commaSeparated(elements)}, ']')`);
  return sql`if(${isObject}, ${list}, NULL)`;
}

function isJson(given: FunctionCall, first: '[' | '{'): Value {
  const value = json(given);
  return asBoolean(sql`(${looksLike(value, first)} AND isValidJSON(${value}))`);
}

function isTrueAt({ call }: FunctionCall, position: number): boolean {
  const written = call.arguments[position];
  if (written === undefined) return false;
  const name = written.kind === 'call' ? written.function : '';
  if (name !== 'true' && name !== 'false') {
    throw refuse(written, `${call.function}() takes true() or false() here.`);
  }
  return name === 'true';
}
