/** A table as one search uses it: the content of one version, and what goes to the store of it. */
import { sendLists, type SentTable } from '../../../engines/store/sent-table.ts';
import type { ByteCache } from './byte-cache.ts';
import { columnOf, rowsOfContent, type LookupContent } from './content.ts';

export interface OpenLookup {
  readonly name: string;
  readonly columns: readonly string[];
  /** Identifies the version that was read, so that concurrent changes are detected. */
  readonly seen: LookupVersion;
  readonly content: LookupContent;
  /** Rows for each combination of keys, with the given columns only. */
  match(keys: readonly string[], outputs: readonly string[]): LookupMatch;
  /** A list for each column, of the rows from `start` on, at most `max` of them. */
  send(start: number, max: number | undefined): SentTable;
}

export interface LookupVersion {
  readonly id: string;
  readonly version: number;
}

/**
 * Two parallel lists: keys and their values. Several key columns are joined by NUL. A key's value is the values of its
 * row, joined by NUL; if keys have several rows, it is the non-empty values of each column joined by NUL, with two NULs
 * between columns. Keys without any value are left out.
 */
export interface LookupMatch {
  readonly table: SentTable;
  /** There are keys with several rows. */
  readonly isMulti: boolean;
  /** There are keys with more rows than are taken. */
  readonly isCut: boolean;
}

export interface LookupParts {
  readonly name: string;
  readonly seen: LookupVersion;
  readonly content: LookupContent;
  readonly matches: ByteCache<LookupMatch>;
  readonly sent: ByteCache<SentTable>;
  /** Rows that are taken for one key. */
  readonly matchesMax: number;
}

export function openLookup(parts: LookupParts): OpenLookup {
  const { name, seen, content, matches, sent, matchesMax } = parts;
  const { columns, lists } = content;
  const place = `${seen.id}:${seen.version}`;
  return {
    name,
    columns,
    seen,
    content,
    match(keys, outputs) {
      const key = `${place}:${JSON.stringify([keys, outputs])}`;
      const known = matches.get(key);
      if (known !== undefined) return known;
      const made = matchOf(content, keys, outputs, matchesMax);
      matches.set(key, made, made.table.bytes.length);
      return made;
    },
    send(start, max) {
      const end = max === undefined ? undefined : start + max;
      const key = `${place}:${start}:${end ?? ''}`;
      const known = sent.get(key);
      if (known !== undefined) return known;
      const made = sendLists(lists.map((list) => list.slice(start, end)));
      sent.set(key, made, made.bytes.length);
      return made;
    },
  };
}

const SEPARATOR = '\0';
/** A key that no field can have: a table without rows is still a table. */
const NO_KEY = '\0\0';
/** Rows without any are as good as none. */
const HAS_VALUE = /[^\0]/;

function matchOf(
  content: LookupContent,
  keys: readonly string[],
  outputs: readonly string[],
  matchesMax: number,
): LookupMatch {
  const listOf = (name: string): readonly string[] => columnOf(content, name) ?? [];
  const keyLists = keys.map(listOf);
  const found = new Map<string, number[]>();
  let isMulti = false;
  let isCut = false;
  for (let i = 0; i < rowsOfContent(content); i++) {
    const parts = keyLists.map((list) => list[i] ?? '');
    // A missing key fits nothing.
    if (parts.includes('')) continue;
    const key = parts.join(SEPARATOR);
    const rows = found.get(key);
    if (rows === undefined) {
      found.set(key, [i]);
    } else if (rows.length < matchesMax) {
      isMulti = true;
      rows.push(i);
    } else {
      isCut = true;
    }
  }
  const pack = isMulti ? packColumns : packRow;
  const outputLists = outputs.map(listOf);
  const packed = [...found]
    .map(([key, rows]) => [key, pack(outputLists, rows)] as const)
    .filter(([, values]) => HAS_VALUE.test(values));
  if (packed.length === 0) packed.push([NO_KEY, '']);
  const table = sendLists([packed.map(([key]) => key), packed.map(([, values]) => values)]);
  return { table, isMulti, isCut };
}

function packRow(lists: LookupContent['lists'], [row = -1]: readonly number[]): string {
  return lists.map((list) => list[row] ?? '').join(SEPARATOR);
}

function packColumns(lists: LookupContent['lists'], rows: readonly number[]): string {
  return lists
    .map((list) =>
      rows
        .map((row) => list[row] ?? '')
        .filter((value) => value !== '')
        .join(SEPARATOR),
    )
    .join(SEPARATOR + SEPARATOR);
}
