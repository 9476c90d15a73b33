/** The keys of rows, and the blocks of rows that have about as many of them. */
import { eachValue, eachWord, openPair } from '../duckdb/engine/words/key-hash.ts';
import { PROMOTED_WITH_FEW_VALUES, PROMOTED_WITH_MANY_VALUES } from '../schema/columns.ts';
import { BLOCK_KEYS_MAX, BLOCK_ROWS_MAX, keysOf } from './block-filters.ts';
import { createKeySet } from './key-set.ts';
import type { NumberedValues, PartRows, TextColumn } from './part-rows.ts';

export interface KeyedBlock {
  readonly rows: number;
  readonly keys: Uint32Array;
}

/** Number of rows processed at a time: column by column is faster than row by row. */
const STEP_ROWS = 256;

const keys = createKeySet();
const onKey = (key: number): void => keys.add(key);

/** Of all keys of attributes, once for all groups of rows. */
export function openPairs({ attributes }: PartRows): readonly number[] {
  return attributes.keys.values.map((key) => openPair(key, 0, key.length));
}

/**
 * Collects the keys of rows in the given order, from one position up to but excluding another; `pairs` are those of
 * `openPairs`.
 */
export function collectKeys(
  rows: PartRows,
  pairs: readonly number[],
  order: Uint32Array,
  from: number,
  to: number,
): KeyedBlock[] {
  const blocks: KeyedBlock[] = [];
  let first = from;
  keys.clear();
  for (let start = from; start < to; start += STEP_ROWS) {
    const end = Math.min(to, start + STEP_ROWS);
    addStep(rows, order.subarray(start, end), pairs);
    const isFull = keys.count() >= BLOCK_KEYS_MAX || end - first >= BLOCK_ROWS_MAX;
    if (!isFull && end < to) continue;
    blocks.push({ rows: end - first, keys: keysOf(keys) });
    keys.clear();
    first = end;
  }
  return blocks;
}

function addStep(rows: PartRows, order: Uint32Array, pairs: readonly number[]): void {
  eachText(rows.texts.body, order, (bytes, start, end) => eachWord(bytes, start, end, onKey));
  for (const { name, pair } of FEW) addFew(rows.few[name], order, pair);
  for (const { name, pair } of MANY) {
    // A column cannot tell empty from absent.
    eachText(rows.texts[name], order, (bytes, start, end) => {
      if (end > start) eachValue(pair, bytes, start, end, onKey);
    });
  }
  addAttributes(rows, order, pairs);
}

const FEW = PROMOTED_WITH_FEW_VALUES.map((name) => ({ name, pair: pairOf(name) }));
const MANY = PROMOTED_WITH_MANY_VALUES.map((name) => ({ name, pair: pairOf(name) }));

function pairOf(name: string): number {
  const bytes = Buffer.from(name);
  return openPair(bytes, 0, bytes.length);
}

function addFew({ values, numbers }: NumberedValues, order: Uint32Array, pair: number): void {
  // Rows of a service are adjacent.
  let before = -1;
  for (const row of order) {
    const number = numbers[row] ?? 0;
    if (number === before) continue;
    before = number;
    const value = values[number];
    if (value !== undefined && value.length > 0) eachValue(pair, value, 0, value.length, onKey);
  }
}

function addAttributes(
  { attributes: { ends, keys: names, values } }: PartRows,
  order: Uint32Array,
  pairs: readonly number[],
): void {
  for (const row of order) {
    const end = ends[row] ?? 0;
    for (let i = row === 0 ? 0 : (ends[row - 1] ?? 0); i < end; i++) {
      const pair = pairs[names.numbers[i] ?? 0];
      const bytes = values.buffers[values.sources[i] ?? 0];
      if (pair === undefined || bytes === undefined) continue;
      const start = values.starts[i] ?? 0;
      eachValue(pair, bytes, start, start + (values.lengths[i] ?? 0), onKey);
    }
  }
}

function eachText(
  { buffers, sources, starts, lengths }: TextColumn,
  order: Uint32Array,
  visit: (bytes: Buffer, start: number, end: number) => void,
): void {
  for (const row of order) {
    const bytes = buffers[sources[row] ?? 0];
    const start = starts[row] ?? 0;
    if (bytes !== undefined) visit(bytes, start, start + (lengths[row] ?? 0));
  }
}
