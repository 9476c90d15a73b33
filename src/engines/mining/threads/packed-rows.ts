/**
 * Rows as one piece of memory that moves to another thread without being copied. Writing and reading it
 * takes a pause now and then: other requests wait for no more than one slice, or one row.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JsonValue, Row } from '../../../patterns/index.ts';

export interface PackedRows {
  /** The texts of all rows as UTF-8, concatenated. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each row ends. */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** 1 for a row that is written as JSON, 0 for one that is a line. */
  readonly isJson: Uint8Array<ArrayBuffer>;
}

/** Time spent packing before yielding to other requests. */
const SLICE_MS = 4;
const ROWS_BETWEEN_LOOKS = 32;
const BYTES_PER_ROW_GUESSED = 256;

export async function packRows(
  rows: readonly Row[],
  signal: AbortSignal | undefined,
): Promise<PackedRows> {
  const ends = new Uint32Array(rows.length);
  const isJson = new Uint8Array(rows.length);
  let buffer = Buffer.from(new ArrayBuffer(rows.length * BYTES_PER_ROW_GUESSED));
  let end = 0;
  let sliceStartedAt = performance.now();
  for (const [i, row] of rows.entries()) {
    const text = typeof row === 'string' ? row : JSON.stringify(row);
    const bytes = Buffer.byteLength(text);
    if (end + bytes > buffer.length) buffer = grow(buffer, end, end + bytes);
    end += buffer.write(text, end);
    ends[i] = end;
    isJson[i] = typeof row === 'string' ? 0 : 1;
    if (i % ROWS_BETWEEN_LOOKS === 0 && performance.now() - sliceStartedAt > SLICE_MS) {
      await nextTurn();
      signal?.throwIfAborted();
      sliceStartedAt = performance.now();
    }
  }
  return { bytes: new Uint8Array(buffer.buffer, 0, end), ends, isJson };
}

export function unpackRows({ bytes, ends, isJson }: PackedRows): Row[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const rows: Row[] = [];
  let start = 0;
  for (const [i, end] of ends.entries()) {
    const text = buffer.toString('utf8', start, end);
    rows.push(isJson[i] === 1 ? readJson(text) : text);
    start = end;
  }
  return rows;
}

function grow(buffer: Buffer<ArrayBuffer>, used: number, bytesMin: number): Buffer<ArrayBuffer> {
  const larger = Buffer.from(new ArrayBuffer(Math.max(bytesMin, buffer.length * 2)));
  buffer.copy(larger, 0, 0, used);
  return larger;
}

/** What `packRows` has written is JSON. */
function readJson(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}
