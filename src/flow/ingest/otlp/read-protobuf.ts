/** `ExportLogsServiceRequest` in protobuf. Field numbers are those of opentelemetry/proto/logs/v1. */
import { badRequest } from '../partial-intake.ts';
import {
  BYTES,
  enter,
  FIXED64,
  leave,
  nextTag,
  protobufReader,
  type ProtobufReader,
  readBytes,
  readDouble,
  readFixed64,
  readInt64,
  readText,
  readVarint,
  skip,
  tagOf,
  VARINT,
} from '../protobuf-reader.ts';
import {
  fromNanoseconds,
  type OtlpAttribute,
  type OtlpRecord,
  type OtlpScope,
  type OtlpVisitor,
} from './otlp-record.ts';

const REQUEST = { resourceLogs: tagOf(1, BYTES) };
const RESOURCE_LOGS = { resource: tagOf(1, BYTES), scopeLogs: tagOf(2, BYTES) };
const RESOURCE = { attributes: tagOf(1, BYTES) };
const SCOPE_LOGS = { scope: tagOf(1, BYTES), logRecords: tagOf(2, BYTES) };
const SCOPE = { name: tagOf(1, BYTES), version: tagOf(2, BYTES), attributes: tagOf(3, BYTES) };
const RECORD = {
  time: tagOf(1, FIXED64),
  severityNumber: tagOf(2, VARINT),
  severityText: tagOf(3, BYTES),
  body: tagOf(5, BYTES),
  attributes: tagOf(6, BYTES),
  traceId: tagOf(9, BYTES),
  spanId: tagOf(10, BYTES),
  observedTime: tagOf(11, FIXED64),
  eventName: tagOf(12, BYTES),
};
const KEY_VALUE = { key: tagOf(1, BYTES), value: tagOf(2, BYTES) };
const ANY_VALUE = {
  string: tagOf(1, BYTES),
  boolean: tagOf(2, VARINT),
  integer: tagOf(3, VARINT),
  double: tagOf(4, FIXED64),
  list: tagOf(5, BYTES),
  object: tagOf(6, BYTES),
  bytes: tagOf(7, BYTES),
};
const VALUES = tagOf(1, BYTES);

export function readOtlpProtobuf(body: Buffer, depthMax: number, visitor: OtlpVisitor): void {
  const reader = protobufReader(body);
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    if (tag === REQUEST.resourceLogs) readResourceLogs(reader, depthMax, visitor);
    else skip(reader, tag);
  }
}

/** Fields can come in any order, so the fields shared by all records are read first. */
function readResourceLogs(reader: ProtobufReader, depthMax: number, visitor: OtlpVisitor): void {
  const outerEnd = enter(reader);
  const from = reader.at;
  const attributes: OtlpAttribute[] = [];
  let bytes = 0;
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    if (tag !== RESOURCE_LOGS.resource) {
      skip(reader, tag);
      continue;
    }
    const end = enter(reader);
    bytes += reader.end - reader.at;
    readAttributes(reader, RESOURCE.attributes, attributes, depthMax);
    leave(reader, end);
  }
  requireWholeText(reader);
  visitor.resource(attributes, bytes);
  reader.at = from;
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    if (tag === RESOURCE_LOGS.scopeLogs) readScopeLogs(reader, depthMax, visitor);
    else skip(reader, tag);
  }
  leave(reader, outerEnd);
}

function readScopeLogs(reader: ProtobufReader, depthMax: number, visitor: OtlpVisitor): void {
  const outerEnd = enter(reader);
  const from = reader.at;
  let scope: OtlpScope = { name: '', version: '', attributes: [] };
  let bytes = 0;
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    if (tag !== SCOPE_LOGS.scope) {
      skip(reader, tag);
      continue;
    }
    const end = enter(reader);
    bytes = reader.end - reader.at;
    scope = readScope(reader, depthMax);
    leave(reader, end);
  }
  requireWholeText(reader);
  visitor.scope(scope, bytes);
  reader.at = from;
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    if (tag !== SCOPE_LOGS.logRecords) {
      skip(reader, tag);
      continue;
    }
    const end = enter(reader);
    if (!visitor.refusesSize(reader.end - reader.at)) visitor.record(readRecord(reader, depthMax));
    leave(reader, end);
  }
  leave(reader, outerEnd);
}

function readScope(reader: ProtobufReader, depthMax: number): OtlpScope {
  let name = '';
  let version = '';
  const attributes: OtlpAttribute[] = [];
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    if (tag === SCOPE.name) name = readText(reader);
    else if (tag === SCOPE.version) version = readText(reader);
    else if (tag === SCOPE.attributes) attributes.push(readKeyValue(reader, depthMax));
    else skip(reader, tag);
  }
  return { name, version, attributes };
}

function readRecord(reader: ProtobufReader, depthMax: number): OtlpRecord {
  const bytes = reader.end - reader.at;
  const attributes: OtlpAttribute[] = [];
  let time = 0n;
  let observedTime = 0n;
  let severityNumber = 0;
  let severityText = '';
  let body: unknown;
  let traceId = '';
  let spanId = '';
  let eventName = '';
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    switch (tag) {
      case RECORD.time:
        time = readFixed64(reader);
        break;
      case RECORD.observedTime:
        observedTime = readFixed64(reader);
        break;
      case RECORD.severityNumber:
        severityNumber = readVarint(reader);
        break;
      case RECORD.severityText:
        severityText = readText(reader);
        break;
      case RECORD.body:
        body = readValue(reader, depthMax);
        break;
      case RECORD.attributes:
        attributes.push(readKeyValue(reader, depthMax));
        break;
      case RECORD.traceId:
        traceId = readBytes(reader).toString('hex');
        break;
      case RECORD.spanId:
        spanId = readBytes(reader).toString('hex');
        break;
      case RECORD.eventName:
        eventName = readText(reader);
        break;
      default:
        skip(reader, tag);
    }
  }
  return {
    time: fromNanoseconds(time),
    observedTime: fromNanoseconds(observedTime),
    severityNumber,
    severityText,
    body,
    attributes,
    traceId,
    spanId,
    eventName,
    bytes,
    ...(isTextWhole(reader) ? {} : { fault: BROKEN_TEXT }),
  };
}

function readAttributes(
  reader: ProtobufReader,
  wanted: number,
  attributes: OtlpAttribute[],
  depthMax: number,
): void {
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    if (tag === wanted) attributes.push(readKeyValue(reader, depthMax));
    else skip(reader, tag);
  }
}

function readKeyValue(reader: ProtobufReader, depthLeft: number): OtlpAttribute {
  const outerEnd = enter(reader);
  let key = '';
  let value: unknown;
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    if (tag === KEY_VALUE.key) key = readText(reader);
    else if (tag === KEY_VALUE.value) value = readValue(reader, depthLeft);
    else skip(reader, tag);
  }
  leave(reader, outerEnd);
  return [key, value];
}

function readValue(reader: ProtobufReader, depthLeft: number): unknown {
  if (depthLeft <= 0) throw badRequest('The values are nested too deeply.');
  const outerEnd = enter(reader);
  let value: unknown;
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    switch (tag) {
      case ANY_VALUE.string:
        value = readText(reader);
        break;
      case ANY_VALUE.boolean:
        value = readVarint(reader) !== 0;
        break;
      case ANY_VALUE.integer:
        value = readInt64(reader);
        break;
      case ANY_VALUE.double:
        value = plainNumber(readDouble(reader));
        break;
      case ANY_VALUE.list:
        value = readList(reader, depthLeft - 1);
        break;
      case ANY_VALUE.object:
        value = readObject(reader, depthLeft - 1);
        break;
      case ANY_VALUE.bytes:
        value = readBytes(reader).toString('base64');
        break;
      default:
        skip(reader, tag);
    }
  }
  leave(reader, outerEnd);
  return value;
}

/** JSON cannot represent these numbers and would write null. */
function plainNumber(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}

function readList(reader: ProtobufReader, depthLeft: number): unknown[] {
  const outerEnd = enter(reader);
  const values: unknown[] = [];
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    if (tag === VALUES) values.push(readValue(reader, depthLeft) ?? null);
    else skip(reader, tag);
  }
  leave(reader, outerEnd);
  return values;
}

function readObject(reader: ProtobufReader, depthLeft: number): Record<string, unknown> {
  const outerEnd = enter(reader);
  // Without a prototype, no key has a special meaning.
  const object = Object.create(null) as Record<string, unknown>;
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    if (tag === VALUES) {
      const [key, value] = readKeyValue(reader, depthLeft);
      object[key] = value ?? null;
    } else skip(reader, tag);
  }
  leave(reader, outerEnd);
  return object;
}

const BROKEN_TEXT = 'A text of the record is not valid UTF-8.';

/** Resets the flag: the next text is another part. */
function isTextWhole(reader: ProtobufReader): boolean {
  const isWhole = !reader.hasBrokenText;
  reader.hasBrokenText = false;
  return isWhole;
}

/** Data shared by all records cannot be rejected for a single record. */
function requireWholeText(reader: ProtobufReader): void {
  if (!isTextWhole(reader)) throw badRequest('A text of a resource or scope is not valid UTF-8.');
}
