/**
 * Reads protocol buffers directly from the bytes of a request: no schema compiler, no intermediate objects. Every
 * length is checked against its enclosing message, so hostile bytes result in a 400.
 */
import { isUtf8 } from 'node:buffer';
import { badRequest } from './partial-intake.ts';

export interface ProtobufReader {
  readonly bytes: Buffer;
  at: number;
  /** Where the message that is being read ends. */
  end: number;
  /** Set when a text is not valid UTF-8. A caller that can reject just its own part resets it. */
  hasBrokenText: boolean;
}

export function protobufReader(bytes: Buffer): ProtobufReader {
  return { bytes, at: 0, end: bytes.length, hasBrokenText: false };
}

export const VARINT = 0;
export const FIXED64 = 1;
export const BYTES = 2;
const FIXED32 = 5;

/** Field number and wire type combined, as encoded in the bytes. */
export function tagOf(field: number, wireType: number): number {
  return field * 8 + wireType;
}

/** The tag of the next field; 0 at the end of the message. */
export function nextTag(reader: ProtobufReader): number {
  if (reader.at >= reader.end) return 0;
  const tag = readVarint(reader);
  if (tag < 8 || tag > 0xff_ff_ff_ff) throw malformed();
  return tag;
}

/** Steps into a message of a field; hand what it returns to `leave`. */
export function enter(reader: ProtobufReader): number {
  const length = readVarint(reader);
  const outerEnd = reader.end;
  if (length > outerEnd - reader.at) throw malformed();
  reader.end = reader.at + length;
  return outerEnd;
}

export function leave(reader: ProtobufReader, outerEnd: number): void {
  reader.at = reader.end;
  reader.end = outerEnd;
}

export function skip(reader: ProtobufReader, tag: number): void {
  switch (tag % 8) {
    case VARINT:
      readVarint(reader);
      return;
    case FIXED64:
      return advance(reader, 8);
    case BYTES:
      return advance(reader, readVarint(reader));
    case FIXED32:
      return advance(reader, 4);
    default:
      // Groups were removed from the language; no known client sends them.
      throw malformed();
  }
}

/** An unsigned number. Above 2^53 it is no longer exact, which only 64-bit values are: see `readInt64`. */
export function readVarint(reader: ProtobufReader): number {
  const { bytes, end } = reader;
  let value = 0;
  let factor = 1;
  for (let count = 0; count < VARINT_BYTES_MAX; count++) {
    if (reader.at >= end) throw malformed();
    const byte = bytes[reader.at++] ?? 0;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return value;
    factor *= 128;
  }
  throw malformed();
}

const VARINT_BYTES_MAX = 10;

/** Reads a signed 64-bit number exactly: as text if a double cannot represent it. */
export function readInt64(reader: ProtobufReader): number | string {
  const from = reader.at;
  const value = readVarint(reader);
  if (value <= Number.MAX_SAFE_INTEGER) return value;
  let exact = 0n;
  for (let at = reader.at - 1; at >= from; at--) {
    exact = (exact << 7n) | BigInt((reader.bytes[at] ?? 0) & 0x7f);
  }
  const signed = BigInt.asIntN(64, exact);
  return Number.isSafeInteger(Number(signed)) ? Number(signed) : String(signed);
}

export function readFixed64(reader: ProtobufReader): bigint {
  const from = reader.at;
  advance(reader, 8);
  return reader.bytes.readBigUInt64LE(from);
}

export function readDouble(reader: ProtobufReader): number {
  const from = reader.at;
  advance(reader, 8);
  return reader.bytes.readDoubleLE(from);
}

export function readBytes(reader: ProtobufReader): Buffer {
  const length = readVarint(reader);
  const from = reader.at;
  advance(reader, length);
  return reader.bytes.subarray(from, reader.at);
}

export function readText(reader: ProtobufReader): string {
  const length = readVarint(reader);
  const from = reader.at;
  advance(reader, length);
  const text = reader.bytes.toString('utf8', from, reader.at);
  // Only a text with the replacement character can have been broken; few have it by themselves.
  if (text.includes('\u{fffd}') && !isUtf8(reader.bytes.subarray(from, reader.at))) {
    reader.hasBrokenText = true;
  }
  return text;
}

function advance(reader: ProtobufReader, length: number): void {
  if (length > reader.end - reader.at) throw malformed();
  reader.at += length;
}

function malformed() {
  return badRequest('The body is not a valid protobuf message.');
}
