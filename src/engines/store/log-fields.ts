/**
 * SQL for the fields and attributes of an event, so that no other code needs to know which attributes have their own
 * column and which indexes exist. Values compare case-insensitively.
 */
import assert from 'node:assert/strict';
import { column, identifier, join, sql, string, strings } from './sql.ts';
import type { Sql } from './sql.ts';
import { PROMOTED, PROMOTED_WITH_MANY_VALUES } from './schema/columns.ts';
import type { PromotedName } from './schema/columns.ts';

export { PROMOTED } from './schema/columns.ts';

/**
 * Names by which a search finds the fields that every event has. An attribute with such a name is hidden by the event's
 * own field, and is found as `attributes.level`.
 */
const TAKEN_NAMES = [
  '_time',
  '_id',
  '_index',
  '_raw',
  '_indextime',
  'event',
  'index',
  'level',
  'source',
] as const;
const TAKEN: ReadonlySet<string> = new Set(TAKEN_NAMES);
const BEHIND = 'attributes.';

/** The ID that the sender gave an event has a column; an attribute of this name is used if the column is empty. */
const ID = 'id';
const ID_COLUMN = column('event_id');

/** The value of an attribute as text; empty when the event has none. */
export function attributeValue(key: string): Sql {
  const [first, second] = placesOf(key);
  if (second === undefined) return first.value;
  return sql`if(${first.value} != '', ${first.value}, ${second.value})`;
}

export function attributeExists(key: string): Sql {
  const [first, second] = placesOf(key);
  return second === undefined ? first.exists : sql`(${first.exists} OR ${second.exists})`;
}

/** Finds the events by index where the value is rare. */
export function attributeEquals(key: string, value: string): Sql {
  const [first, second] = placesOf(key);
  if (second === undefined) return first.equals(value);
  return sql`(${first.equals(value)} OR (${first.value} = '' AND ${second.equals(value)}))`;
}

/** The same for any number of values, none of them empty, as one list. */
export function attributeIn(key: string, values: readonly string[]): Sql {
  const lowered = values.map((value) => value.toLowerCase());
  const [first, second] = placesOf(key);
  if (second === undefined) return first.isOneOf(lowered);
  return sql`(${first.isOneOf(lowered)} OR (${first.value} = '' AND ${second.isOneOf(lowered)}))`;
}

/** Where a value can be stored: searched in the first place, and if that is empty, in the second. */
interface Place {
  readonly value: Sql;
  readonly exists: Sql;
  equals(value: string): Sql;
  /** None of them empty, all in lower case. */
  isOneOf(values: readonly string[]): Sql;
}

function placesOf(key: string): readonly [Place, Place?] {
  if (key === ID) return [columnPlace(ID_COLUMN, key), mapPlace(key)];
  if (isPromoted(key)) return [columnPlace(column(key), key)];
  const hidden = key.startsWith(BEHIND) ? key.slice(BEHIND.length) : '';
  return hidden === ID || TAKEN.has(hidden) ? [mapPlace(hidden), mapPlace(key)] : [mapPlace(key)];
}

/** An empty attribute is not stored in its own column, but stays among the others. */
function columnPlace(value: Sql, key: string): Place {
  const others = mapPlace(key);
  // As the index has it.
  const isListed = INDEXED.has(key) ? sql`${mayBeList(value)} = 1` : mayBeList(value);
  return {
    value,
    exists: sql`(${value} != '' OR ${others.exists})`,
    equals(text) {
      if (text === '') return others.equals(text);
      const wanted = sql`lowerUTF8(${string(text)})`;
      const isSame = sql`lowerUTF8(${value}) = ${wanted}`;
      if (key === ID) return isSame;
      return sql`(${isSame} OR ${isListed} AND has(${loweredElements(value)}, ${wanted}))`;
    },
    isOneOf(texts) {
      const wanted = strings(texts);
      const isSame = sql`lowerUTF8(${value}) IN ${wanted}`;
      if (key === ID) return isSame;
      return sql`(${isSame} OR ${isListed} AND hasAny(${loweredElements(value)}, ${wanted}))`;
    },
  };
}

const INDEXED: ReadonlySet<string> = new Set(PROMOTED_WITH_MANY_VALUES);

/** The elements of a text that is a JSON list; of every other text none. */
function loweredElements(text: Sql): Sql {
  return sql`arrayMap(e -> lowerUTF8(e), JSONExtract(${text}, 'Array(String)'))`;
}

/** Cheap enough for every value: all lists begin like this. */
export function mayBeList(text: Sql): Sql {
  return sql`startsWith(${text}, '[')`;
}

/**
 * Whether the text is a JSON list of any values: enough to rerun a search with support for lists, and shorter for the
 * store to plan than `isList`. False for NULL, which `isValidJSON` rejects in columns with few distinct values.
 */
export function looksLikeList(text: Sql): Sql {
  return sql`ifNull(${mayBeList(text)} AND isValidJSON(ifNull(${text}, '')), 0)`;
}

/** Whether the text, which may not be NULL, is a JSON list of values that are neither lists nor objects. */
export function isList(text: Sql): Sql {
  const isOther = sql`arrayExists(e -> startsWith(e, '[') OR startsWith(e, '{'), JSONExtractArrayRaw(${text}))`;
  return sql`if(${mayBeList(text)}, isValidJSON(${text}) AND NOT ${isOther}, 0)`;
}

/** The values of a text, which may not be NULL: the elements of a list, or the text itself, or none when it is empty. */
export function valuesOf(text: Sql): Sql {
  return sql`arrayFilter(e -> e != '', if(${isList(text)}, JSONExtract(${text}, 'Array(String)'), [${text}]))`;
}

/** As the index has them. */
const PAIRS = sql`arrayMap((k, v) -> sipHash64(k, lowerUTF8(v)), mapKeys(attributes), mapValues(attributes))`;
const ELEMENT_PAIRS = sql`arrayFlatten(arrayMap((k, v) -> arrayMap(e -> sipHash64(k, lowerUTF8(e)), JSONExtract(v, 'Array(String)')), arrayFilter((k, v) -> startsWith(v, '['), mapKeys(attributes), mapValues(attributes)), arrayFilter(v -> startsWith(v, '['), mapValues(attributes))))`;

function mapPlace(key: string): Place {
  const value = sql`attributes[${string(key)}]`;
  const exists = sql`mapContains(attributes, ${string(key)})`;
  return {
    value,
    exists,
    equals(text) {
      if (text === '') return sql`(${exists} AND ${value} = '')`;
      const wanted = sql`lowerUTF8(${string(text)})`;
      const hash = sql`sipHash64(${string(key)}, ${wanted})`;
      const isSame = sql`indexHint(has(${PAIRS}, ${hash})) AND lowerUTF8(${value}) = ${wanted}`;
      return sql`(${isSame} OR indexHint(has(${ELEMENT_PAIRS}, ${hash})) AND ${mayBeList(value)} AND has(${loweredElements(value)}, ${wanted}))`;
    },
    isOneOf(texts) {
      const wanted = strings(texts);
      const hashes = sql`arrayMap(w -> sipHash64(${string(key)}, w), ${wanted})`;
      const isSame = sql`indexHint(hasAny(${PAIRS}, ${hashes})) AND lowerUTF8(${value}) IN ${wanted}`;
      return sql`(${isSame} OR indexHint(hasAny(${ELEMENT_PAIRS}, ${hashes})) AND ${mayBeList(value)} AND hasAny(${loweredElements(value)}, ${wanted}))`;
    },
  };
}

const IDENTIFIERS: ReadonlySet<string> = new Set<PromotedName | typeof ID>([
  ID,
  'trace_id',
  'span_id',
  'request_id',
  'session_id',
]);

/** Whether few events share a value of this attribute, so that its index finds them quickly. */
export function isIdentifier(key: string): boolean {
  return IDENTIFIERS.has(key);
}

/** What to select for `readAttributes`. */
export function attributeColumns(): Sql {
  return join([ID_COLUMN, ...[...PROMOTED, 'attributes' as const].map(column)], ', ');
}

/** All attributes of a row that was selected with `attributeColumns`; each key is its own property. */
export function readAttributes(row: Readonly<Record<string, unknown>>): Record<string, string> {
  const id = row['event_id'];
  const hasId = typeof id === 'string' && id !== '';
  const promoted = PROMOTED.map((name) => [name, row[name]] as const);
  const others = Object.entries(row['attributes'] ?? {}).map(
    ([key, value]) => [nameBehind(key, hasId), value] as const,
  );
  return Object.fromEntries([
    ...(hasId ? [[ID, id] as const] : []),
    ...promoted.filter(([, value]) => value !== ''),
    ...others,
  ]);
}

/** The name an attribute was sent with, from the one it has in an answer. */
export function sentName(key: string): string {
  const hidden = key.startsWith(BEHIND) ? key.slice(BEHIND.length) : '';
  return hidden === ID || TAKEN.has(hidden) ? hidden : key;
}

function nameBehind(key: string, hasId: boolean): string {
  return TAKEN.has(key) || (hasId && key === ID) ? BEHIND + key : key;
}

/** All attributes of an event in one map, where a statement needs them so; for rows `readAttributes` is faster. */
export function allAttributes(): Sql {
  return sql`CAST(${attributePairs()}, 'Map(String, String)')`;
}

/** The same as a list of name-value pairs, so that callers can leave some out before a map is created. */
export function attributePairs(): Sql {
  const promoted = PROMOTED.map((name) => sql`(${string(name)}, toString(${identifier(name)}))`);
  const own = sql`[(${string(ID)}, ${ID_COLUMN}), ${join(promoted, ', ')}]`;
  const others = sql`CAST(attributes, 'Map(String, String)')`;
  const taken = strings([...TAKEN_NAMES, ID]);
  const isBehind = sql`has(${taken}, k) AND (k != ${string(ID)} OR ${ID_COLUMN} != '')`;
  const renamed = sql`mapApply((k, v) -> (if(${isBehind}, concat(${string(BEHIND)}, k), k), v), ${others})`;
  // Almost no event has such a name, and renaming is the most expensive part.
  const named = sql`if(hasAny(mapKeys(${others}), ${taken}), ${renamed}, ${others})`;
  return sql`arrayConcat(arrayFilter(one -> one.2 != '', ${own}), CAST(${named}, 'Array(Tuple(String, String))'))`;
}

/** A word as the store defines it: ASCII letters and digits, and everything beyond ASCII. */
const WORD = /^(?:[A-Za-z0-9]|[^\p{ASCII}])+$/u;

export function isWord(text: string): boolean {
  return WORD.test(text);
}

/** Whether the body contains this word as a whole word, in any case. Finds rare words by index. */
export function bodyHasWord(word: string): Sql {
  assert(isWord(word), 'not one word');
  const wanted = sql`lowerUTF8(${string(word)})`;
  const isIndexed = sql`has(tokens(lowerUTF8(body)), ${wanted})`;
  // Beyond ASCII the engine's own search without regard to case does not know upper from lower.
  const isThere = /^\p{ASCII}+$/u.test(word)
    ? sql`hasTokenCaseInsensitive(body, ${string(word)})`
    : sql`hasToken(lowerUTF8(body), ${wanted})`;
  return sql`(indexHint(${isIndexed}) AND ${isThere})`;
}

/** Excludes, by index only, places where this word cannot occur; doesn't decide about the rest. */
export function bodyMayHaveWord(word: string): Sql {
  assert(isWord(word), 'not one word');
  return sql`indexHint(has(tokens(lowerUTF8(body)), lowerUTF8(${string(word)})))`;
}

function isPromoted(key: string): key is PromotedName {
  return (PROMOTED as readonly string[]).includes(key);
}
