/**
 * Statements for the log store. The text is ours, values are bound: `sql` takes only typed parameters,
 * identifiers that were quoted here, and other statements. A bare string does not compile.
 */
import assert from 'node:assert/strict';
import type { ColumnName } from './schema/columns.ts';
import type { SentTable } from './sent-table.ts';

declare const isSql: unique symbol;
declare const isParameter: unique symbol;

/** Text with its bound values. Only `sql`, `join`, `column`, `identifier` and `sent` make one. */
export interface Sql {
  readonly [isSql]: true;
}

/** A value with the type as which the store reads it. */
export interface Parameter {
  readonly [isParameter]: true;
}

/** A statement as sent: the text names its parameters, the values are separate. */
export interface BoundSql {
  readonly text: string;
  /** Values by parameter name, in the escaped form the HTTP interface reads. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Tables that are sent along, by the name the text has for them. */
  readonly tables: ReadonlyMap<string, SentTable>;
  /** Whose rows it reads, as passed to `reading`. */
  readonly reads: readonly RowsRead[];
}

/** Rows of one organization that a statement reads. */
export interface RowsRead {
  readonly organization: string;
  readonly indexes: readonly string[];
  /** Half open, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/**
 * `texts` has one element more than `values`. A statement references the statements it consists of, and only `bind`
 * writes them out, so that composing statements does not copy them at every step.
 */
interface SqlPieces {
  readonly texts: readonly string[];
  readonly values: readonly (Value | TableValue | SqlPieces)[];
  /** About how long it is once it is written out. */
  readonly characters: number;
  readonly read?: RowsRead | undefined;
}

interface TableValue {
  readonly table: SentTable;
}

interface Value {
  readonly type: string;
  readonly text: string;
  /** The elements of a list, in the form used in `text`. */
  readonly items?: readonly string[];
}

export function sql(texts: TemplateStringsArray, ...parts: readonly (Sql | Parameter)[]): Sql {
  return fromParts(texts, parts.map(piecesOf));
}

/** The parts, with the separator between them; empty when there are none. */
export function join(
  parts: readonly Sql[],
  separator: ' AND ' | ' OR ' | ', ' | ' UNION ALL ' | ' ',
): Sql {
  const texts = parts.map((_, i) => (i === 0 ? '' : separator));
  return fromParts([...texts, ''], parts.map(piecesOf));
}

function fromParts(texts: readonly string[], values: readonly SqlPieces[]): Sql {
  const own = texts.reduce((sum, text) => sum + text.length, 0);
  const characters = values.reduce((sum, value) => sum + value.characters, own);
  return fromPieces({ texts, values, characters });
}

/** Approximate length of a statement once it is bound. Costs nothing, so that nobody has to bind one to measure it. */
export function lengthOf(statement: Sql): number {
  return piecesOf(statement).characters;
}

/** How often a statement occurs in another one, once that is written out. */
export function placesOf(statement: Sql, part: Sql): number {
  return placesIn(piecesOf(statement), piecesOf(part));
}

function placesIn(pieces: SqlPieces, part: SqlPieces): number {
  if (pieces === part) return 1;
  return pieces.values.reduce(
    (sum, value) => sum + ('texts' in value ? placesIn(value, part) : 0),
    0,
  );
}

/** The same statement with some of its parts replaced. */
export function withParts(statement: Sql, parts: ReadonlyMap<Sql, Sql>): Sql {
  const instead = parts.get(statement);
  if (instead !== undefined) return instead;
  const { texts, values, characters, read } = piecesOf(statement);
  if (!values.some((value) => 'texts' in value)) return statement;
  const changed = values.map((value) =>
    'texts' in value ? piecesOf(withParts(fromPieces(value), parts)) : value,
  );
  const grown = changed.reduce((sum, value, i) => {
    const before = values[i];
    const isPart = 'texts' in value && before !== undefined && 'texts' in before;
    return isPart ? sum + value.characters - before.characters : sum;
  }, characters);
  return fromPieces({ texts, values: changed, characters: grown, read });
}

/** The same condition, annotated with the rows it applies to: the text does not change. */
export function reading(condition: Sql, read: RowsRead): Sql {
  return fromPieces({ ...piecesOf(condition), read });
}

/** A column of the table `logs`. */
export function column(name: ColumnName): Sql {
  return identifier(name);
}

/** Any name but the empty one, quoted: for the columns of an answer, which users name as they like. */
export function identifier(name: string): Sql {
  assert(name !== '', 'a name has at least one character');
  const text = name.toWellFormed().replace(/[\\`]/g, '\\$&').replaceAll('\0', '\\0');
  return fromPieces({ texts: [`\`${text}\``], values: [], characters: text.length + 2 });
}

/** The name of a table that goes along with the statement; the same table goes once. */
export function sent(table: SentTable): Sql {
  return fromPieces({ texts: ['', ''], values: [{ table }], characters: 'sent1'.length });
}

export function string(value: string): Parameter {
  return parameter('String', escapeText(value.toWellFormed()));
}

/** Range of the store's type for times; a bound beyond it means the same as the limit. */
const INSTANT_MS_MIN = Date.UTC(1900, 0, 1);
const INSTANT_MS_MAX = Date.UTC(2300, 0, 1) - 1;

/** Milliseconds since 1970, UTC. */
export function instant(ms: number): Parameter {
  assert(Number.isSafeInteger(ms), 'an instant is a whole number of milliseconds');
  const iso = new Date(Math.min(Math.max(ms, INSTANT_MS_MIN), INSTANT_MS_MAX)).toISOString();
  return parameter("DateTime64(3, 'UTC')", iso.replace('T', ' ').slice(0, -1));
}

export function uint32(value: number): Parameter {
  assert(Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff, 'not a 32-bit number');
  return parameter('UInt32', String(value));
}

export function uint64(value: bigint | number): Parameter {
  return parameter('UInt64', wholeText(value, 0n, 0xffff_ffff_ffff_ffffn));
}

export function int64(value: bigint | number): Parameter {
  return parameter('Int64', wholeText(value, -(2n ** 63n), 2n ** 63n - 1n));
}

export function float64(value: number): Parameter {
  assert(Number.isFinite(value), 'not a finite number');
  return parameter('Float64', Object.is(value, -0) ? '-0' : String(value));
}

export function boolean(value: boolean): Parameter {
  return parameter('Bool', value ? 'true' : 'false');
}

export function strings(values: readonly string[]): Parameter {
  const items = values.map((value) => `'${escapeText(value.toWellFormed())}'`);
  return list('Array(String)', items);
}

export function uint64s(values: readonly (bigint | number)[]): Parameter {
  const items = values.map((value) => wholeText(value, 0n, 0xffff_ffff_ffff_ffffn));
  return list('Array(UInt64)', items);
}

export function float64s(values: readonly number[]): Parameter {
  assert(values.every(Number.isFinite), 'not finite numbers');
  return list('Array(Float64)', values.map(String));
}

/** The message with which a store refuses a statement that is too large for it. */
export const STATEMENT_TOO_LARGE = 'The query is too large. Split it into smaller ones.';

/** The message with which one of our statements aborts instead of returning an incomplete list. */
export const LIST_TOO_LONG = 'too many values in one group';

/** With these, one that would compute a text or list that is too large. */
export const VALUE_TOO_LARGE = 'a computed value is too large';

/** With these, one that takes values for single ones rather than miss the elements of a list. */
export const LIST_FOUND = 'a value is a list';

/**
 * Binds every value to a parameter: `p1`, `p2` … in order of appearance. A repeated part binds its values only once,
 * because the store limits the number of parameters. Equal values of different parts get separate parameters, so that
 * no value ever changes the text.
 */
export function bind(statement: Sql): BoundSql {
  const written: string[] = [];
  const parameters = new Map<string, string>();
  const places = new Map<Value, string>();
  const names = new Map<SentTable, string>();
  const reads: RowsRead[] = [];
  write(piecesOf(statement));
  const tables = new Map([...names].map(([table, name]) => [name, table]));
  return { text: written.join(''), parameters, tables, reads };

  function write({ texts, values, read }: SqlPieces): void {
    if (read !== undefined) reads.push(read);
    written.push(texts[0] ?? '');
    for (const [i, value] of values.entries()) {
      if ('texts' in value) write(value);
      else if ('table' in value) written.push(nameOf(names, value.table));
      else written.push(placeOf(parameters, places, value));
      written.push(texts[i + 1] ?? '');
    }
  }
}

function nameOf(names: Map<SentTable, string>, table: SentTable): string {
  const name = names.get(table) ?? `sent${names.size + 1}`;
  names.set(table, name);
  return name;
}

function placeOf(
  parameters: Map<string, string>,
  places: Map<Value, string>,
  value: Value,
): string {
  const known = places.get(value);
  if (known !== undefined) return known;
  const names = partsOf(value).map((part) => {
    const name = `p${parameters.size + 1}`;
    parameters.set(name, part);
    return `{${name}:${value.type}}`;
  });
  const place = names.length === 1 ? names.join('') : `arrayConcat(${names.join(', ')})`;
  places.set(value, place);
  return place;
}

/** The store reads parameters of a limited size, so a long list goes in several. */
const PART_CHARACTERS_MAX = 30_000;

function partsOf({ text, items }: Value): string[] {
  if (items === undefined || text.length <= PART_CHARACTERS_MAX) return [text];
  const parts: string[] = [];
  let part: string[] = [];
  let length = 0;
  for (const item of items) {
    if (length + item.length > PART_CHARACTERS_MAX && part.length > 0) {
      parts.push(`[${part.join(',')}]`);
      part = [];
      length = 0;
    }
    part.push(item);
    length += item.length + 1;
  }
  return [...parts, `[${part.join(',')}]`];
}

/** The only place that converts pieces to the type that cannot be created elsewhere. */
function fromPieces(pieces: SqlPieces): Sql {
  return pieces as unknown as Sql;
}

function list(type: string, items: readonly string[]): Parameter {
  return fromValue({ type, text: `[${items.join(',')}]`, items });
}

function parameter(type: string, text: string): Parameter {
  return fromValue({ type, text });
}

function fromValue(value: Value): Parameter {
  const characters = `{p123:${value.type}}`.length;
  const pieces: SqlPieces = { texts: ['', ''], values: [value], characters };
  return pieces as unknown as Parameter;
}

function piecesOf(part: Sql | Parameter): SqlPieces {
  return part as unknown as SqlPieces;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
};

/** The store reads parameters as escaped text, both alone and between the quotes of a list. */
function escapeText(value: string): string {
  return value.replace(/[\\'\t\n\r\0]/g, (character) => ESCAPES[character] ?? character);
}

function wholeText(value: bigint | number, min: bigint, max: bigint): string {
  assert(typeof value === 'bigint' || Number.isSafeInteger(value), 'not a whole number');
  assert(value >= min && value <= max, 'the number is out of range');
  return String(value);
}
