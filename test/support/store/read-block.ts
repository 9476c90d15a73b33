/** Reads what `block-encoder.ts` wrote, to show what waits in the queue or died there. */
import assert from 'node:assert/strict';
import { organizationId } from '../../../src/base/ids.ts';
import type { LogRecord } from '../../../src/base/record.ts';
import { COLUMNS, PROMOTED } from '../../../src/engines/store/schema/columns.ts';
import type { ColumnName } from '../../../src/engines/store/schema/columns.ts';

export interface StoredRecord extends LogRecord {
  /** The row's own id, as `_id` shows it. */
  readonly rowId: string;
}

/** The records of one block or of several joined ones, at most `recordsMax`. */
export function readBlocks(
  bytes: Uint8Array,
  recordsMax: number = Number.POSITIVE_INFINITY,
): StoredRecord[] {
  const source: Source = {
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    at: 0,
  };
  const records: StoredRecord[] = [];
  while (source.at < source.bytes.length && records.length < recordsMax) {
    records.push(...readBlock(source));
  }
  return records.slice(0, recordsMax);
}

interface Source {
  readonly bytes: Buffer;
  at: number;
}

type Attributes = readonly (readonly [key: string, value: string])[];

function readBlock(source: Source): StoredRecord[] {
  assert.equal(readVarint(source), COLUMNS.length, 'the block has other columns');
  const rows = readVarint(source);
  const texts = new Map<ColumnName, readonly string[]>();
  const numbers = new Map<ColumnName, readonly number[]>();
  let rowIds: readonly string[] = [];
  let attributes: readonly Attributes[] = [];
  for (const [name, type] of COLUMNS) {
    assert.equal(readText(source), name, 'the block has other columns');
    assert.equal(readText(source), type, 'the block has other columns');
    switch (type) {
      case 'String':
        texts.set(name, readMany(source, rows, readText));
        break;
      case 'LowCardinality(String)':
        texts.set(name, readDictionary(source, rows));
        break;
      case 'UInt16':
        numbers.set(name, readMany(source, rows, readUint16));
        break;
      case "DateTime64(3, 'UTC')":
        numbers.set(name, readMany(source, rows, readInt64));
        break;
      case 'UInt64':
        rowIds = readMany(source, rows, readRowId);
        break;
      case 'Map(LowCardinality(String), String)':
        attributes = readAttributes(source, rows);
        break;
    }
  }
  return Array.from({ length: rows }, (_, row) => {
    const text = (name: ColumnName): string => texts.get(name)?.[row] ?? '';
    const number = (name: ColumnName): number => numbers.get(name)?.[row] ?? 0;
    const promoted = PROMOTED.map((name) => [name, text(name)] as const);
    return {
      rowId: rowIds[row] ?? '',
      organization: organizationId(text('organization')),
      index: text('index_name'),
      timestamp: number('timestamp'),
      receivedAt: number('received_at'),
      retentionDays: number('retention_days'),
      level: text('level'),
      source: text('source'),
      id: text('event_id'),
      body: text('body'),
      attributes: [...promoted.filter(([, value]) => value !== ''), ...(attributes[row] ?? [])],
    };
  });
}

function readAttributes(source: Source, rows: number): readonly Attributes[] {
  readInt64(source);
  const ends = readMany(source, rows, readInt64);
  const count = ends.at(-1) ?? 0;
  const keys = count === 0 ? [] : readDictionaryBody(source);
  const values = readMany(source, count, readText);
  return ends.map((end, row) => {
    const start = row === 0 ? 0 : (ends[row - 1] ?? 0);
    return keys.slice(start, end).map((key, i) => [key, values[start + i] ?? ''] as const);
  });
}

function readDictionary(source: Source, rows: number): readonly string[] {
  readInt64(source);
  return rows === 0 ? [] : readDictionaryBody(source);
}

function readDictionaryBody(source: Source): readonly string[] {
  const width = 1 << (readInt64(source) & 0xff);
  const size = readInt64(source);
  const keys = readMany(source, size, readText);
  const rows = readInt64(source);
  return readMany(source, rows, () => keys[readNumber(source, width)] ?? '');
}

function readText(source: Source): string {
  const length = readVarint(source);
  const end = source.at + length;
  assert(end <= source.bytes.length, 'the block is cut off');
  const text = source.bytes.toString('utf8', source.at, end);
  source.at = end;
  return text;
}

function readVarint(source: Source): number {
  let value = 0;
  for (let factor = 1; ; factor *= 0x80) {
    const byte = readNumber(source, 1);
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return value;
  }
}

function readNumber(source: Source, width: number): number {
  const value = source.bytes.readUIntLE(source.at, width);
  source.at += width;
  return value;
}

function readUint16(source: Source): number {
  return readNumber(source, 2);
}

function readInt64(source: Source): number {
  const low = readNumber(source, 4);
  const high = source.bytes.readInt32LE(source.at);
  source.at += 4;
  return high * 0x1_0000_0000 + low;
}

function readRowId(source: Source): string {
  const id = source.bytes.readBigUInt64LE(source.at);
  source.at += 8;
  return id.toString(16).padStart(16, '0');
}

/** Every item takes at least one byte, so a count that lies runs into the end of the block. */
function readMany<T>(source: Source, count: number, read: (source: Source) => T): T[] {
  const items: T[] = [];
  for (let i = 0; i < count; i++) items.push(read(source));
  return items;
}
