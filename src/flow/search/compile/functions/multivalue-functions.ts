import {
  float64,
  int64,
  join,
  sql,
  string,
  uint32,
  type Sql,
} from '../../../../engines/store/sql.ts';
import { everyExpression, fieldsOf, type Call } from '../../../../language/index.ts';
import { ofLists } from '../bounded-values.ts';
import { computedOnce } from '../computed-once.ts';
import { refuse } from '../context.ts';
import { withField } from '../relation.ts';
import {
  conditionOf,
  countOf,
  multiOf,
  numberOf,
  placeOf,
  textOf,
  truth,
  wholeOf,
  type Value,
} from '../value.ts';
import {
  argument,
  expressionAt,
  literalText,
  optional,
  type CompileFunction,
  type FunctionCall,
} from './function.ts';

const VALUES_MAX = 100_000;
const NO_VALUES = sql`CAST([], 'Array(String)')`;

export const MULTIVALUE_FUNCTIONS: Readonly<Record<string, CompileFunction>> = {
  mvcount: (given) => countOf(sql`nullIf(length(${list(given, 0)}), 0)`),
  mvindex: (given) => {
    const first = whole(argument(given, 1));
    const last = optional(given, 2);
    const values = list(given, 0);
    if (last === undefined) {
      const position = sql`if(${first} < 0, ${first}, ${first} + 1)`;
      return { kind: 'text', sql: sql`arrayElementOrNull(${values}, ${position})` };
    }
    const at = (position: Sql): Sql =>
      sql`if(${position} < 0, toInt64(length(${values})) + ${position}, ${position})`;
    const from = at(first);
    const to = at(whole(last));
    const length = sql`greatest(0, ${to} - greatest(0, ${from}) + 1)`;
    return multi(sql`arraySlice(${values}, greatest(0, ${from}) + 1, ${length})`);
  },
  mvjoin: (given) => {
    const delimiter = literalText(given, 1, 'delimiter');
    const values = list(given, 0);
    const joined = sql`arrayStringConcat(${values}, ${string(delimiter)})`;
    const bounded = ofLists([values], Buffer.byteLength(delimiter), joined, sql`NULL`);
    return { kind: 'text', sql: sql`if(empty(${values}), NULL, ${bounded})` };
  },
  mvfind: (given) => {
    const regex = string(literalText(given, 1, 'regular expression'));
    const position = sql`toInt64(arrayFirstIndex(v -> match(v, ${regex}), ${list(given, 0)}))`;
    return countOf(sql`if(${position} = 0, NULL, ${position} - 1)`);
  },
  mvfilter: filterValues,
  mvmap: mapValues,
  mvdedup: (given) => multi(sql`arrayDistinct(${list(given, 0)})`),
  mvsort: (given) => multi(sql`arraySort(${list(given, 0)})`),
  mvreverse: (given) => multi(sql`arrayReverse(${list(given, 0)})`),
  mvappend: (given) => {
    const lists = given.call.arguments.map((_, i) => list(given, i));
    return multi(ofLists(lists, 0, sql`arrayConcat(${join(lists, ', ')})`, NO_VALUES));
  },
  mvzip: (given) => {
    const delimiter = given.call.arguments.length > 2 ? literalText(given, 2, 'delimiter') : ',';
    const [left, right] = [list(given, 0), list(given, 1)];
    const length = sql`least(length(${left}), length(${right}))`;
    const cut = (values: Sql): Sql => sql`arraySlice(${values}, 1, ${length})`;
    const zipped = sql`arrayMap((a, b) -> concat(a, ${string(delimiter)}, b), ${cut(left)}, ${cut(right)})`;
    return multi(ofLists([left, right], Buffer.byteLength(delimiter), zipped, NO_VALUES));
  },
  mvrange: (given) => {
    const step = optional(given, 2);
    const by = step === undefined ? sql`1` : sql`nullIf(${numberOf(step)}, 0)`;
    const start = numberOf(argument(given, 0));
    const count = sql`ceil((${numberOf(argument(given, 1))} - ${start}) / ${by})`;
    const bounded = sql`toUInt32(least(${uint32(VALUES_MAX)}, greatest(0, ifNull(${wholeOf(count)}, 0))))`;
    const value = sql`toString(assumeNotNull(${start} + i * ifNull(${by}, ${float64(1)})))`;
    return multi(sql`arrayMap(i -> ${value}, range(${bounded}))`);
  },
};

function multi(statement: Sql): Value {
  return { kind: 'multi', sql: statement };
}

function list(given: FunctionCall, position: number): Sql {
  return multiOf(argument(given, position));
}

function whole(value: Value): Sql {
  return sql`toInt64(ifNull(${placeOf(numberOf(value))}, ${int64(VALUES_MAX)}))`;
}

/** The condition uses one field, which is each of its values in turn within the condition. */
function filterValues({ context, call, compile, compileOn, relation }: FunctionCall): Value {
  refuseThirdLevel(call);
  const condition = expressionAt(call, 0);
  const names = new Set(fieldsOf(condition).map(({ name }) => name));
  const [name] = names;
  const field = fieldsOf(condition)[0];
  if (names.size !== 1 || name === undefined || field === undefined) {
    throw refuse(condition, 'mvfilter() takes a condition on exactly one field.');
  }
  const values = multiOf(compile(field));
  const each = withField(relation, name, { kind: 'text', sql: sql`v` });
  const isKept = computedOnce(context, compileOn(each, condition), (value) => ({
    kind: 'boolean',
    sql: truth(conditionOf(value)),
  }));
  return multi(sql`arrayFilter(v -> ${isKept.sql}, ${values})`);
}

/** Inside the expression, the field is each of its values in turn; values that give nothing are left out. */
function mapValues({ context, call, compile, compileOn, relation }: FunctionCall): Value {
  refuseThirdLevel(call);
  const field = expressionAt(call, 0);
  if (field.kind !== 'field') throw refuse(field, 'mvmap() takes a field and an expression.');
  const values = multiOf(compile(field));
  const each = withField(relation, field.name, { kind: 'text', sql: sql`v` });
  const result = computedOnce(context, compileOn(each, expressionAt(call, 1)), (value) => ({
    kind: 'text',
    sql: sql`ifNull(toString(${textOf(value)}), '')`,
  }));
  const mapped = sql`arrayMap(v -> ${result.sql}, ${values})`;
  return multi(sql`arrayFilter(v -> v != '', ${mapped})`);
}

/** Each level doubles the time that a store needs to understand the statement. */
function refuseThirdLevel(call: Call): void {
  const third = callsIn(call).flatMap(callsIn)[0];
  if (third !== undefined) {
    throw refuse(third, 'mvmap() and mvfilter() can be nested at most 2 levels deep.');
  }
}

/** The calls inside one that compute an expression for each value. */
function callsIn(outer: Call): Call[] {
  return outer.arguments
    .flatMap((each) => [...everyExpression(each)])
    .filter((each) => each.kind === 'call')
    .filter(({ function: name }) => name === 'mvmap' || name === 'mvfilter');
}
