/** A table sent with a statement: the store reads it like one of its own, on every node, and drops it afterwards. */
import assert from 'node:assert/strict';

export interface SentTable {
  /** Names and types of its columns, as the store writes them. */
  readonly structure: string;
  /** The store's name for the form of `bytes`. */
  readonly format: 'RowBinary' | 'Native';
  readonly bytes: Uint8Array;
}

/**
 * One row with lists of equal length, so that related values stay together regardless of the number of threads that
 * read it. The columns are named `list1`, `list2` …, in the order of the lists.
 */
export function sendLists(lists: readonly (readonly string[])[]): SentTable {
  const [first] = lists;
  assert(first !== undefined, 'a table has at least one list');
  assert(
    lists.every(({ length }) => length === first.length),
    'lists of a table are equally long',
  );
  const structure = lists.map((_, i) => `${listName(i)} Array(String)`).join(', ');
  return { structure, format: 'RowBinary', bytes: encode(lists) };
}

export function listName(at: number): `list${number}` {
  return `list${at + 1}`;
}

/** Seven bits a byte, the lowest first. */
const LENGTH_BYTES_MAX = 5;

function encode(lists: readonly (readonly string[])[]): Uint8Array {
  let room = 0;
  for (const list of lists) {
    room += LENGTH_BYTES_MAX;
    for (const text of list) room += Buffer.byteLength(text) + LENGTH_BYTES_MAX;
  }
  const buffer = Buffer.allocUnsafe(room);
  let at = 0;
  for (const list of lists) {
    at = writeLength(buffer, at, list.length);
    for (const text of list) {
      at = writeLength(buffer, at, Buffer.byteLength(text));
      at += buffer.write(text, at);
    }
  }
  return buffer.subarray(0, at);
}

/** Decodes the lists of a table created by `sendLists`, for an engine that reads them itself. */
export function decodeLists(bytes: Uint8Array): string[][] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lists: string[][] = [];
  for (let at = 0; at < buffer.length;) {
    let count: number;
    [count, at] = readLength(buffer, at);
    const list: string[] = [];
    for (let i = 0; i < count; i++) {
      const [length, start] = readLength(buffer, at);
      at = start + length;
      list.push(buffer.toString('utf8', start, at));
    }
    lists.push(list);
  }
  return lists;
}

function readLength(buffer: Buffer, start: number): [length: number, end: number] {
  let length = 0;
  let at = start;
  for (let factor = 1; ; factor *= 0x80) {
    const byte = buffer.readUInt8(at++);
    length += (byte & 0x7f) * factor;
    if (byte < 0x80) return [length, at];
  }
}

function writeLength(buffer: Buffer, start: number, length: number): number {
  let at = start;
  let rest = length;
  while (rest >= 0x80) {
    buffer[at++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  buffer[at++] = rest;
  return at;
}
