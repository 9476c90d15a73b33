/**
 * Aggregate functions, with the suffixes of ClickHouse: `If` takes a condition as the last argument, `OrNull` returns
 * NULL if there are no rows, `Array` treats the elements of lists as rows.
 */
import { argumentAt, knownNumber, wrongUse } from './arguments.ts';
import { eventKey } from './event-order.ts';
import { FUNCTIONS } from './functions.ts';
import { emptyOf, tupleOf } from './list-functions.ts';
import { withoutNan } from './not-a-number.ts';
import { UntranslatableStatement } from './untranslatable-statement.ts';
import type { Expression } from './tree.ts';
import { elementType, listOf, TEXTS, type ValueType } from './value-type.ts';
import { writeOneByOne } from './write-one-by-one.ts';
import type { CallSite, Written } from './writer.ts';

/** Undefined when the function is none of several rows. */
export function writeAggregate(site: CallSite, over: string): Written | undefined {
  const { call, scope, writer } = site;
  if (call.name === 'row_number') return { text: `row_number()${over}`, type: 'integer' };
  if (call.name === 'lagInFrame') return lag(site, over);
  const named = readName(call.name);
  if (named === undefined) return undefined;
  const { base, isConditional, isOrNull, isOfLists } = named;
  const condition = isConditional
    ? writeOneByOne(writer, argumentAt(site, call.arguments.length - 1), scope)
    : undefined;
  const given = isConditional ? call.arguments.slice(0, -1) : call.arguments;
  const aggregate: Aggregate = { site, given, condition, isOrNull, over };
  const write = isOfLists ? OF_LISTS.get(base) : OF_ROWS.get(base);
  if (write === undefined) throw wrongUse(call);
  return write(aggregate);
}

/** Whether it is a function of several rows by its name. */
export function isAggregate(name: string): boolean {
  return !FUNCTIONS.has(name) && readName(name) !== undefined;
}

interface Aggregate {
  readonly site: CallSite;
  /** The arguments without the condition. */
  readonly given: readonly Expression[];
  readonly condition: string | undefined;
  readonly isOrNull: boolean;
  /** ` OVER (…)`, or nothing. */
  readonly over: string;
}

interface AggregateName {
  readonly base: string;
  readonly isConditional: boolean;
  readonly isOrNull: boolean;
  readonly isOfLists: boolean;
}

function readName(name: string): AggregateName | undefined {
  const found = { isConditional: false, isOrNull: false, isOfLists: false };
  let base = name;
  while (!OF_ROWS.has(base)) {
    if (base.endsWith('If')) [base, found.isConditional] = [base.slice(0, -2), true];
    else if (base.endsWith('OrNull')) [base, found.isOrNull] = [base.slice(0, -6), true];
    else if (base.endsWith('Array')) [base, found.isOfLists] = [base.slice(0, -5), true];
    else return undefined;
  }
  return { base, ...found };
}

type WriteAggregate = (aggregate: Aggregate) => Written;

const OF_ROWS = new Map<string, WriteAggregate>(
  Object.entries({
    count: (all) => ({ text: countOf(all), type: 'integer' }),
    sum: (all) => {
      const value = argument(all, 0);
      if (value.type === 'float') return orEmpty(all, applied(all, 'sum', [value.text]), 'float');
      // DuckDB's sums of integers have twice the size, which would be unexpected in a result.
      const sum = `CAST(${applied(all, 'sum', [value.text])} AS ${value.type === 'unknown' ? 'DOUBLE' : 'BIGINT'})`;
      return orEmpty(all, sum, value.type === 'unknown' ? 'float' : 'integer');
    },
    avg: (all) => ({ text: applied(all, 'avg', [argument(all, 0).text]), type: 'float' }),
    min: ofSameType('min'),
    max: ofSameType('max'),
    any: (all) => onePick(all, 'first'),
    anyLast: (all) => onePick(all, 'last'),
    argMin: (all) => pickBy(all, 'arg_min'),
    argMax: (all) => pickBy(all, 'arg_max'),
    uniq: (all) => distinctCount(all),
    uniqExact: (all) => distinctCount(all),
    stddevSamp: spread('stddev_samp'),
    stddevPop: spread('stddev_pop'),
    varSamp: spread('var_samp'),
    varPop: spread('var_pop'),
    // The estimate of ClickHouse is a value of the set, too, as long as there are few of them.
    quantileTDigest: (all) => quantile(all, 'quantile_disc'),
    quantileExactInclusive: (all) => quantile(all, 'quantile_cont'),
    median: (all) => quantile(all, 'quantile_cont'),
    groupArray: (all) => {
      const value = argument(all, 0);
      const list = `coalesce(${applied(all, 'list', [value.text], value.text)}, [])`;
      return { text: cut(all, list), type: listOf(value.type) };
    },
    groupUniqArray: (all) => {
      const value = argument(all, 0);
      const list = applied(all, 'list', [`DISTINCT ${value.text}`], value.text);
      return { text: `coalesce(${list}, [])`, type: listOf(value.type) };
    },
    groupArraySorted: (all) => {
      const value = withEventKey(all) ?? argument(all, 0);
      const count = String(parameterAt(all, 0));
      return {
        text: `coalesce(${applied(all, 'min', [value.text, count])}, [])`,
        type: listOf(value.type),
      };
    },
    topK: (all) => {
      if (parameterAt(all, 0) !== 1) throw wrongUse(all.site.call);
      const value = argument(all, 0);
      const most = applied(all, 'mode', [value.text]);
      return {
        text: `list_filter([${most}], lambda each: each IS NOT NULL)`,
        type: listOf(value.type),
      };
    },
    approx_top_k: (all) => {
      const counts = applied(all, 'histogram', [argument(all, 0).text]);
      return { text: `ch_top(${counts}, ${parameterAt(all, 0)})`, type: listOf('unknown') };
    },
  } satisfies Record<string, WriteAggregate>),
);

const OF_LISTS = new Map<string, WriteAggregate>(
  Object.entries({
    sum: ofElements('sum', 'float'),
    avg: ofElements('avg', 'float'),
    min: ofSameElements('min'),
    max: ofSameElements('max'),
    stddevSamp: spreadOfElements('stddev_samp'),
    stddevPop: spreadOfElements('stddev_pop'),
    varSamp: spreadOfElements('var_samp'),
    varPop: spreadOfElements('var_pop'),
    quantileTDigest: (all) => quantileOfElements(all, 'quantile_disc'),
    quantileExactInclusive: (all) => quantileOfElements(all, 'quantile_cont'),
    topK: (all) => {
      if (parameterAt(all, 0) !== 1) throw wrongUse(all.site.call);
      const { text, type } = elements(all);
      const most = `list_aggregate(${text}, 'mode')`;
      return { text: `list_filter([${most}], lambda each: each IS NOT NULL)`, type };
    },
    uniq: (all) => ({
      text: `coalesce(len(list_distinct(${elements(all).text})), 0)`,
      type: 'integer',
    }),
    uniqExact: (all) => ({
      text: `coalesce(len(list_distinct(${elements(all).text})), 0)`,
      type: 'integer',
    }),
    groupArray: (all) => {
      const { text, type } = elements(all);
      return { text: cut(all, `coalesce(${text}, [])`), type };
    },
    groupUniqArray: (all) => {
      const single = singleElement(all.given[0]);
      if (single !== undefined && all.site.call.over === undefined) {
        const value = all.site.writer.write(single, all.site.scope);
        const list = applied(all, 'list', [`DISTINCT ${value.text}`], value.text);
        return { text: `coalesce(${list}, [])`, type: TEXTS };
      }
      const { text, type } = elements(all);
      return { text: `coalesce(list_distinct(${text}), [])`, type };
    },
  } satisfies Record<string, WriteAggregate>),
);

function countOf(all: Aggregate): string {
  if (all.site.scope.isOfCounts !== true) return applied(all, 'count', ['*']);
  return `CAST(coalesce(${applied(all, 'sum', ['"events"'])}, 0) AS BIGINT)`;
}

/** `name(…) FILTER (WHERE …) OVER (…)`; rows in which `present` is NULL count nowhere. */
function applied(
  { condition, over }: Aggregate,
  name: string,
  given: readonly string[],
  present?: string,
): string {
  const conditions = [
    ...(condition === undefined ? [] : [condition]),
    ...(present === undefined ? [] : [`${present} IS NOT NULL`]),
  ];
  const filter = conditions.length === 0 ? '' : ` FILTER (WHERE ${conditions.join(' AND ')})`;
  return `${name}(${given.join(', ')})${filter}${over}`;
}

function argument({ site, given }: Aggregate, position: number): Written {
  const expression = given[position];
  if (expression === undefined) throw wrongUse(site.call);
  return site.writer.write(expression, site.scope);
}

function parameterAt({ site }: Aggregate, position: number): number {
  return knownNumber(site, site.call.parameters[position]);
}

/** Without rows, ClickHouse returns the empty value of the type. */
function orEmpty({ isOrNull }: Aggregate, text: string, type: ValueType): Written {
  const empty = emptyOf(type);
  return { text: isOrNull || empty === undefined ? text : `coalesce(${text}, ${empty})`, type };
}

/** Ignores NaN: in DuckDB it is greater than all other numbers, so never their minimum. */
function ofSameType(name: 'min' | 'max'): WriteAggregate {
  return (all) => {
    const value = argument(all, 0);
    const given = name === 'max' ? withoutNan(value) : value.text;
    return { text: applied(all, name, [given]), type: value.type };
  };
}

/** Beyond it squares are infinite, at which DuckDB ends the statement. */
const SQUARED_MAX = '1e150';

/** NULL where a number is too large to be squared, as an infinite answer becomes in the end. */
function spread(name: string): WriteAggregate {
  return (all) => {
    const { text } = argument(all, 0);
    const bounded = `greatest(-${SQUARED_MAX}, least(${SQUARED_MAX}, ${text}))`;
    const isTooLarge = `${applied(all, 'max', [`abs(${text})`])} > ${SQUARED_MAX}`;
    const value = applied(all, name, [bounded], text);
    return { text: `CASE WHEN ${isTooLarge} THEN NULL ELSE ${value} END`, type: 'float' };
  };
}

/** The same of the elements of lists. */
function spreadOfElements(name: string): WriteAggregate {
  return (all) => ({
    text: `list_transform([${elements(all).text}], lambda all_of_them:
      CASE WHEN list_max(list_transform(all_of_them, lambda each: abs(each))) <= ${SQUARED_MAX}
        THEN list_aggregate(all_of_them, '${name}') END)[1]`,
    type: 'float',
  });
}

function distinctCount(all: Aggregate): Written {
  return { text: applied(all, 'count', [`DISTINCT ${argument(all, 0).text}`]), type: 'integer' };
}

/** Of a tuple of an event's position and a value, only the value is used afterwards. */
function withEventKey({ site, given }: Aggregate): Written | undefined {
  const [tuple] = given;
  const [place, value] = tuple?.kind === 'call' && tuple.name === 'tuple' ? tuple.arguments : [];
  const key = eventKey(place);
  if (key === undefined || value === undefined) return undefined;
  return tupleOf([{ text: key, type: 'integer' }, site.writer.write(value, site.scope)]);
}

/** NULLs are passed over. In a window the order of the rows counts. */
function onePick(all: Aggregate, which: 'first' | 'last'): Written {
  const value = argument(all, 0);
  if (all.over === '') {
    const name = which === 'first' ? 'any_value' : 'last';
    return { text: applied(all, name, [value.text], value.text), type: value.type };
  }
  const seen =
    all.condition === undefined ? value.text : `CASE WHEN ${all.condition} THEN ${value.text} END`;
  return { text: `${which}_value(${seen} IGNORE NULLS)${all.over}`, type: value.type };
}

function pickBy(all: Aggregate, name: 'arg_min' | 'arg_max'): Written {
  const value = argument(all, 0);
  const key = eventKey(all.given[1]) ?? argument(all, 1).text;
  const picked = applied(all, name, [value.text, key]);
  return typeof value.type === 'object'
    ? orEmpty(all, picked, value.type)
    : { text: picked, type: value.type };
}

function quantile(all: Aggregate, name: 'quantile_disc' | 'quantile_cont'): Written {
  const level = all.site.call.parameters.length === 0 ? 0.5 : parameterAt(all, 0);
  return { text: applied(all, name, [argument(all, 0).text, `${level}e0`]), type: 'float' };
}

/** At most the number given in the call. */
function cut(all: Aggregate, list: string): string {
  return all.site.call.parameters.length === 0
    ? list
    : `list_slice(${list}, 1, ${parameterAt(all, 0)})`;
}

/** The elements of the lists of all rows. */
function elements(all: Aggregate): Written {
  const { text, type } = argument(all, 0);
  return { text: `flatten(${applied(all, 'list', [text])})`, type: listOf(elementType(type)) };
}

function ofElements(name: string, type: ValueType): WriteAggregate {
  return (all) => ({ text: `list_aggregate(${elements(all).text}, '${name}')`, type });
}

function ofSameElements(name: 'min' | 'max'): WriteAggregate {
  return (all) => {
    const { text, type } = elements(all);
    return { text: `list_aggregate(${text}, '${name}')`, type: elementType(type) };
  };
}

function quantileOfElements(all: Aggregate, name: 'quantile_disc' | 'quantile_cont'): Written {
  const level = parameterAt(all, 0);
  return { text: `list_aggregate(${elements(all).text}, '${name}', ${level}e0)`, type: 'float' };
}

/** The value of a list that our compiler makes of one value, or of none where it is NULL. */
function singleElement(list: Expression | undefined): Expression | undefined {
  const filtered =
    list?.kind === 'call' && list.name === 'arrayMap' ? list.arguments[1] : undefined;
  if (filtered?.kind !== 'call' || filtered.name !== 'arrayFilter') return undefined;
  const [condition, values] = filtered.arguments;
  const isPresent =
    condition?.kind === 'lambda' &&
    condition.body.kind === 'call' &&
    condition.body.name === 'isNotNull' &&
    condition.body.arguments[0]?.kind === 'name';
  if (!isPresent || values?.kind !== 'list' || values.items.length !== 1) return undefined;
  return values.items[0];
}

/** The frame always begins with the first row, so the result is simply the previous row. */
function lag(site: CallSite, over: string): Written {
  const { call: lagCall, scope, writer } = site;
  const frame = lagCall.over?.frame;
  const isFromStart = frame?.first.kind === 'preceding' && frame.first.size === 'UNBOUNDED';
  if (!isFromStart) {
    throw new UntranslatableStatement('lagInFrame() with a window is not supported');
  }
  const given = lagCall.arguments.map((each) => writer.write(each, scope));
  const [value] = given;
  if (value === undefined) throw wrongUse(lagCall);
  return { text: `lag(${given.map(({ text }) => text).join(', ')})${over}`, type: value.type };
}
