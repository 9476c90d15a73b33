/** Reads the first event of a block or of packed rows, for people who must decide what to do with it. */
import { unpackRows } from './packed-rows.ts';

export interface FirstRow {
  readonly index: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly level: string;
  readonly source: string;
  readonly body: string;
}

/** Undefined if the bytes are neither, or a block with columns that this release does not know. */
export function readFirstRow(bytes: Uint8Array): FirstRow | undefined {
  try {
    const packed = unpackRows(bytes);
    if (packed !== undefined) return packed.records[0];
    return readBlock({ bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), at: 0 });
  } catch {
    return undefined;
  }
}

interface Source {
  readonly bytes: Buffer;
  at: number;
}

/** Columns in front of the message, each with its first value. */
function readBlock(source: Source): FirstRow | undefined {
  const columns = readVarint(source);
  const rows = readVarint(source);
  if (rows === 0) return undefined;
  const first = new Map<string, string | number>();
  for (let column = 0; column < columns; column++) {
    const name = readText(source);
    const value = readColumn(source, readText(source), rows);
    if (value === undefined) return undefined;
    first.set(name, value);
    if (name === 'body') break;
  }
  const text = (name: string): string => String(first.get(name) ?? '');
  return {
    index: text('index_name'),
    timestamp: Number(first.get('timestamp') ?? 0),
    level: text('level'),
    source: text('source'),
    body: text('body'),
  };
}

/** Reads the first value of a column and moves the source past the column. */
function readColumn(source: Source, type: string, rows: number): string | number | undefined {
  if (type === 'String') {
    const value = readText(source);
    for (let row = 1; row < rows; row++) {
      const length = readVarint(source);
      source.at += length;
    }
    return value;
  }
  if (type === 'LowCardinality(String)') return readDictionary(source);
  const width = widthOf(type);
  if (width === undefined) return undefined;
  const { at, bytes } = source;
  source.at += width * rows;
  return width === 8 ? Number(bytes.readBigInt64LE(at)) : bytes.readUIntLE(at, width);
}

function widthOf(type: string): number | undefined {
  if (type.startsWith('DateTime64') || type === 'UInt64') return 8;
  return type === 'UInt16' ? 2 : undefined;
}

function readDictionary(source: Source): string {
  source.at += 8;
  const width = 1 << (readInt64(source) & 0xff);
  const keys = Array.from({ length: readInt64(source) }, () => readText(source));
  const rows = readInt64(source);
  const number = source.bytes.readUIntLE(source.at, width);
  source.at += width * rows;
  return keys[number] ?? '';
}

function readInt64(source: Source): number {
  const value = Number(source.bytes.readBigInt64LE(source.at));
  source.at += 8;
  return value;
}

function readText(source: Source): string {
  const length = readVarint(source);
  const start = source.at;
  source.at += length;
  return source.bytes.toString('utf8', start, source.at);
}

function readVarint(source: Source): number {
  let value = 0;
  for (let factor = 1; ; factor *= 0x80) {
    const byte = source.bytes.readUInt8(source.at++);
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return value;
  }
}
