/**
 * Reads the number of rows from the end of a Parquet file: its directory is a Thrift structure in the compact
 * protocol, whose first fields are a version (1), the schema (2) and the number of rows (3).
 */
const MAGIC = 'PAR1';
const TAIL_BYTES = 8;
const ROWS_FIELD = 3;

const STOP = 0;
const TRUE = 1;
const FALSE = 2;
const BYTE = 3;
const DOUBLE = 7;
const BINARY = 8;
const LIST = 9;
const SET = 10;
const MAP = 11;
const STRUCT = 12;

/** Undefined if this is not the end of a Parquet file, or too little of it. */
export function parquetRowCount(end: Buffer): number | undefined {
  const tail = end.length - TAIL_BYTES;
  if (tail < 0 || end.toString('latin1', end.length - MAGIC.length) !== MAGIC) return undefined;
  const start = tail - end.readUInt32LE(tail);
  if (start < 0) return undefined;
  return readRows({ bytes: end.subarray(start, tail), at: 0 });
}

interface Cursor {
  readonly bytes: Buffer;
  at: number;
}

function readRows(cursor: Cursor): number | undefined {
  let field = 0;
  while (cursor.at < cursor.bytes.length) {
    const head = readByte(cursor);
    const type = head & 0x0f;
    if (type === STOP) return undefined;
    field = head >> 4 === 0 ? Number(readSigned(cursor)) : field + (head >> 4);
    if (field === ROWS_FIELD) return Number(readSigned(cursor));
    skip(cursor, type);
  }
  return undefined;
}

function skip(cursor: Cursor, type: number): void {
  switch (type) {
    case TRUE:
    case FALSE:
      return;
    case BYTE:
      cursor.at += 1;
      return;
    case DOUBLE:
      cursor.at += 8;
      return;
    case BINARY: {
      const length = Number(readVarint(cursor));
      cursor.at += length;
      return;
    }
    case LIST:
    case SET:
      return skipList(cursor);
    case MAP:
      return skipMap(cursor);
    case STRUCT:
      return skipStruct(cursor);
    default:
      readVarint(cursor);
  }
}

function skipList(cursor: Cursor): void {
  const head = readByte(cursor);
  const type = head & 0x0f;
  const size = head >> 4 === 0x0f ? Number(readVarint(cursor)) : head >> 4;
  for (let i = 0; i < size && cursor.at < cursor.bytes.length; i++) skipElement(cursor, type);
}

function skipMap(cursor: Cursor): void {
  const size = Number(readVarint(cursor));
  if (size === 0) return;
  const types = readByte(cursor);
  for (let i = 0; i < size && cursor.at < cursor.bytes.length; i++) {
    skipElement(cursor, types >> 4);
    skipElement(cursor, types & 0x0f);
  }
}

/** In lists, booleans take one byte each. */
function skipElement(cursor: Cursor, type: number): void {
  if (type === TRUE || type === FALSE) cursor.at += 1;
  else skip(cursor, type);
}

function skipStruct(cursor: Cursor): void {
  while (cursor.at < cursor.bytes.length) {
    const head = readByte(cursor);
    const type = head & 0x0f;
    if (type === STOP) return;
    if (head >> 4 === 0) readVarint(cursor);
    skip(cursor, type);
  }
}

function readByte(cursor: Cursor): number {
  return cursor.bytes[cursor.at++] ?? 0;
}

function readVarint(cursor: Cursor): bigint {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = readByte(cursor);
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return value;
}

function readSigned(cursor: Cursor): bigint {
  const value = readVarint(cursor);
  return (value >> 1n) ^ -(value & 1n);
}
