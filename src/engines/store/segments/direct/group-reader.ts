/** Reads single columns of a group of rows, page by page, and remembers what it has unpacked. */
import { isAscii } from 'node:buffer';
import type { Texts } from '../../duckdb/engine/block-reader.ts';
import { isWhole, mayHold, placeOf } from '../block-filters.ts';
import type { NumberName } from '../part-rows.ts';
import {
  columnOf,
  readDictionary,
  readNumbers,
  readPage,
  readRowEnds,
  readTexts,
  readValueNumbers,
} from '../parquet/read-pages.ts';
import {
  type ColumnIndex,
  DamagedPart,
  type GroupDetails,
  type PackedPage,
  readAt,
} from '../part-index.ts';
import type { GroupPlace } from './group-place.ts';

export interface RowRange {
  readonly from: number;
  readonly to: number;
}

export interface GroupReader {
  readonly group: GroupPlace;
  numberAt(name: NumberName, row: number): number;
  /** Different values of a column, where rows have their numbers. */
  dictionary(name: string): Dictionary | undefined;
  /** Numbers of the page in which a row is. */
  numbersAt(name: string, row: number): Page<Float64Array>;
  /** The same of values in the dictionary. */
  valueNumbersAt(name: string, row: number): Page<Uint32Array>;
  /** The text of one row. */
  textAt(name: string, row: number): string;
  /** The texts of the page in which a row is. */
  textsAt(name: string, row: number): TextPage;
  attributesAt(row: number): [string, string][];
  /** Rows that may have all keys. */
  rangesWith(keys: readonly number[]): readonly RowRange[];
}

export interface Dictionary {
  readonly bytes: Buffer;
  readonly values: Texts;
}

/** Values of rows from `first` to before `end`. */
export interface Page<Content> {
  readonly content: Content;
  readonly first: number;
  readonly end: number;
}

export interface TextPage extends Dictionary {
  readonly first: number;
  readonly end: number;
  isAscii(): boolean;
}

/** Where the filters of a group are. */
export type FilterPlaces = Pick<GroupDetails, 'blocks' | 'filters'>;

/** The file of a group, and what its part says of it. */
export interface GroupSource {
  /** A handle that is good until others were opened. */
  readonly openFile: () => number;
  readonly details: () => GroupDetails;
  /** For a first look: most groups turn out to have nothing that is looked for. */
  readonly lookUp: <T>(read: (file: number, places: FilterPlaces) => T) => T;
}

export function createGroupReader(
  { openFile, details, lookUp }: GroupSource,
  group: GroupPlace,
): GroupReader {
  const column = (name: string): ColumnIndex => columnOf(details(), name);
  const numbers = createPages(column, (page) => readNumbers(readPage(openFile(), page)));
  const valueNumbers = createPages(column, (page) =>
    readValueNumbers(readPage(openFile(), page), page[3]),
  );
  const texts = createPages(column, (page, first) => textPage(openFile(), page, first));
  const pairs = createPages(column, (page) => {
    const bytes = readPage(openFile(), page);
    return { bytes, ...readRowEnds(bytes, page[3]) };
  });
  const dictionaries = new Map<string, Dictionary>();
  const dictionary = (name: string): Dictionary | undefined => {
    const { dictionary: page } = column(name);
    return page === undefined
      ? undefined
      : remember(dictionaries, name, () => {
          const bytes = readPage(openFile(), page);
          return { bytes, values: readDictionary(bytes, page[3]) };
        });
  };
  const valueNumberAt = (name: string, row: number, known: Dictionary): number => {
    if (known.values.starts.length === 1) return 0;
    const { content, first } = valueNumbers.at(name, row);
    return content[row - first] ?? 0;
  };
  return {
    group,
    dictionary,
    numbersAt: (name, row) => numbers.at(name, row),
    valueNumbersAt: (name, row) => valueNumbers.at(name, row),
    numberAt(name, row) {
      const [least, most] = group.bounds[name];
      if (least === most) return least;
      const { content, first } = numbers.at(name, row);
      return content[row - first] ?? 0;
    },
    textAt(name, row) {
      const known = dictionary(name);
      if (known !== undefined) return textIn(known, valueNumberAt(name, row, known));
      const { content, first } = texts.at(name, row);
      return textIn(content, row - first);
    },
    textsAt: (name, row) => texts.at(name, row).content,
    attributesAt(row) {
      const keys = pairs.at('key', row);
      const values = pairs.at('value', row);
      const names = dictionary('key');
      if (names === undefined) throw new DamagedPart();
      return pairsOf(row - keys.first, keys.content, values.content, names);
    },
    rangesWith: (wanted) =>
      wanted.length === 0
        ? [{ from: 0, to: group.rows }]
        : lookUp((file, places) => rangesWith(file, places, wanted)),
  };
}

function textPage(file: number, page: PackedPage, first: number): TextPage {
  const bytes = readPage(file, page);
  let texts: Texts | undefined;
  let isPlain: boolean | undefined;
  return {
    bytes,
    // Who finds nothing in the bytes need not know where each text begins.
    get values() {
      return (texts ??= readTexts(bytes));
    },
    first,
    end: first + page[3],
    isAscii() {
      return (isPlain ??= isAscii(bytes.subarray(this.values.starts[0] ?? 0)));
    },
  };
}

/** What rows have in a column, page by page; rows go up. */
export function gather<Content extends Float64Array | Uint32Array>(
  rows: Uint32Array,
  into: Content,
  pageAt: (row: number) => Page<Content>,
): Content {
  let [first, end] = [0, 0];
  let content = into;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    if (row >= end) ({ content, first, end } = pageAt(row));
    into[i] = content[row - first] ?? 0;
  }
  return into;
}

interface Pages<Content> {
  at(name: string, row: number): Page<Content>;
}

/** The most recently used page is usually requested again. */
function createPages<Content>(
  column: (name: string) => ColumnIndex,
  read: (page: PackedPage, first: number) => Content,
): Pages<Content> {
  const known = new Map<string, Map<number, Page<Content>>>();
  const last = new Map<string, Page<Content>>();
  return {
    at(name, row) {
      const before = last.get(name);
      if (before !== undefined && row >= before.first && row < before.end) return before;
      const { page, first, place } = findPage(column(name), row);
      const own = remember(known, name, () => new Map<number, Page<Content>>());
      const found = remember(own, place, () => ({
        content: read(page, first),
        first,
        end: first + page[3],
      }));
      last.set(name, found);
      return found;
    },
  };
}

interface Memory<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

function remember<K, V>(known: Memory<K, V>, key: K, make: () => V): V {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make();
  known.set(key, made);
  return made;
}

export function textIn({ bytes, values: { starts, lengths } }: Dictionary, at: number): string {
  const start = starts[at] ?? 0;
  return bytes.toString('utf8', start, start + (lengths[at] ?? 0));
}

function findPage({ pages }: ColumnIndex, row: number) {
  let first = 0;
  for (const [place, page] of pages.entries()) {
    if (row < first + page[3]) return { page, first, place };
    first += page[3];
  }
  throw new DamagedPart();
}

interface PairsPage {
  readonly bytes: Buffer;
  readonly ends: Uint32Array;
  readonly valuesAt: number;
}

function pairsOf(
  at: number,
  keys: PairsPage,
  values: PairsPage,
  names: Dictionary,
): [string, string][] {
  const from = at === 0 ? 0 : (keys.ends[at - 1] ?? 0);
  const to = keys.ends[at] ?? 0;
  if (from === to) return [];
  const numbers = remember(numbersOfPages, keys, () =>
    readValueNumbers(keys.bytes, keys.ends.at(-1) ?? 0, keys.valuesAt),
  );
  const texts = remember(textsOfPages, values, () => readTexts(values.bytes, values.valuesAt));
  return Array.from({ length: to - from }, (_, i) => [
    textIn(names, numbers[from + i] ?? 0),
    textIn({ bytes: values.bytes, values: texts }, from + i),
  ]);
}

/** Gone with the pages. */
const numbersOfPages = new WeakMap<PairsPage, Uint32Array>();
const textsOfPages = new WeakMap<PairsPage, Texts>();

function rangesWith(
  file: number,
  { filters, blocks }: FilterPlaces,
  keys: readonly number[],
): readonly RowRange[] {
  const bits = keys.map((key) => {
    const { at, length } = placeOf(key, { chunks: filters.chunks, blocks: blocks.length });
    const bytes = readAt(file, filters.at + at, length);
    if (!isWhole(bytes)) throw new DamagedPart();
    return { key, bytes };
  });
  const ranges: RowRange[] = [];
  let from = 0;
  for (const [block, rows] of blocks.entries()) {
    const to = from + rows;
    if (bits.every(({ key, bytes }) => mayHold(bytes, block, key))) ranges.push({ from, to });
    from = to;
  }
  return ranges;
}
