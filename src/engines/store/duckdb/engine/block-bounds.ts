/** Within which bounds the rows of blocks are. */
import { DAY_MS } from '../../../../spec/units.ts';
import { readInstant, type Block, type BlockColumn } from './block-reader.ts';
import { type Bounds, noRows } from './day-file.ts';

/** The lower bits of a row id are the number of the node; the rest is a number without them. */
const NODE_BITS = 16;

/** Bounds of the rows of this block only. */
export function boundsOf(bytes: Buffer, block: Block): Bounds {
  const [from, to] = extent(bytes, block, 'timestamp', readInstant);
  const [receivedFrom, receivedTo] = extent(bytes, block, 'received_at', readInstant);
  const [first, last] = extent(bytes, block, 'row_id', readSequence);
  const [days] = extent(bytes, block, 'retention_days', readDays);
  return {
    ...noRows(),
    rows: block.rows,
    from,
    to,
    receivedFrom,
    receivedTo,
    ...storedTimes(bytes, block),
    rowIdFrom: BigInt(first) << BigInt(NODE_BITS),
    rowIdTo: ((BigInt(last) + 1n) << BigInt(NODE_BITS)) - 1n,
    // No row of the block goes before that.
    expiresFrom: from + days * DAY_MS,
  };
}

/** Taken from the block if it contains ingest times; other rows are stored now. */
function storedTimes(
  bytes: Buffer,
  { rows, storedAt }: Block,
): Partial<Pick<Bounds, 'storedFrom' | 'storedTo'>> {
  if (storedAt === undefined) return {};
  const times = { kind: 'numbers', start: storedAt, width: 8 } as const;
  const [storedFrom, storedTo] = extentOf(bytes, rows, times, readInstant);
  return { storedFrom, storedTo };
}

/** The smallest and the largest number of a column. */
function extent(
  bytes: Buffer,
  block: Block,
  name: 'timestamp' | 'received_at' | 'row_id' | 'retention_days',
  read: (bytes: Buffer, at: number) => number,
): [number, number] {
  return extentOf(bytes, block.rows, block.columns[name], read);
}

function extentOf(
  bytes: Buffer,
  rows: number,
  column: BlockColumn,
  read: (bytes: Buffer, at: number) => number,
): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  if (column.kind !== 'numbers') return [least, most];
  for (let row = 0; row < rows; row++) {
    const value = read(bytes, column.start + row * column.width);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

function readDays(bytes: Buffer, at: number): number {
  return bytes.readUInt16LE(at);
}

function readSequence(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at + 4) * 2 ** NODE_BITS + bytes.readUInt16LE(at + 2);
}

/** Counts the rows that are within others, and makes the bounds wide enough for them. */
export function widenBy(bounds: Bounds, others: Bounds): void {
  bounds.rows += others.rows;
  for (const name of ['from', 'receivedFrom', 'storedFrom', 'expiresFrom'] as const) {
    bounds[name] = Math.min(bounds[name], others[name]);
  }
  for (const name of ['to', 'receivedTo', 'storedTo'] as const) {
    bounds[name] = Math.max(bounds[name], others[name]);
  }
  if (others.rowIdFrom < bounds.rowIdFrom) bounds.rowIdFrom = others.rowIdFrom;
  if (others.rowIdTo > bounds.rowIdTo) bounds.rowIdTo = others.rowIdTo;
}
