/**
 * Turns records into one block of the store's own binary form (ClickHouse Native), so that an event is
 * encoded once and travels through the queue into the store untouched. Blocks can simply be joined.
 */
import type { LogRecord } from '../../base/record.ts';
import {
  createByteSink,
  putBytes,
  putInt64,
  putString,
  putUint32Pair,
  putVarint,
  putZeros,
  reserve,
  varintSize,
} from './byte-sink.ts';
import type { ByteSink } from './byte-sink.ts';
import {
  addToDictionary,
  clearDictionary,
  createDictionary,
  putDictionary,
  putDictionaryVersion,
  sizeOfDictionary,
} from './dictionary-column.ts';
import type { DictionaryColumn } from './dictionary-column.ts';
import type { RowIds } from './row-ids.ts';
import { COLUMNS, STORED_AT_COLUMN } from './schema/columns.ts';
import type { BlockColumnName } from './schema/columns.ts';

export interface EncodedBlock {
  /** Owned by the caller. */
  readonly bytes: Uint8Array;
  /** The sequence number in the row ID of the first record; the others are consecutive. */
  readonly firstSequence: number;
}

/** Reuses its buffers from call to call; one per thread. */
export interface BlockEncoder {
  /**
   * Every record gets its own row ID, in order. Malformed text gets U+FFFD. The last `room` bytes are left free for the
   * caller to append data to the block.
   */
  encode(records: readonly LogRecord[], room?: number): EncodedBlock;
  /** The same for records that get their row ids later, from `numberRows`. */
  encodeUnnumbered(records: readonly LogRecord[], room?: number): UnnumberedBlock;
  /** The same for records that have their row ids already. */
  encodeNumbered(rows: NumberedRecords): Uint8Array;
  /** The same for rows of another store, which keep the times at which that one took them. */
  encodeStored(rows: StoredRecords): Uint8Array;
}

/** A block whose rows have no ids yet. */
export interface UnnumberedBlock {
  /** Owned by the caller. */
  readonly bytes: Uint8Array;
  readonly rows: number;
  /** Where the column of row ids begins. */
  readonly idsAt: number;
}

/** Records and, at the same indexes, the two parts of their row IDs. */
export interface NumberedRecords {
  readonly records: readonly LogRecord[];
  readonly sequences: readonly number[];
  readonly nodes: readonly number[];
}

export interface StoredRecords extends NumberedRecords {
  /** At the same indexes, when they were stored: milliseconds since 1970, in whole seconds. */
  readonly storedAt: readonly number[];
}

export function createBlockEncoder(rowIds: RowIds): BlockEncoder {
  let columns = createColumns();
  function encode(
    records: readonly LogRecord[],
    putIds: PutIds,
    room = 0,
    storedAt: readonly number[] = NEVER,
  ): Uint8Array {
    collect(columns, records);
    const bytes = assemble(columns, records, { putIds, room, storedAt });
    // One unusually large request must not keep its memory allocated.
    if (bytes.length > KEPT_BYTES_MAX) columns = createColumns();
    else clear(columns);
    return bytes;
  }
  return {
    encode(records, room) {
      const firstSequence = rowIds.take(records.length);
      const bytes = encode(
        records,
        (out) => {
          for (let i = 0; i < records.length; i++) putRowId(out, firstSequence + i, rowIds.node);
        },
        room,
      );
      return { bytes, firstSequence };
    },
    encodeUnnumbered(records, room) {
      let idsAt = 0;
      const putNoIds = (out: ByteSink): void => {
        idsAt = out.length;
        putZeros(out, records.length * ROW_ID_BYTES);
      };
      const bytes = encode(records, putNoIds, room);
      return { bytes, rows: records.length, idsAt };
    },
    encodeNumbered: (rows) => encode(rows.records, givenIds(rows)),
    encodeStored: (rows) => encode(rows.records, givenIds(rows), 0, rows.storedAt),
  };
}

function givenIds({ records, sequences, nodes }: NumberedRecords): PutIds {
  return (out) => {
    for (let i = 0; i < records.length; i++) putRowId(out, sequences[i] ?? 0, nodes[i] ?? 0);
  };
}

/** Assigns consecutive row IDs to the rows of a block, in place. Returns the first sequence number. */
export function numberRows({ bytes, rows, idsAt }: UnnumberedBlock, rowIds: RowIds): number {
  const firstSequence = rowIds.take(rows);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out = { bytes: buffer, length: idsAt };
  for (let i = 0; i < rows; i++) putRowId(out, firstSequence + i, rowIds.node);
  return firstSequence;
}

/** Writes the column of row ids. */
type PutIds = (out: ByteSink) => void;

const KEPT_BYTES_MAX = 16 * 1024 * 1024;
const INSTANT_BYTES = 8;
const ROW_ID_BYTES = 8;
const RETENTION_BYTES = 2;

/** Name and type precede each column and are the same in every block. */
const HEADED_COLUMNS = COLUMNS.map(([name, type]) => ({ name, head: headOf(name, type) }));
const STORED_AT_HEAD = headOf(...STORED_AT_COLUMN);

function headOf(name: string, type: string): ByteSink {
  const head = createByteSink(1 << 8);
  putString(head, name);
  putString(head, type);
  return head;
}

/** Of rows that get their time from the store. */
const NEVER: readonly number[] = [];

/** Contents of a block other than its records. */
interface Beside {
  readonly putIds: PutIds;
  readonly room: number;
  readonly storedAt: readonly number[];
}

interface Columns {
  readonly organization: DictionaryColumn;
  readonly index_name: DictionaryColumn;
  readonly level: DictionaryColumn;
  readonly source: DictionaryColumn;
  readonly event_id: ByteSink;
  readonly body: ByteSink;
  readonly service: DictionaryColumn;
  readonly environment: DictionaryColumn;
  readonly host: DictionaryColumn;
  readonly trace_id: ByteSink;
  readonly span_id: ByteSink;
  readonly user_id: ByteSink;
  readonly request_id: ByteSink;
  readonly session_id: ByteSink;
  readonly attributeKeys: DictionaryColumn;
  readonly attributeValues: ByteSink;
  /** Where the attributes of each row end. */
  readonly attributeEnds: ByteSink;
}

function collect(columns: Columns, records: readonly LogRecord[]): void {
  let attributesEnd = 0;
  for (const record of records) {
    addToDictionary(columns.organization, record.organization);
    addToDictionary(columns.index_name, record.index);
    addToDictionary(columns.level, record.level);
    addToDictionary(columns.source, record.source);
    putString(columns.event_id, record.id);
    putString(columns.body, record.body);
    attributesEnd += collectAttributes(columns, record.attributes);
    putInt64(columns.attributeEnds, attributesEnd);
  }
}

/** Returns the number of attributes without their own column. */
function collectAttributes(columns: Columns, attributes: LogRecord['attributes']): number {
  let service = '';
  let environment = '';
  let host = '';
  let traceId = '';
  let spanId = '';
  let userId = '';
  let requestId = '';
  let sessionId = '';
  let others = 0;
  for (const [key, value] of attributes) {
    // A column cannot tell empty from absent, so an empty value stays among the others.
    if (value !== '') {
      switch (key) {
        case 'service':
          service = value;
          continue;
        case 'environment':
          environment = value;
          continue;
        case 'host':
          host = value;
          continue;
        case 'trace_id':
          traceId = value;
          continue;
        case 'span_id':
          spanId = value;
          continue;
        case 'user_id':
          userId = value;
          continue;
        case 'request_id':
          requestId = value;
          continue;
        case 'session_id':
          sessionId = value;
          continue;
        default:
      }
    }
    addToDictionary(columns.attributeKeys, key);
    putString(columns.attributeValues, value);
    others++;
  }
  addToDictionary(columns.service, service);
  addToDictionary(columns.environment, environment);
  addToDictionary(columns.host, host);
  putString(columns.trace_id, traceId);
  putString(columns.span_id, spanId);
  putString(columns.user_id, userId);
  putString(columns.request_id, requestId);
  putString(columns.session_id, sessionId);
  return others;
}

/** The memory of the block is the caller's: exactly what it needs, and `room`. */
function assemble(
  columns: Columns,
  records: readonly LogRecord[],
  { putIds, room, storedAt }: Beside,
): Uint8Array {
  const more = storedAt === NEVER ? 0 : STORED_AT_HEAD.length + records.length * INSTANT_BYTES;
  const out = createByteSink(sizeOf(columns, records.length) + more + room);
  putVarint(out, COLUMNS.length + (storedAt === NEVER ? 0 : 1));
  putVarint(out, records.length);
  for (const { name, head } of HEADED_COLUMNS) {
    putBytes(out, head);
    putColumn(out, name, columns, records, putIds);
  }
  if (storedAt !== NEVER) {
    putBytes(out, STORED_AT_HEAD);
    for (let i = 0; i < records.length; i++) putInt64(out, storedAt[i] ?? 0);
  }
  return out.bytes.subarray(0, out.length + room);
}

function putColumn(
  out: ByteSink,
  name: BlockColumnName,
  columns: Columns,
  records: readonly LogRecord[],
  putIds: PutIds,
): void {
  switch (name) {
    case 'timestamp':
      for (const record of records) putInt64(out, record.timestamp);
      return;
    case 'received_at':
      for (const record of records) putInt64(out, record.receivedAt);
      return;
    case 'row_id':
      putIds(out);
      return;
    case 'retention_days':
      for (const record of records) putUint16(out, record.retentionDays);
      return;
    case 'attributes':
      putAttributes(out, columns);
      return;
    default: {
      const column = columns[name];
      if ('numbers' in column) {
        putDictionaryVersion(out);
        putDictionary(out, column);
      } else putBytes(out, column);
    }
  }
}

function putAttributes(out: ByteSink, columns: Columns): void {
  putDictionaryVersion(out);
  putBytes(out, columns.attributeEnds);
  putDictionary(out, columns.attributeKeys);
  putBytes(out, columns.attributeValues);
}

function putRowId(out: ByteSink, sequence: number, node: number): void {
  putUint32Pair(out, (sequence % 0x1_0000) * 0x1_0000 + node, Math.floor(sequence / 0x1_0000));
}

function putUint16(out: ByteSink, value: number): void {
  reserve(out, RETENTION_BYTES);
  out.length = out.bytes.writeUInt16LE(value, out.length);
}

function createColumns(): Columns {
  return {
    organization: createDictionary(),
    index_name: createDictionary(),
    level: createDictionary(),
    source: createDictionary(),
    event_id: createByteSink(1 << 10),
    body: createByteSink(1 << 18),
    service: createDictionary(),
    environment: createDictionary(),
    host: createDictionary(),
    trace_id: createByteSink(1 << 15),
    span_id: createByteSink(1 << 10),
    user_id: createByteSink(1 << 13),
    request_id: createByteSink(1 << 10),
    session_id: createByteSink(1 << 10),
    attributeKeys: createDictionary(),
    attributeValues: createByteSink(1 << 16),
    attributeEnds: createByteSink(1 << 13),
  };
}

function listOf(columns: Columns): readonly (DictionaryColumn | ByteSink)[] {
  return Object.values<DictionaryColumn | ByteSink>({ ...columns });
}

function clear(columns: Columns): void {
  for (const column of listOf(columns)) {
    if ('numbers' in column) clearDictionary(column);
    else column.length = 0;
  }
}

/** Of the whole block, exactly: its memory goes from thread to thread, and nothing else may be in it. */
function sizeOf(columns: Columns, rows: number): number {
  let size = varintSize(COLUMNS.length) + varintSize(rows);
  size += rows * (INSTANT_BYTES + INSTANT_BYTES + ROW_ID_BYTES + RETENTION_BYTES);
  for (const { head } of HEADED_COLUMNS) size += head.length;
  for (const column of listOf(columns)) {
    size += 'numbers' in column ? sizeOfDictionary(column) : column.length;
  }
  return size;
}
