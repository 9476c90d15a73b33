/** Reads the keys of a block's rows: words of bodies, and attributes with their values. */
import { PROMOTED } from '../../../schema/columns.ts';
import type { Block, BlockColumn, Texts } from '../block-reader.ts';
import { eachValue, eachWord, openPair, type OnKey } from './key-hash.ts';

/** From the first of them to before the end. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** Column by column: the keys of a row are in no particular order. */
export function readKeys(bytes: Buffer, block: Block, rows: RowRange, onKey: OnKey): void {
  readWords(bytes, block.columns.body, rows, onKey);
  for (const { name, pair } of PROMOTED_PAIRS) {
    readPromoted(bytes, { pair, column: block.columns[name] }, rows, onKey);
  }
  readPairs(bytes, block.columns.attributes, rows, onKey);
}

const PROMOTED_PAIRS = PROMOTED.map((name) => {
  const key = Buffer.from(name);
  return { name, pair: openPair(key, 0, key.length) };
});

function readWords(bytes: Buffer, column: BlockColumn, rows: RowRange, onKey: OnKey): void {
  const { starts, lengths } = textsOf(column);
  for (let row = rows.start; row < rows.end; row++) {
    const start = starts[row] ?? 0;
    eachWord(bytes, start, start + (lengths[row] ?? 0), onKey);
  }
}

interface Promoted {
  readonly pair: number;
  readonly column: BlockColumn;
}

/** A column cannot tell empty from absent. */
function readPromoted(
  bytes: Buffer,
  { pair, column }: Promoted,
  rows: RowRange,
  onKey: OnKey,
): void {
  const { starts, lengths } = textsOf(column);
  const read = (at: number): void => {
    const start = starts[at] ?? 0;
    const length = lengths[at] ?? 0;
    if (length > 0) eachValue(pair, bytes, start, start + length, onKey);
  };
  if (column.kind === 'dictionary') {
    for (const at of new Set(column.rows.subarray(rows.start, rows.end))) read(at);
  } else {
    for (let row = rows.start; row < rows.end; row++) read(row);
  }
}

function readPairs(bytes: Buffer, column: BlockColumn, rows: RowRange, onKey: OnKey): void {
  if (column.kind !== 'pairs') return;
  const { ends, keys, rows: names, values } = column;
  const pairs = Array.from(keys.starts, (start, i) =>
    openPair(bytes, start, start + (keys.lengths[i] ?? 0)),
  );
  const end = rows.end === 0 ? 0 : (ends[rows.end - 1] ?? 0);
  for (let i = rows.start === 0 ? 0 : (ends[rows.start - 1] ?? 0); i < end; i++) {
    const pair = pairs[names[i] ?? 0];
    const start = values.starts[i] ?? 0;
    if (pair === undefined) continue;
    eachValue(pair, bytes, start, start + (values.lengths[i] ?? 0), onKey);
  }
}

function textsOf(column: BlockColumn): Texts {
  if (column.kind === 'texts') return column.texts;
  return column.kind === 'dictionary'
    ? column.keys
    : { starts: new Uint32Array(0), lengths: new Uint32Array(0) };
}
