/** Changes within JSON: `json_set` and its like. The text is written anew along the path, level by level. */
import { sql, string, uint32, type Sql } from '../../../../engines/store/sql.ts';
import { jsonOfTexts } from '../bounded-values.ts';
import { computedOnce } from '../computed-once.ts';
import { refuse } from '../context.ts';
import { asText, textOf, type Value } from '../value.ts';
import {
  argument,
  expressionAt,
  literalText,
  type CompileFunction,
  type FunctionCall,
} from './function.ts';
import { readPath, type Step } from './json-path.ts';
import { asJson, commaSeparated, looksLike, quotedJson, rawText } from './json-text.ts';

/** What becomes of the JSON at the end of a path; empty where there is none, or is to be none. */
type Change = (old: Sql, value: Sql) => Sql;

const set: Change = (_old, value) => value;
const append: Change = (old, value) => longer(old, sql`[${value}]`);
const extend: Change = (old, value) =>
  longer(old, sql`if(startsWith(${value}, '['), JSONExtractArrayRaw(${value}), [${value}])`);
const remove: Change = () => sql`''`;

export const JSON_UPDATES: Readonly<Record<string, CompileFunction>> = {
  json_set: (given) => inPairs(given, pathAt, set),
  json_set_exact: (given) => inPairs(given, keyAt, set),
  json_append: (given) => inPairs(given, pathAt, append),
  json_extend: (given) => inPairs(given, pathAt, extend),
  json_delete: (given) => {
    const paths = given.call.arguments.slice(1).map((_, i) => pathAt(given, i + 1));
    return changed(
      given,
      paths.map((steps) => [steps, sql`''`] as const),
      [],
      remove,
    );
  },
};

function inPairs(
  given: FunctionCall,
  stepsAt: (given: FunctionCall, position: number) => Step[],
  change: Change,
): Value {
  const pairs = given.call.arguments.slice(1).flatMap((_, i) => {
    if (i % 2 !== 0) return [];
    const value = argument(given, i + 2);
    return [
      { steps: stepsAt(given, i + 1), value, json: asJson(value, expressionAt(given.call, i + 2)) },
    ];
  });
  const texts = pairs.map(({ value }) => rawText(value));
  return changed(
    given,
    pairs.map(({ steps, json }) => [steps, json] as const),
    texts,
    change,
  );
}

/** One change after the other, each of the result of the one before. */
function changed(
  given: FunctionCall,
  changes: readonly (readonly [steps: readonly Step[], value: Sql])[],
  texts: readonly Sql[],
  change: Change,
): Value {
  const json = textOf(argument(given, 0));
  const isJson = sql`${looksLike(json, '[{')} AND isValidJSON(${json})`;
  const start = asText(sql`if(${isJson}, assumeNotNull(${json}), '')`);
  const result = changes.reduce(
    (before, [steps, value]) =>
      computedOnce(given.context, before, ({ sql: old }) =>
        asText(updated(sql`assumeNotNull(${old})`, steps, (each) => change(each, value))),
      ),
    start,
  );
  return asText(jsonOfTexts([json, ...texts], sql`nullIf(${result.sql}, '')`));
}

function updated(
  json: Sql,
  [step, ...rest]: readonly Step[],
  change: (old: Sql) => Sql,
  mayBeMade = false,
): Sql {
  if (step === undefined || step === 'all') return change(json);
  if ('index' in step) {
    const elements = sql`JSONExtractArrayRaw(${json})`;
    const place = uint32(step.index + 1);
    const inner = updated(sql`arrayElement(${elements}, ${place})`, rest, change, true);
    const before = sql`arraySlice(${elements}, 1, ${uint32(step.index)})`;
    const behind = sql`arraySlice(${elements}, ${uint32(step.index + 2)}, length(${elements}))`;
    const list = sql`arrayConcat(${before}, ${unlessEmpty(inner)}, ${behind})`;
    const isThere = sql`length(${elements}) >= ${place}`;
    return sql`if(${isThere}, concat('[', ${commaSeparated(list)}, ']'), ${json})`;
  }
  const key = string(step.key);
  const inner = updated(sql`JSONExtractRaw(${json}, ${key})`, rest, change, true);
  const others = sql`arrayFilter(p -> p.1 != ${key}, JSONExtractKeysAndValuesRaw(${json}))`;
  const kept = sql`arrayMap(p -> concat(${quotedJson(sql`p.1`)}, ':', p.2), ${others})`;
  const added = sql`arrayMap(n -> concat(${string(`${JSON.stringify(step.key)}:`)}, n), ${unlessEmpty(inner)})`;
  const members = commaSeparated(sql`arrayConcat(${kept}, ${added})`);
  const isObject = mayBeMade ? sql`match(${json}, ${string(MISSING)})` : looksLike(json, '{');
  return sql`if(${isObject}, concat('{', ${members}, '}'), ${json})`;
}

/** An object, or nothing, in place of which one is made. */
const MISSING = '^(?:null)?$|^[{]';

/** A list of the text, or none. */
function unlessEmpty(text: Sql): Sql {
  return sql`arrayFilter(n -> n != '', [${text}])`;
}

/** A list with more elements; anything else stays as it is. */
function longer(old: Sql, elements: Sql): Sql {
  const list = commaSeparated(sql`arrayConcat(JSONExtractArrayRaw(${old}), ${elements})`);
  return sql`if(startsWith(${old}, '['), concat('[', ${list}, ']'), ${old})`;
}

function pathAt(given: FunctionCall, position: number): Step[] {
  const place = expressionAt(given.call, position);
  const steps = readPath(literalText(given, position, 'path'), place);
  if (steps.includes('all')) {
    throw refuse(
      place,
      `${given.call.function}() can’t change all elements of a list. Write {0} for the first.`,
    );
  }
  return steps;
}

function keyAt(given: FunctionCall, position: number): Step[] {
  return [{ key: literalText(given, position, 'key') }];
}
