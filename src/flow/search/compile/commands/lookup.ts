import { nearestName } from '../../../../base/nearest-name.ts';
import {
  join,
  LIST_FOUND,
  sent,
  sql,
  type Sql,
  string,
  uint32,
} from '../../../../engines/store/sql.ts';
import type { LookupField, LookupStage, TreeNode } from '../../../../language/index.ts';
import type { LookupMatch, OpenLookup } from '../../lookups/open-lookup.ts';
import { type CompileContext, refuse } from '../context.ts';
import { fieldValue, type Relation, asSubquery, withField } from '../relation.ts';
import { asList, isListOf, multiOf, NULL_TEXT, textOf, unify, type Value } from '../value.ts';

type Output = Pick<LookupField, 'column' | 'field'>;

/**
 * The fields stay expressions over those of the rows, so that what follows still reaches the table of events:
 * its order, its limit and its indexes. The store turns the two lists of a match into one hash table.
 */
export async function compileLookup(
  context: CompileContext,
  relation: Relation,
  stage: LookupStage,
): Promise<Relation> {
  const table = await context.openLookup(stage);
  for (const each of [...stage.keys, ...stage.outputs]) requireColumn(table, each.column, each);
  const keys = stage.keys.map((key) => key.column);
  const outputs = stage.outputs.length > 0 ? stage.outputs : otherColumns(table, keys);
  if (outputs.length === 0) return relation;
  return lookUp(context, relation, table, { ...stage, outputs });
}

interface LookedUp extends Pick<LookupStage, 'mode'> {
  readonly keys: readonly Output[];
  readonly outputs: readonly Output[];
}

/** The rows with what the table has for them. */
export function lookUp(
  context: CompileContext,
  relation: Relation,
  table: OpenLookup,
  stage: LookedUp,
): Relation {
  const { outputs } = stage;
  const keys = stage.keys.map((key) => key.column);
  const match = table.match(
    keys,
    outputs.map((output) => output.column),
  );
  if (match.isCut) noteMatchesCut(context, table);
  const isComputed = stage.keys.some(({ field }) => !isPlain(fieldValue(relation, field)));
  const open = isComputed ? asSubquery(context, relation) : relation;
  const values = stage.keys.map((key) => keyValue(context, fieldValue(open, key.field)));
  const found = foundRows(match, values);
  const [rows, packed] =
    outputs.length > INLINE_MAX ? asColumn(context, open, found) : [open, found];
  return withOutputs(rows, stage.mode, outputs, (at) =>
    outputValue(match, packed, at, outputs.length),
  );
}

/** Most keys are single values, and lists cost more: where one is a list after all, the search is run again. */
export function keyValue({ readsLists }: CompileContext, value: Value): Value {
  if (!value.mayBeList) return value;
  if (readsLists) return asList(value);
  const isSingle = sql`throwIf(${isListOf(value)}, ${string(LIST_FOUND)}) = 0`;
  return { kind: 'text', sql: sql`if(${isSingle}, ${textOf(value)}, NULL)` };
}

/** Every field repeats the way to its row; more of them share a column that has it. */
const INLINE_MAX = 4;

/** Naming it again costs nothing. */
function isPlain({ isBase, isColumn }: Value): boolean {
  return isBase === true || isColumn === true;
}

function otherColumns({ columns }: OpenLookup, keys: readonly string[]): Output[] {
  return columns
    .filter((name) => !keys.includes(name))
    .map((name) => ({ column: name, field: name }));
}

function requireColumn(table: OpenLookup, name: string, place: Pick<TreeNode, 'start'>): void {
  if (table.columns.includes(name)) return;
  const near = nearestName(name, table.columns);
  const hint = near === undefined ? `It has ${listed(table.columns)}.` : `Did you mean “${near}”?`;
  throw refuse(place, `The lookup table “${table.name}” has no column “${name}”. ${hint}`);
}

const LISTED_MAX = 10;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, LISTED_MAX).map((name) => `“${name}”`);
  return [...shown, ...(names.length > LISTED_MAX ? ['others'] : [])].join(', ');
}

function noteMatchesCut(context: CompileContext, { name }: OpenLookup): void {
  const max = context.limits.lookupMatchesMax;
  context.noteLimit({
    limit: 'lookupMatches',
    max,
    message: `The lookup table “${name}” has keys with more than ${max} rows. Only the first ${max} rows per key are used.`,
  });
}

/** Result of looking up the keys of a row. */
interface Found {
  readonly sql: Sql;
  /** A multivalue field was looked up: the result is a list with one element per value. */
  readonly isList: boolean;
  /** The key is one of the table's: a set finds that out sooner than a comparison of what was found. */
  readonly isKnown?: Sql;
}

function foundRows({ table }: LookupMatch, values: readonly Value[]): Found {
  const from = sent(table);
  const find = (key: Sql): Sql =>
    sql`transform(${key}, (SELECT list1 FROM ${from}), (SELECT list2 FROM ${from}), '')`;
  const at = values.findIndex(({ kind }) => kind === 'multi');
  const multi = values[at];
  const texts = values.map((value) => sql`ifNull(toString(${textOf(value)}), '')`);
  if (multi === undefined) {
    const key = joinedKeys(texts);
    const isKnown = sql`${key} IN (SELECT arrayJoin(list1) FROM ${from})`;
    return { sql: find(key), isList: false, isKnown };
  }
  const each = find(joinedKeys(texts.with(at, sql`k`)));
  return { sql: sql`arrayMap(k -> ${each}, ${multi.sql})`, isList: true };
}

function joinedKeys(texts: readonly Sql[]): Sql {
  const [only] = texts;
  if (texts.length === 1 && only !== undefined) return only;
  return sql`concat(${join(
    texts.map((text, i) => (i === 0 ? text : sql`'\\0', ${text}`)),
    ', ',
  )})`;
}

const PACKED = '\0packed';

function asColumn(context: CompileContext, relation: Relation, found: Found): [Relation, Found] {
  const kind = found.isList ? 'multi' : 'text';
  const fields = new Map<string, Value>([...relation.fields, [PACKED, { kind, sql: found.sql }]]);
  const nested = asSubquery(context, { ...relation, fields });
  const kept = new Map([...nested.fields].filter(([name]) => name !== PACKED));
  const column = nested.fields.get(PACKED)?.sql ?? found.sql;
  return [
    { ...nested, fields: kept },
    { sql: column, isList: found.isList },
  ];
}

/** One of the columns, taken out of what was found; see `LookupMatch`. */
function outputValue({ isMulti }: LookupMatch, found: Found, at: number, count: number): Value {
  const place = uint32(at + 1);
  const one = (packed: Sql): Sql =>
    count === 1 ? packed : sql`arrayElement(splitByChar('\\0', ${packed}), ${place})`;
  const several = (packed: Sql): Sql =>
    sql`splitByChar('\\0', ${count === 1 ? packed : sql`arrayElement(splitByString('\\0\\0', ${packed}), ${place})`})`;
  if (!found.isList && !isMulti) {
    const value = { kind: 'any', sql: sql`nullIf(${one(found.sql)}, '')` } as const;
    // Keys without any value are not in the table that was sent.
    if (count > 1 || found.isKnown === undefined) return value;
    return { ...value, present: { condition: found.isKnown, sql: found.sql } };
  }
  const values = !found.isList
    ? several(found.sql)
    : isMulti
      ? sql`arrayFlatten(arrayMap(p -> ${several(sql`p`)}, ${found.sql}))`
      : sql`arrayMap(p -> ${one(sql`p`)}, ${found.sql})`;
  return { kind: 'multi', sql: sql`arrayFilter(v -> v != '', ${values})` };
}

function withOutputs(
  relation: Relation,
  mode: LookupStage['mode'],
  outputs: readonly Output[],
  valueOf: (at: number) => Value,
): Relation {
  let rows = relation;
  for (const [at, { field }] of outputs.entries()) {
    const found = valueOf(at);
    const old = fieldValue(relation, field);
    rows = withField(rows, field, mode === 'fill' ? filled(old, found) : found);
  }
  return rows;
}

/** What the row has, and the table's value where it has none. */
function filled(old: Value, found: Value): Value {
  if (old === NULL_TEXT) return found;
  if (old.kind !== 'multi' && found.kind !== 'multi') {
    const { kind, parts } = unify([old, found]);
    return { kind, sql: sql`coalesce(${join(parts, ', ')})` };
  }
  const own = multiOf(old);
  return { kind: 'multi', sql: sql`if(notEmpty(${own}), ${own}, ${multiOf(found)})` };
}
