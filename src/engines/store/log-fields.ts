/**
 * How statements speak of what an event carries, so that nobody else needs to know which attributes have
 * a column of their own and which indexes there are. Values compare without regard to case.
 */
import assert from 'node:assert/strict';
import { column, identifier, join, sql, string, strings } from './sql.ts';
import type { Sql } from './sql.ts';
import { PROMOTED } from './schema/columns.ts';
import type { PromotedName } from './schema/columns.ts';

/** The value of an attribute as text; empty when the event has none. */
export function attributeValue(key: string): Sql {
  return isPromoted(key) ? column(key) : sql`attributes[${string(key)}]`;
}

export function attributeExists(key: string): Sql {
  const isAmongOthers = sql`mapContains(attributes, ${string(key)})`;
  return isPromoted(key) ? sql`(${column(key)} != '' OR ${isAmongOthers})` : isAmongOthers;
}

/** Finds the events by index where the value is rare. */
export function attributeEquals(key: string, value: string): Sql {
  if (value === '') {
    const isEmpty = sql`attributes[${string(key)}] = ''`;
    return sql`(mapContains(attributes, ${string(key)}) AND ${isEmpty})`;
  }
  const wanted = sql`lowerUTF8(${string(value)})`;
  if (isPromoted(key)) return sql`lowerUTF8(${column(key)}) = ${wanted}`;
  const pairs = sql`arrayMap((k, v) -> sipHash64(k, lowerUTF8(v)), mapKeys(attributes), mapValues(attributes))`;
  const isIndexed = sql`has(${pairs}, sipHash64(${string(key)}, ${wanted}))`;
  return sql`(indexHint(${isIndexed}) AND lowerUTF8(attributes[${string(key)}]) = ${wanted})`;
}

/** The same for any number of values, none of them empty, as one list. */
export function attributeIn(key: string, values: readonly string[]): Sql {
  const wanted = strings(values.map((value) => value.toLowerCase()));
  if (isPromoted(key)) return sql`lowerUTF8(${column(key)}) IN ${wanted}`;
  const pairs = sql`arrayMap((k, v) -> sipHash64(k, lowerUTF8(v)), mapKeys(attributes), mapValues(attributes))`;
  const hashes = sql`arrayMap(w -> sipHash64(${string(key)}, w), ${wanted})`;
  const isIndexed = sql`hasAny(${pairs}, ${hashes})`;
  return sql`(indexHint(${isIndexed}) AND lowerUTF8(attributes[${string(key)}]) IN ${wanted})`;
}

const IDENTIFIERS: ReadonlySet<string> = new Set<PromotedName>([
  'trace_id',
  'span_id',
  'request_id',
  'session_id',
]);

/** Whether few events share a value of this attribute, so that its index finds them at once. */
export function isIdentifier(key: string): boolean {
  return IDENTIFIERS.has(key);
}

/** What to select for `readAttributes`. */
export function attributeColumns(): Sql {
  return join([...PROMOTED, 'attributes' as const].map(column), ', ');
}

/** All attributes of a row that was selected with `attributeColumns`; each key is its own property. */
export function readAttributes(row: Readonly<Record<string, unknown>>): Record<string, string> {
  const promoted = PROMOTED.map((name) => [name, row[name]] as const);
  return Object.fromEntries([
    ...promoted.filter(([, value]) => value !== ''),
    ...Object.entries(row['attributes'] ?? {}),
  ]);
}

/** All attributes of an event in one map, where a statement needs them so; for rows `readAttributes` is faster. */
export function allAttributes(): Sql {
  const promoted = PROMOTED.map((name) => sql`${string(name)}, toString(${identifier(name)})`);
  return sql`mapConcat(mapFilter((k, v) -> v != '', map(${join(promoted, ', ')})), CAST(attributes, 'Map(String, String)'))`;
}

/** What the store takes for one word: letters and digits of ASCII, and everything beyond ASCII. */
const WORD = /^(?:[A-Za-z0-9]|[^\p{ASCII}])+$/u;

export function isWord(text: string): boolean {
  return WORD.test(text);
}

/** The body holds this word, whatever its case, as a whole word. Finds rare words by index. */
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

/** Leaves out, by index alone, where this word cannot be; says nothing about the rest. */
export function bodyMayHaveWord(word: string): Sql {
  assert(isWord(word), 'not one word');
  return sql`indexHint(has(tokens(lowerUTF8(body)), lowerUTF8(${string(word)})))`;
}

function isPromoted(key: string): key is PromotedName {
  return (PROMOTED as readonly string[]).includes(key);
}
