/**
 * A block costs the store about 300 µs regardless of its size, so a request with few events does not get its own block.
 * Its rows wait as text, each with its assigned ID, and the rows of many requests are combined into one block on the
 * way to the store.
 */
import type { LogRecord } from '../../base/record.ts';
import { createBlockEncoder } from './block-encoder.ts';

/** From this size on, a separate block is cheaper than packing and encoding again. */
export const PACKED_ROWS_MAX = 32;
/** Rows of a joined block: other work gets its turn on the event loop between two blocks. */
const JOINED_ROWS_MAX = 1_000;
/** A block begins with the number of its columns, which is never zero. */
const MARK = 0;

/** The events of one request, with the first of their consecutive row ids. */
interface PackedRows {
  readonly firstSequence: number;
  readonly node: number;
  readonly records: readonly LogRecord[];
}

/** Leaves `room` bytes at the end, where the caller can append data. */
export function packRows(rows: PackedRows, room = 0): Uint8Array {
  const text = `\0${JSON.stringify(rows)}`;
  const packed = Buffer.allocUnsafe(Buffer.byteLength(text) + room);
  packed.write(text);
  return packed;
}

/** Undefined if the bytes are already a block. */
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
