import { join, sql, string, type Sql } from '../../../../engines/store/sql.ts';
import { parseSearch } from '../../../../language/index.ts';
import { refuse } from '../context.ts';
import { compareValues } from '../compare-values.ts';
import { inNetwork, isNetwork } from '../network.ts';
import { searchCondition } from '../search-condition.ts';
import {
  asBoolean,
  asList,
  conditionOf,
  existsSql,
  isListOf,
  multiOf,
  NULL_TEXT,
  numberOf,
  textOf,
  truth,
  unify,
  type Value,
} from '../value.ts';
import {
  argument,
  expressionAt,
  literalText,
  type CompileFunction,
  type FunctionCall,
} from './function.ts';

export const CONDITION_FUNCTIONS: Readonly<Record<string, CompileFunction>> = {
  if: (given) => {
    const { kind, parts } = unify([argument(given, 1), argument(given, 2)]);
    const [then = sql`NULL`, otherwise = sql`NULL`] = parts;
    return { kind, sql: sql`if(${truth(conditionOf(argument(given, 0)))}, ${then}, ${otherwise})` };
  },
  case: (given) => firstOf(given, (condition) => condition),
  validate: (given) => firstOf(given, (condition) => sql`NOT (${condition})`),
  coalesce: (given) => {
    const { kind, parts } = unify(given.call.arguments.map((_, i) => argument(given, i)));
    if (kind !== 'multi') return { kind, sql: sql`coalesce(${join(parts, ', ')})` };
    const branches = parts.flatMap((part) => [sql`notEmpty(${part})`, part]);
    return { kind, sql: sql`multiIf(${join(branches, ', ')}, CAST([], 'Array(String)'))` };
  },
  nullif: (given) => {
    const [value, unwanted] = [argument(given, 0), argument(given, 1)];
    const isSame = truth(compareValues('=', value, unwanted, expressionAt(given.call, 1)));
    if (value.kind === 'multi') return value;
    return { kind: value.kind, sql: sql`if(${isSame}, NULL, ${value.sql})` };
  },
  null: () => NULL_TEXT,
  true: () => ({ kind: 'boolean', sql: sql`true` }),
  false: () => ({ kind: 'boolean', sql: sql`false` }),
  isnull: (given) => asBoolean(sql`NOT ${existsSql(argument(given, 0))}`),
  isnotnull: (given) => asBoolean(existsSql(argument(given, 0))),
  isnum: (given) =>
    asBoolean(isQuoted(given) ? sql`false` : sql`isNotNull(${numberOf(argument(given, 0))})`),
  isstr: (given) => {
    const value = argument(given, 0);
    if (isQuoted(given)) return asBoolean(sql`true`);
    return asBoolean(sql`(${existsSql(value)} AND isNull(${numberOf(value)}))`);
  },
  isint: (given) => {
    if (isQuoted(given)) return asBoolean(sql`false`);
    const number = numberOf(argument(given, 0));
    return asBoolean(truth(sql`${number} = trunc(${number})`));
  },
  isdouble: (given) => {
    if (isQuoted(given)) return asBoolean(sql`false`);
    const number = numberOf(argument(given, 0));
    return asBoolean(truth(sql`${number} != trunc(${number})`));
  },
  isbool: (given) => {
    const value = argument(given, 0);
    return asBoolean(value.kind === 'boolean' ? existsSql(value) : sql`false`);
  },
  ismv: (given) => asBoolean(sql`(length(${multiOf(argument(given, 0))}) > 1)`),
  typeof: (given) => {
    if (isQuoted(given)) return { kind: 'text', sql: sql`'String'` };
    const none = expressionAt(given.call, 0).kind === 'field' ? sql`'Invalid'` : sql`'Null'`;
    return { kind: 'text', sql: typeOf(argument(given, 0), none) };
  },
  like: (given) => asBoolean(sql`(${text(given, 0)} LIKE ${patternAt(given, 1)})`),
  match: (given) => {
    const regex = literalText(given, 1, 'regular expression');
    return asBoolean(sql`match(${text(given, 0)}, ${string(regex)})`);
  },
  cidrmatch: (given) => {
    const network = literalText(given, 0, 'network');
    if (!isNetwork(network)) {
      throw refuse(expressionAt(given.call, 0), 'Expected a CIDR range, such as 10.0.0.0/8.');
    }
    return asBoolean(inNetwork(text(given, 1), network));
  },
  searchmatch: ({ context, relation, call }) => {
    const written = expressionAt(call, 0);
    const search = written.kind === 'text' ? parseSearch(written.value) : undefined;
    if (search === undefined) throw refuse(written, 'searchmatch() takes a search in quotes.');
    return asBoolean(searchCondition(context, relation, search));
  },
};

/** The value that follows the first condition that passes the test; NULL if none does. */
function firstOf(given: FunctionCall, test: (condition: Sql) => Sql): Value {
  const values = given.call.arguments.map((_, i) => argument(given, i));
  const conditions = values.filter((_, i) => i % 2 === 0);
  const { kind, parts } = unify([...values.filter((_, i) => i % 2 === 1), NULL_TEXT]);
  const branches = parts
    .slice(0, -1)
    .flatMap((part, i) => [truth(test(conditionAt(conditions[i]))), part]);
  return { kind, sql: sql`multiIf(${join([...branches, parts.at(-1) ?? sql`NULL`], ', ')})` };
}

/** A quoted string is always a string, even if it looks like a number. */
function isQuoted({ call }: FunctionCall): boolean {
  return expressionAt(call, 0).kind === 'text';
}

function conditionAt(value: Value | undefined): Sql {
  return value === undefined ? sql`0` : conditionOf(value);
}

function text(given: FunctionCall, position: number): Sql {
  return textOf(argument(given, position));
}

/** A trailing backslash, which would escape nothing, is taken literally. */
function patternAt(given: FunctionCall, position: number): Sql {
  const written = expressionAt(given.call, position);
  if (written.kind === 'text') {
    const [quotes = ''] = /\\*$/.exec(written.value) ?? [];
    return sql`${string(quotes.length % 2 === 0 ? written.value : `${written.value}\\`)}`;
  }
  const pattern = text(given, position);
  const isOpen = sql`length(extract(${pattern}, ${string('\\\\*$')})) % 2 = 1`;
  return sql`concat(${pattern}, if(${isOpen}, ${string('\\')}, ''))`;
}

/** `none` is the type of a missing value. */
function typeOf(value: Value, none: Sql): Sql {
  if (value === NULL_TEXT) return none;
  switch (value.kind) {
    case 'number':
    case 'time':
      return sql`if(isNull(${value.sql}), ${none}, 'Number')`;
    case 'boolean':
      return sql`if(isNull(${value.sql}), ${none}, 'Boolean')`;
    case 'multi':
      return sql`multiIf(empty(${value.sql}), ${none}, length(${value.sql}) = 1, 'String', 'Multivalue')`;
    case 'text':
    case 'any': {
      const isNumber = sql`isNotNull(toFloat64OrNull(${value.sql}))`;
      const single = sql`multiIf(isNull(${value.sql}), ${none}, ${isNumber}, 'Number', 'String')`;
      if (!value.mayBeList) return single;
      return sql`if(${isListOf(value)}, ${typeOf(asList(value), none)}, ${single})`;
    }
  }
}
