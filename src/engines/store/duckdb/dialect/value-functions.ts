/** Functions that choose between values, or change nothing but what ClickHouse takes them for. */
import { computedOnce } from './computed-once.ts';
import { argumentAt, itself, knownText, text, written, wrongUse } from './arguments.ts';
import { orNull } from './list-functions.ts';
import type { Expression } from './tree.ts';
import { commonType, isList, isMap, listOf, TEXTS, type ValueType } from './value-type.ts';
import { quoteName, type CallSite, type WriteFunction, type Written } from './writer.ts';

export const VALUE_FUNCTIONS: Readonly<Record<string, WriteFunction>> = {
  if: (site) => choice(site),
  multiIf: (site) => choice(site),
  ifNull: (site) => {
    const value = written(site, 0);
    const instead = argumentAt(site, 1);
    if (value.type === 'flag' && instead.kind === 'number') {
      return {
        text: `coalesce(${value.text}, ${instead.text === '0' ? 'FALSE' : 'TRUE'})`,
        type: 'flag',
      };
    }
    return firstPresent(site);
  },
  coalesce: (site) => firstPresent(site),
  nullIf: (site) => {
    const unwanted = text(site, 1);
    const value = unwanted === "''" ? orNull(site, argumentAt(site, 0)) : written(site, 0);
    const present = computedOnce(value.text, (each) => `nullif(${each}, ${unwanted})`);
    return { text: present, type: value.type };
  },
  isNull: (site) => ({ text: `(${text(site, 0)} IS NULL)`, type: 'flag' }),
  isNotNull: (site) => ({ text: `(${text(site, 0)} IS NOT NULL)`, type: 'flag' }),
  assumeNotNull: itself,
  toNullable: itself,
  materialize: itself,
  // It only lets ClickHouse leave out what an index excludes; `logs-read.ts` tells it to the reader.
  indexHint: () => ({ text: 'TRUE', type: 'flag' }),
  CAST: cast,
  transform,
};

function choice(site: CallSite): Written {
  const { writer, scope, call } = site;
  const results: Written[] = [];
  let branches = '';
  let at = 0;
  for (; at + 1 < call.arguments.length; at += 2) {
    const result = written(site, at + 1);
    const condition = writer.condition(argumentAt(site, at), scope, true);
    branches += ` WHEN ${condition} THEN ${result.text}`;
    results.push(result);
  }
  const otherwise = written(site, at);
  results.push(otherwise);
  return {
    text: `CASE${branches} ELSE ${otherwise.text} END`,
    type: commonType(results.map(({ type }) => type)),
  };
}

function firstPresent(site: CallSite): Written {
  const all = site.call.arguments.map((_, i) => written(site, i));
  return {
    text: `coalesce(${all.map((each) => each.text).join(', ')})`,
    type: commonType(all.map(({ type }) => type)),
  };
}

const PAIRS: ValueType = listOf({ kind: 'tuple', of: ['text', 'text'] });

function cast(site: CallSite): Written {
  const value = argumentAt(site, 0);
  const to = knownText(site, 1).replaceAll(/Nullable\(([^()]+(?:\([^()]*\))?)\)/g, '$1');
  const as = (type: string, valueTypeThen: ValueType): Written => ({
    text: `CAST(${text(site, 0)} AS ${type})`,
    type: valueTypeThen,
  });
  switch (to) {
    case 'String':
      return as('VARCHAR', 'text');
    case 'Float64':
      return as('DOUBLE', 'float');
    case "DateTime64(3, 'UTC')":
      return as('TIMESTAMP', 'time');
    case 'Array(String)':
      return as('VARCHAR[]', TEXTS);
    case 'Map(String, String)': {
      const given = written(site, 0);
      return isList(given.type)
        ? { text: `ch_map(${given.text})`, type: { kind: 'map', of: 'text' } }
        : as('MAP(VARCHAR, VARCHAR)', { kind: 'map', of: 'text' });
    }
    case 'Map(String, Array(String))':
      return as('MAP(VARCHAR, VARCHAR[])', { kind: 'map', of: TEXTS });
    case 'Array(Tuple(String, String))': {
      if (value.kind === 'list' && value.items.length === 0) {
        return as('STRUCT(t1 VARCHAR, t2 VARCHAR)[]', PAIRS);
      }
      const given = written(site, 0);
      return isMap(given.type)
        ? { text: `ch_pairs(${given.text})`, type: PAIRS }
        : { text: given.text, type: PAIRS };
    }
    default:
      throw wrongUse(site.call);
  }
}

/**
 * The text at the same index of the second list as the given one in the first; both belong to a table sent with the
 * query. A subquery becomes a hash join. Lambdas cannot contain one, so the lists are joined to the source as a map,
 * whose keys are compared one by one.
 */
function transform(site: CallSite): Written {
  const { scope } = site;
  const [from, keys] = sentList(site, argumentAt(site, 1));
  const [same, values] = sentList(site, argumentAt(site, 2));
  if (from !== same) throw wrongUse(site.call);
  const key = text(site, 0);
  const otherwise = text(site, 3);
  if (scope.variables.size === 0) {
    const lists = `SELECT unnest(${keys}) AS "sent key", unnest(${values}) AS "sent value" FROM ${from}`;
    const found = `(SELECT "sent value" FROM (${lists}) WHERE "sent key" = ${key})`;
    return { text: `coalesce(${found}, ${otherwise})`, type: 'text' };
  }
  const map = quoteName(`${keys} to ${values} of ${from}`);
  scope.sentMaps.set(map, `(SELECT map(${keys}, ${values}) AS ${map} FROM ${from})`);
  return { text: `coalesce(${map}[${key}], ${otherwise})`, type: 'text' };
}

/** `(SELECT list1 FROM sent1)` */
function sentList(site: CallSite, expression: Expression): [table: string, list: string] {
  const select = expression.kind === 'query' ? expression.query.selects[0] : undefined;
  const item = select?.items[0];
  const list = item?.kind === 'expression' ? item.expression : undefined;
  const from = select?.from;
  const isOne = expression.kind === 'query' && expression.query.selects.length === 1;
  if (!isOne || from?.kind !== 'table' || list?.kind !== 'name' || !/^list\d+$/.test(list.name)) {
    throw wrongUse(site.call);
  }
  if (!site.writer.isSent(from.name)) throw wrongUse(site.call);
  return [quoteName(from.name), list.name];
}
