import { createByteSink, putBytes, putInt64, putString, reserve } from './byte-sink.ts';
import type { ByteSink } from './byte-sink.ts';

/** A column with few distinct values (LowCardinality): each is written once, rows refer to it by number. */
export interface DictionaryColumn {
  readonly numbers: Map<string, number>;
  readonly keys: ByteSink;
  /** The number of each row's value. */
  indexes: Uint32Array;
  count: number;
  lastText: string;
  lastNumber: number;
}

export function createDictionary(): DictionaryColumn {
  return {
    numbers: new Map(),
    keys: createByteSink(1 << 10),
    indexes: new Uint32Array(1 << 10),
    count: 0,
    lastText: '',
    lastNumber: -1,
  };
}

export function clearDictionary(column: DictionaryColumn): void {
  column.numbers.clear();
  column.keys.length = 0;
  column.count = 0;
  column.lastNumber = -1;
}

export function addToDictionary(column: DictionaryColumn, text: string): void {
  if (column.count === column.indexes.length) {
    const grown = new Uint32Array(column.indexes.length * 2);
    grown.set(column.indexes);
    column.indexes = grown;
  }
  column.indexes[column.count++] = numberOf(column, text);
}

function numberOf(column: DictionaryColumn, text: string): number {
  if (column.lastNumber >= 0 && column.lastText === text) return column.lastNumber;
  let number = column.numbers.get(text);
  if (number === undefined) {
    number = column.numbers.size;
    column.numbers.set(text, number);
    putString(column.keys, text);
  }
  column.lastText = text;
  column.lastNumber = number;
  return number;
}

/** Written once, at the very beginning of a column. */
export function putDictionaryVersion(out: ByteSink): void {
  putInt64(out, 1);
}

/** The block brings its own keys, and the store joins them to its dictionary. */
const BRINGS_KEYS = (1 << 9) | (1 << 10);

/** What `putDictionaryVersion` and `putDictionary` write, in bytes. */
export function sizeOfDictionary(column: DictionaryColumn): number {
  const { count, keys } = column;
  return count === 0 ? 8 : 4 * 8 + keys.length + (count << widthOf(column));
}

export function putDictionary(out: ByteSink, column: DictionaryColumn): void {
  const { numbers, indexes, count } = column;
  // A dictionary without rows is left out altogether.
  if (count === 0) return;
  const width = widthOf(column);
  putInt64(out, BRINGS_KEYS | width);
  putInt64(out, numbers.size);
  putBytes(out, column.keys);
  putInt64(out, count);
  reserve(out, count << width);
  const { bytes } = out;
  let at = out.length;
  for (let i = 0; i < count; i++) {
    const index = indexes[i] ?? 0;
    bytes[at++] = index;
    if (width > 0) bytes[at++] = index >>> 8;
    if (width > 1) {
      bytes[at++] = index >>> 16;
      bytes[at++] = index >>> 24;
    }
  }
  out.length = at;
}

/** The power of two of the bytes that a row's number takes. */
function widthOf({ numbers }: DictionaryColumn): 0 | 1 | 2 {
  if (numbers.size <= 0x100) return 0;
  return numbers.size <= 0x1_0000 ? 1 : 2;
}
