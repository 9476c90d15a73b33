/**
 * Rows on their way into a part, column by column. Texts stay in the blocks or pages they came with, and are referenced
 * by their positions.
 */
import type { Block, BlockColumn, Texts } from '../duckdb/engine/block-reader.ts';
import { readInstant } from '../duckdb/engine/block-reader.ts';

/** Columns with few different values. */
export const FEW_VALUES = [
  'organization',
  'index_name',
  'level',
  'source',
  'service',
  'environment',
  'host',
] as const;
export type FewValuesName = (typeof FEW_VALUES)[number];

/** The ID of a row has two parts, of which only one is an increasing number. */
export const NUMBERS = [
  'timestamp',
  'received_at',
  'stored_at',
  'row_sequence',
  'row_node',
  'retention_days',
] as const;
export type NumberName = (typeof NUMBERS)[number];

export const TEXTS = [
  'event_id',
  'trace_id',
  'span_id',
  'user_id',
  'request_id',
  'session_id',
  'body',
] as const;
export type TextName = (typeof TEXTS)[number];

/** All columns of a part, in order; the last two are the names and the values of attributes. */
const COLUMNS = [...FEW_VALUES, ...NUMBERS, ...TEXTS, 'key', 'value'] as const;
const PLACES = new Map<string, number>(COLUMNS.map((name, place) => [name, place]));

/** Where in `COLUMNS` a column is; undefined for one that parts do not have. */
export function columnPlace(name: string): number | undefined {
  return PLACES.get(name);
}

/** Different values, and which of them each row has. */
export interface NumberedValues {
  readonly values: readonly Buffer[];
  readonly numbers: Uint32Array;
}

export interface TextColumn {
  readonly buffers: readonly Buffer[];
  /** In which of the buffers each text is. */
  readonly sources: Uint32Array;
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
}

export interface PartRows {
  readonly rows: number;
  readonly numbers: Readonly<Record<NumberName, Float64Array>>;
  readonly few: Readonly<Record<FewValuesName, NumberedValues>>;
  readonly texts: Readonly<Record<TextName, TextColumn>>;
  readonly attributes: Attributes;
}

export interface Attributes {
  /** Where the pairs of each row end. */
  readonly ends: Uint32Array;
  /** Of each pair. */
  readonly keys: NumberedValues;
  readonly values: TextColumn;
}

export interface BlockWithBytes {
  readonly bytes: Buffer;
  readonly block: Block;
}

/** `storedAt` is for rows that no store has had before. */
export function rowsOfBlocks(blocks: readonly BlockWithBytes[], storedAt: number): PartRows {
  const rows = blocks.reduce((sum, { block }) => sum + block.rows, 0);
  const buffers = blocks.map(({ bytes }) => bytes);
  return {
    rows,
    numbers: numbersOf(blocks, rows, storedAt),
    few: everyOf(FEW_VALUES, (name) =>
      joinDictionaries(blocks, rows, (b) => dictionaryOf(b, name)),
    ),
    texts: everyOf(TEXTS, (name) =>
      joinTexts(
        buffers,
        rows,
        blocks.map(({ block }) => textsOf(block.columns[name])),
      ),
    ),
    attributes: joinAttributes(blocks, buffers),
  };
}

/** The organizations that have rows in blocks. */
export function ownersOf(blocks: readonly BlockWithBytes[]): string[] {
  const rows = blocks.reduce((sum, { block }) => sum + block.rows, 0);
  const { values } = joinDictionaries(blocks, rows, (b) => dictionaryOf(b, 'organization'));
  return values.map((value) => value.toString());
}

/** A value for each name. */
export function everyOf<Name extends string, T>(
  names: readonly Name[],
  make: (name: Name) => T,
): Record<Name, T> {
  // Every name of the list is a key.
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, T>;
}

const INSTANT_BYTES = 8;
const NODE_SIZE = 0x1_0000;

function numbersOf(
  blocks: readonly BlockWithBytes[],
  rows: number,
  now: number,
): Record<NumberName, Float64Array> {
  const all = everyOf(NUMBERS, () => new Float64Array(rows));
  let row = 0;
  for (const { bytes, block } of blocks) {
    const timestamps = startOf(block.columns.timestamp);
    const arrivals = startOf(block.columns.received_at);
    const ids = startOf(block.columns.row_id);
    const days = startOf(block.columns.retention_days);
    for (let i = 0; i < block.rows; i++, row++) {
      all.timestamp[row] = readInstant(bytes, timestamps + i * INSTANT_BYTES);
      all.received_at[row] = readInstant(bytes, arrivals + i * INSTANT_BYTES);
      all.stored_at[row] =
        block.storedAt === undefined ? now : readInstant(bytes, block.storedAt + i * INSTANT_BYTES);
      const id = bytes.readUInt32LE(ids + i * INSTANT_BYTES);
      const upper = bytes.readUInt32LE(ids + i * INSTANT_BYTES + 4);
      all.row_node[row] = id % NODE_SIZE;
      all.row_sequence[row] = upper * NODE_SIZE + Math.floor(id / NODE_SIZE);
      all.retention_days[row] = bytes.readUInt16LE(days + i * 2);
    }
  }
  return all;
}

function startOf(column: BlockColumn): number {
  if (column.kind !== 'numbers') throw new Error('A column of numbers has something else.');
  return column.start;
}

interface BlockDictionary {
  readonly keys: Texts;
  readonly rows: Uint32Array;
}

function dictionaryOf(block: Block, name: FewValuesName): BlockDictionary {
  const column = block.columns[name];
  if (column.kind !== 'dictionary') throw new Error('A column of few values has something else.');
  return column;
}

/** One dictionary of several: a value has one number in all of them. */
function joinDictionaries(
  blocks: readonly BlockWithBytes[],
  rows: number,
  dictionary: (block: Block) => BlockDictionary,
): NumberedValues {
  const joined = createNumbering();
  const numbers = new Uint32Array(rows);
  let row = 0;
  for (const { bytes, block } of blocks) {
    const { keys, rows: own } = dictionary(block);
    const known = Uint32Array.from(keys.starts, (start, i) =>
      joined.numberOf(bytes, start, keys.lengths[i] ?? 0),
    );
    for (const key of own) numbers[row++] = known[key] ?? 0;
  }
  return { values: joined.values, numbers };
}

export interface Numbering {
  readonly values: Buffer[];
  numberOf(bytes: Buffer, start: number, length: number): number;
}

/** Gives each different value a number, in the order in which they come. */
export function createNumbering(): Numbering {
  const values: Buffer[] = [];
  const known = new Map<string, number>();
  return {
    values,
    numberOf(bytes, start, length) {
      const text = bytes.toString('latin1', start, start + length);
      const before = known.get(text);
      if (before !== undefined) return before;
      known.set(text, values.length);
      return values.push(bytes.subarray(start, start + length)) - 1;
    },
  };
}

function textsOf(column: BlockColumn): Texts {
  if (column.kind !== 'texts') throw new Error('A column of texts has something else.');
  return column.texts;
}

/** Concatenates the texts of each buffer. */
export function joinTexts(
  buffers: readonly Buffer[],
  count: number,
  parts: readonly Texts[],
): TextColumn {
  const sources = new Uint32Array(count);
  const starts = new Uint32Array(count);
  const lengths = new Uint32Array(count);
  let at = 0;
  for (const [source, texts] of parts.entries()) {
    sources.fill(source, at, at + texts.starts.length);
    starts.set(texts.starts, at);
    lengths.set(texts.lengths, at);
    at += texts.starts.length;
  }
  return { buffers, sources, starts, lengths };
}

function joinAttributes(blocks: readonly BlockWithBytes[], buffers: readonly Buffer[]): Attributes {
  const columns = blocks.map(({ block }) => {
    const column = block.columns.attributes;
    if (column.kind !== 'pairs') throw new Error('The column of attributes has something else.');
    return column;
  });
  const ends = new Uint32Array(blocks.reduce((sum, { block }) => sum + block.rows, 0));
  let row = 0;
  let before = 0;
  for (const column of columns) {
    for (const end of column.ends) ends[row++] = before + end;
    before += column.ends.at(-1) ?? 0;
  }
  let next = 0;
  const keys = joinDictionaries(blocks, before, () => columns[next++] ?? NO_PAIRS);
  const values = joinTexts(
    buffers,
    before,
    columns.map((column) => column.values),
  );
  return { ends, keys, values };
}

const NO_PAIRS: BlockDictionary = {
  keys: { starts: new Uint32Array(0), lengths: new Uint32Array(0) },
  rows: new Uint32Array(0),
};
