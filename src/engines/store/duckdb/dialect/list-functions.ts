/** Functions of lists, maps and tuples. */
import { argumentAt, knownNumber, named, text, texts, written, wrongUse } from './arguments.ts';
import { REPEATED_MAX } from './computed-once.ts';
import { allOfGroup } from './regex-matches.ts';
import type { Expression, Lambda } from './tree.ts';
import {
  commonType,
  elementType,
  isMap,
  listOf,
  partType,
  TEXTS,
  type MapType,
  type ValueType,
} from './value-type.ts';
import type { CallSite, WriteFunction, Written } from './writer.ts';

export const LIST_FUNCTIONS: Readonly<Record<string, WriteFunction>> = {
  arrayMap,
  arrayFilter: (site) => {
    const { text: list, type } = written(site, 1);
    const isKept = site.writer.lambda(lambdaOf(site), [elementType(type)], site.scope, 'condition');
    return { text: `list_filter(${list}, ${isKept.text})`, type };
  },
  arrayExists: (site) => ({
    text: `coalesce(list_bool_or(${truths(site)}), FALSE)`,
    type: 'flag',
  }),
  arrayFirstIndex: (site) => ({
    text: `coalesce(list_position(${truths(site)}, TRUE), 0)`,
    type: 'integer',
  }),
  arraySort,
  arrayReverseSort: (site) => {
    const { text: list, type } = written(site, 0);
    const isOfFloats = elementType(type) === 'float';
    const sorted = isOfFloats
      ? `ch_reverse_sort(${list})`
      : `list_reverse_sort(${list}, 'NULLS LAST')`;
    return { text: sorted, type };
  },
  arrayReverse: sameType('list_reverse'),
  arraySlice: sliced,
  arrayDistinct: sameType('ch_distinct'),
  arrayConcat: (site) => {
    const all = site.call.arguments.map((_, i) => written(site, i));
    const lists = all.map((each) => each.text).join(' || ');
    return {
      text: all.length === 1 ? lists : `(${lists})`,
      type: commonType(all.map((each) => each.type)),
    };
  },
  arrayFlatten: (site) => {
    const { text: lists, type } = written(site, 0);
    return { text: `flatten(${lists})`, type: elementType(type) };
  },
  arrayZip: (site) => {
    const lists = site.call.arguments.map((_, i) => written(site, i));
    const tuple = tupleOf(
      lists.map((list, i) => ({
        text: `struct_extract_at(parts, ${i + 1})`,
        type: elementType(list.type),
      })),
    );
    const zipped = `list_zip(${lists.map((list) => list.text).join(', ')})`;
    return {
      text: `list_transform(${zipped}, lambda parts: ${tuple.text})`,
      type: listOf(tuple.type),
    };
  },
  arrayStringConcat: (site) => ({
    text: `coalesce(list_aggregate(${text(site, 0)}, 'string_agg', ${text(site, 1)}), '')`,
    type: 'text',
  }),
  arraySum: (site) => {
    const { text: list, type } = written(site, 0);
    if (elementType(type) === 'float') {
      return { text: `coalesce(list_sum(${list}), 0e0)`, type: 'float' };
    }
    return { text: `CAST(coalesce(list_sum(${list}), 0) AS BIGINT)`, type: 'integer' };
  },
  arrayElement: (site) => elementOf(written(site, 0), written(site, 1)),
  arrayElementOrNull: (site) => {
    const { text: list, type } = written(site, 0);
    return { text: `${list}[${placeIn(written(site, 1))}]`, type: elementType(type) };
  },
  arrayEnumerate: (site) => ({
    text: `range(1, len(${text(site, 0)}) + 1)`,
    type: listOf('integer'),
  }),
  arrayFold,
  range: (site) => ({
    text: `range(CAST(${text(site, 0)} AS BIGINT))`,
    type: listOf('integer'),
  }),
  emptyArrayInt64: () => ({ text: 'CAST([] AS BIGINT[])', type: listOf('integer') }),
  has: (site) => ({
    text: `list_contains(${text(site, 0)}, ${text(site, 1)})`,
    type: 'flag',
  }),
  hasAny: named('list_has_any', 'flag'),
  indexOf: (site) => ({
    text: `coalesce(list_position(${text(site, 0)}, ${text(site, 1)}), 0)`,
    type: 'integer',
  }),
  tuple: (site) => tupleOf(site.call.arguments.map((_, i) => written(site, i))),
  tupleElement: (site) => partOf(written(site, 0), knownNumber(site, argumentAt(site, 1))),
  map: (site) => {
    const all = texts(site);
    const pairs = all.flatMap((key, i) => (i % 2 === 0 ? [`${key}: ${all[i + 1] ?? 'NULL'}`] : []));
    return { text: `MAP {${pairs.join(', ')}}`, type: { kind: 'map', of: 'text' } };
  },
  mapKeys: (site) => ({ text: `map_keys(${text(site, 0)})`, type: TEXTS }),
  mapValues: (site) => {
    const { text: map, type } = written(site, 0);
    return { text: `map_values(${map})`, type: listOf(valueType(type)) };
  },
  mapContains: named('map_contains', 'flag'),
  mapFilter: (site) => {
    const { text: map, type } = written(site, 1);
    const types = ['text', valueType(type)] as const;
    const isKept = site.writer.lambda(lambdaOf(site), types, site.scope, 'condition');
    return { text: `map_from_entries(list_filter(map_entries(${map}), ${isKept.text}))`, type };
  },
  mapApply: (site) => {
    const { text: map, type } = written(site, 1);
    const types = ['text', valueType(type)] as const;
    const pair = site.writer.lambda(lambdaOf(site), types, site.scope, 'value');
    const entries = `list_transform(map_entries(${map}), ${pair.text})`;
    return {
      text: `map_from_entries(ch_last_entries(${entries}))`,
      type: { kind: 'map', of: partType(pair.type, 2) },
    };
  },
  mapConcat: mergedMaps,
  mapUpdate: mergedMaps,
  mapFromArrays: (site) => ({
    text: `map(${text(site, 0)}, ${text(site, 1)})`,
    type: { kind: 'map', of: elementType(written(site, 1).type) },
  }),
};

/** The parts have names, since DuckDB fails to find a part without one in a column. */
export function tupleOf(parts: readonly Written[]): Written {
  return {
    text: `{${parts.map((part, i) => `'t${i + 1}': ${part.text}`).join(', ')}}`,
    type: { kind: 'tuple', of: parts.map((part) => part.type) },
  };
}

export function partOf({ text: tuple, type }: Written, position: number): Written {
  return {
    text: `struct_extract_at(${tuple}, ${position})`,
    type: partType(type, position),
  };
}

/** An index past the end of a list returns the empty value of its type. */
export function elementOf({ text: list, type }: Written, index: Written): Written {
  const of = elementType(type);
  const element = `${list}[${placeIn(index)}]`;
  const empty = emptyOf(of);
  return { text: empty === undefined ? element : `coalesce(${element}, ${empty})`, type: of };
}

/** A value that may be NULL where ClickHouse has an empty text: DuckDB returns NULL for a missing map key. */
export function orNull(
  { writer, scope }: Pick<CallSite, 'writer' | 'scope'>,
  value: Expression,
): Written {
  if (value.kind !== 'subscript' || isOfGroups(value.value)) return writer.write(value, scope);
  const map = writer.write(value.value, scope);
  const key = writer.write(value.index, scope);
  if (!isMap(map.type)) return elementOf(map, key);
  return { text: `${map.text}[${key.text}]`, type: map.type.of };
}

/** One of them is read without the others. */
function isOfGroups(list: Expression): boolean {
  return list.kind === 'call' && list.name === 'extractGroups';
}

function placeIn({ text: index }: Written): string {
  return /^\d+$/.test(index) ? index : `CAST(${index} AS BIGINT)`;
}

export function emptyOf(type: ValueType): string | undefined {
  switch (type) {
    case 'text':
      return "''";
    case 'integer':
      return '0';
    case 'float':
      return '0e0';
    default:
      return typeof type === 'object' && type.kind === 'list' ? '[]' : undefined;
  }
}

export function valueType(type: ValueType): ValueType {
  return isMap(type) ? type.of : 'unknown';
}

function sameType(name: string): WriteFunction {
  return (site) => ({
    text: `${name}(${texts(site).join(', ')})`,
    type: written(site, 0).type,
  });
}

function lambdaOf(site: CallSite): Lambda {
  const lambda = argumentAt(site, 0);
  if (lambda.kind !== 'lambda') throw wrongUse(site.call);
  return lambda;
}

function arrayMap(site: CallSite): Written {
  const lambda = lambdaOf(site);
  const group = oneGroup(site, lambda);
  if (group !== undefined) return group;
  const lists = site.call.arguments.slice(1).map((_, i) => written(site, i + 1));
  const [first] = lists;
  if (first === undefined) throw wrongUse(site.call);
  if (isNothing(lambda)) return first;
  const types = lists.map((list) => elementType(list.type));
  const body = site.writer.lambda(lambda, types, site.scope, 'value');
  const list =
    lists.length === 1 ? first.text : `list_zip(${lists.map((each) => each.text).join(', ')})`;
  return { text: `list_transform(${list}, ${body.text})`, type: listOf(body.type) };
}

/** `arrayMap(g -> g[2], extractAllGroupsVertical(…))` needs only that group, also if limited to the first matches. */
function oneGroup(site: CallSite, { names, body }: Lambda): Written | undefined {
  const list = argumentAt(site, 1);
  const isCut = list.kind === 'call' && list.name === 'arraySlice';
  const groups = isCut ? list.arguments[0] : list;
  if (groups?.kind !== 'call' || groups.name !== 'extractAllGroupsVertical') return undefined;
  const isPart = body.kind === 'subscript' && body.value.kind === 'name';
  const group = isPart ? site.writer.valueOf(body.index)?.value : undefined;
  if (!isPart || body.value.name !== names[0] || typeof group !== 'number') return undefined;
  const all = allOfGroup({ ...site, call: groups, written: new Map() }, group);
  if (!isCut) return { text: all, type: TEXTS };
  const bounds = list.arguments.slice(1).map((each) => site.writer.write(each, site.scope).text);
  return { text: `ch_slice(${[all, ...bounds].join(', ')})`, type: TEXTS };
}

/** The macro names the beginning twice. */
function sliced(site: CallSite): Written {
  const [list = '', start = '', count] = texts(site);
  const { type } = written(site, 0);
  if (count === undefined || start.length <= REPEATED_MAX) {
    return { text: `ch_slice(${texts(site).join(', ')})`, type };
  }
  const given = `{'list': ${list}, 'start': ${start}, 'count': ${count}}`;
  const slice = 'ch_slice(given.list, given.start, given.count)';
  return { text: `list_transform([${given}], lambda given: ${slice})[1]`, type };
}

/** `v -> assumeNotNull(v)` affects only types. */
function isNothing({ names, body }: Lambda): boolean {
  const argument = body.kind === 'call' && body.name === 'assumeNotNull' && body.arguments[0];
  return typeof argument === 'object' && argument.kind === 'name' && argument.name === names[0];
}

/** What the condition gives for each element. */
function truths(site: CallSite): string {
  const { text: list, type } = written(site, 1);
  const isTrue = site.writer.lambda(lambdaOf(site), [elementType(type)], site.scope, 'condition');
  return `list_transform(${list}, ${isTrue.text})`;
}

function arraySort(site: CallSite): Written {
  const first = argumentAt(site, 0);
  if (first.kind !== 'lambda') {
    const { text: list, type } = written(site, 0);
    return { text: `list_sort(${list})`, type };
  }
  const { text: list, type } = written(site, 1);
  // Tuples are in the order of their first part anyway.
  if (isFirstPart(first.body)) return { text: `list_sort(${list})`, type };
  throw wrongUse(site.call);
}

function isFirstPart(body: Expression): boolean {
  return body.kind === 'element' && body.position === 1 && body.value.kind === 'name';
}

/**
 * In DuckDB, the result of a step has the type of the elements, so a tuple contains both: the result so far, and the
 * next element.
 */
function arrayFold(site: CallSite): Written {
  const lambda = lambdaOf(site);
  const { text: list, type } = written(site, 1);
  const start = written(site, 2);
  const [total = '', element = ''] = lambda.names;
  const variables = new Map(site.scope.variables);
  variables.set(total, { text: 'struct_extract_at(total, 1)', type: start.type });
  variables.set(element, { text: 'struct_extract_at(step, 2)', type: elementType(type) });
  const body = site.writer.write(lambda.body, { ...site.scope, variables });
  const steps = `list_transform(${list}, lambda each: row(${start.text}, each))`;
  const all = `list_prepend(row(${start.text}, NULL), ${steps})`;
  const step = `lambda total, step: row(${body.text}, struct_extract_at(step, 2))`;
  return { text: `struct_extract_at(list_reduce(${all}, ${step}), 1)`, type: start.type };
}

/** Of a key that both have, the later one stays. */
function mergedMaps(site: CallSite): Written {
  const maps = site.call.arguments.map((_, i) => written(site, i));
  const type: MapType = { kind: 'map', of: commonType(maps.map((map) => valueType(map.type))) };
  return { text: `map_concat(${maps.map((map) => map.text).join(', ')})`, type };
}
