/** The keys of the rows of a block: words of bodies, and attributes with their values. */
import { PROMOTED } from '../../../schema/columns.ts';
import type { Block, BlockColumn, Texts } from '../block-reader.ts';
import { closePair, eachWord, openPair, type OnKey } from './key-hash.ts';

/** `onRow` is told each row before its keys come. */
export function readKeys(bytes: Buffer, block: Block, onRow: (row: number) => OnKey): void {
  const { body, attributes } = block.columns;
  const readers = PROMOTED.map((name) => promotedReader(bytes, name, block.columns[name]));
  const readPairs = pairsReader(bytes, attributes);
  const { starts, lengths } = textsOf(body);
  for (let row = 0; row < block.rows; row++) {
    const onKey = onRow(row);
    const start = starts[row] ?? 0;
    eachWord(bytes, start, start + (lengths[row] ?? 0), onKey);
    for (const read of readers) read(row, onKey);
    readPairs(row, onKey);
  }
}

type ReadRow = (row: number, onKey: OnKey) => void;

function promotedReader(bytes: Buffer, name: string, column: BlockColumn): ReadRow {
  const key = Buffer.from(name);
  const pair = openPair(key, 0, key.length);
  const { starts, lengths } = textsOf(column);
  const rows = column.kind === 'dictionary' ? column.rows : undefined;
  return (row, onKey) => {
    const at = rows === undefined ? row : (rows[row] ?? 0);
    const length = lengths[at] ?? 0;
    const start = starts[at] ?? 0;
    // A column cannot tell empty from absent.
    if (length > 0) closePair(pair, bytes, start, start + length, onKey);
  };
}

function pairsReader(bytes: Buffer, column: BlockColumn): ReadRow {
  if (column.kind !== 'pairs') return () => {};
  const { ends, keys, rows, values } = column;
  const pairs = Array.from(keys.starts, (start, i) =>
    openPair(bytes, start, start + (keys.lengths[i] ?? 0)),
  );
  return (row, onKey) => {
    const end = ends[row] ?? 0;
    for (let i = row === 0 ? 0 : (ends[row - 1] ?? 0); i < end; i++) {
      const pair = pairs[rows[i] ?? 0];
      const start = values.starts[i] ?? 0;
      if (pair === undefined) continue;
      closePair(pair, bytes, start, start + (values.lengths[i] ?? 0), onKey);
    }
  };
}

function textsOf(column: BlockColumn): Texts {
  if (column.kind === 'texts') return column.texts;
  return column.kind === 'dictionary'
    ? column.keys
    : { starts: new Uint32Array(0), lengths: new Uint32Array(0) };
}
