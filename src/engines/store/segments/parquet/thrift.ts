/** Structures in Thrift's compact protocol, which Parquet uses for its metadata. */
import { createByteSink, putVarint, reserve, type ByteSink } from '../../byte-sink.ts';

export type ThriftValue =
  | { readonly i32: number }
  | { readonly i64: number }
  | { readonly text: string | Buffer }
  | { readonly struct: readonly ThriftField[] }
  | { readonly list: readonly ThriftValue[] };

/** Fields are ordered by ID. */
export type ThriftField = readonly [id: number, value: ThriftValue];

const STOP = 0;
const SHORT_LIST_MAX = 14;

/** Used again by the next call. */
const scratch = createByteSink(1 << 12);

/** What it returns has to be copied before the next call. */
export function writeStruct(fields: readonly ThriftField[]): Buffer {
  scratch.length = 0;
  putStruct(scratch, fields);
  return scratch.bytes.subarray(0, scratch.length);
}

function putStruct(sink: ByteSink, fields: readonly ThriftField[]): void {
  let last = 0;
  for (const [id, value] of fields) {
    // No structure of Parquet leaves out more than fourteen numbers in a row.
    putByte(sink, ((id - last) << 4) | typeOf(value));
    last = id;
    putValue(sink, value);
  }
  putByte(sink, STOP);
}

function typeOf(value: ThriftValue): number {
  if ('i32' in value) return 5;
  if ('i64' in value) return 6;
  if ('text' in value) return 8;
  return 'list' in value ? 9 : 12;
}

function putValue(sink: ByteSink, value: ThriftValue): void {
  if ('i32' in value) putZigzag(sink, value.i32);
  else if ('i64' in value) putZigzag(sink, value.i64);
  else if ('text' in value) putText(sink, value.text);
  else if ('struct' in value) putStruct(sink, value.struct);
  else putList(sink, value.list);
}

function putList(sink: ByteSink, list: readonly ThriftValue[]): void {
  const [first] = list;
  const type = first === undefined ? 0 : typeOf(first);
  if (list.length <= SHORT_LIST_MAX) putByte(sink, (list.length << 4) | type);
  else {
    putByte(sink, 0xf0 | type);
    putVarint(sink, list.length);
  }
  for (const value of list) putValue(sink, value);
}

function putText(sink: ByteSink, text: string | Buffer): void {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  putVarint(sink, bytes.length);
  reserve(sink, bytes.length);
  sink.length += bytes.copy(sink.bytes, sink.length);
}

function putZigzag(sink: ByteSink, value: number): void {
  putVarint(sink, value >= 0 ? value * 2 : -value * 2 - 1);
}

function putByte(sink: ByteSink, byte: number): void {
  reserve(sink, 1);
  sink.bytes[sink.length++] = byte;
}
