/**
 * A block costs the store some 300 µs whatever it holds, so a request of a few events does not become one of its
 * own. Its rows wait as text, each with the id it was given, and those of many requests become one block
 * on their way into the store.
 */
import type { LogRecord } from '../../base/record.ts';
import { createBlockEncoder } from './block-encoder.ts';

/** From here on a block of its own is cheaper than packing and encoding once more. */
export const PACKED_ROWS_MAX = 32;
/** Rows of a joined block: others get their turn on the event loop between two. */
const JOINED_ROWS_MAX = 1_000;
/** A block begins with the number of its columns, which is never zero. */
const MARK = 0;

/** The events of one request, with the first of their consecutive row ids. */
interface PackedRows {
  readonly firstSequence: number;
  readonly node: number;
  readonly records: readonly LogRecord[];
}

/** Ends with `room` for whoever has something to write behind them. */
export function packRows(rows: PackedRows, room = 0): Uint8Array {
  const text = `\0${JSON.stringify(rows)}`;
  const packed = Buffer.allocUnsafe(Buffer.byteLength(text) + room);
  packed.write(text);
  return packed;
}

/** Undefined for what is a block already. */
export function unpackRows(bytes: Uint8Array): PackedRows | undefined {
  if (bytes[0] !== MARK) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + 1, bytes.byteLength - 1);
  // Only `packRows` makes such bytes.
  return JSON.parse(text.toString('utf8')) as PackedRows;
}

export interface BlockJoiner {
  /** Blocks as they are, packed rows as blocks. The same input gives the same blocks, in the same order. */
  join(parts: readonly Uint8Array[]): Promise<readonly Uint8Array[]>;
}

export function createBlockJoiner(): BlockJoiner {
  const encoder = createBlockEncoder({ node: 0, take: () => 0 });
  return {
    async join(parts) {
      if (!parts.some((part) => part[0] === MARK)) return parts;
      const blocks: Uint8Array[] = [];
      let waiting = noRows();
      for (const part of parts) {
        const packed = unpackRows(part);
        if (packed === undefined) blocks.push(part);
        else addRows(waiting, packed);
        if (waiting.records.length < JOINED_ROWS_MAX) continue;
        blocks.push(encoder.encodeNumbered(waiting));
        waiting = noRows();
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
      if (waiting.records.length > 0) blocks.push(encoder.encodeNumbered(waiting));
      return blocks;
    },
  };
}

interface WaitingRows {
  readonly records: LogRecord[];
  readonly sequences: number[];
  readonly nodes: number[];
}

function noRows(): WaitingRows {
  return { records: [], sequences: [], nodes: [] };
}

function addRows(to: WaitingRows, { firstSequence, node, records }: PackedRows): void {
  for (const [position, record] of records.entries()) {
    to.records.push(record);
    to.sequences.push(firstSequence + position);
    to.nodes.push(node);
  }
}
