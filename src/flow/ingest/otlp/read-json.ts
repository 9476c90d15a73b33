/** `ExportLogsServiceRequest` in JSON, its fields named in lowerCamelCase or as in the protocol's files. */
import { isObject, type JsonObject } from '../../../base/is-object.ts';
import { badRequest } from '../partial-intake.ts';
import { readJson } from '../read-json-events.ts';
import {
  fromNanoseconds,
  type OtlpAttribute,
  type OtlpRecord,
  type OtlpVisitor,
} from './otlp-record.ts';

export function readOtlpJson(body: Buffer, depthMax: number, visitor: OtlpVisitor): void {
  const request = objectOf(readJson(body, depthMax), 'The body');
  for (const resourceLogs of objectsIn(request, 'resourceLogs', 'resource_logs')) {
    const resource = objectOf(resourceLogs['resource'] ?? {}, 'resource');
    visitor.resource(attributesOf(resource), sizeOf(resource));
    for (const scopeLogs of objectsIn(resourceLogs, 'scopeLogs', 'scope_logs')) {
      readScopeLogs(scopeLogs, visitor);
    }
  }
}

function readScopeLogs(scopeLogs: JsonObject, visitor: OtlpVisitor): void {
  const scope = objectOf(scopeLogs['scope'] ?? {}, 'scope');
  const name = textOf(scope['name']);
  const version = textOf(scope['version']);
  visitor.scope({ name, version, attributes: attributesOf(scope) }, sizeOf(scope));
  for (const record of objectsIn(scopeLogs, 'logRecords', 'log_records')) {
    const bytes = sizeOf(record);
    if (!visitor.refusesSize(bytes)) visitor.record(readRecord(record, bytes));
  }
}

function readRecord(record: JsonObject, bytes: number): OtlpRecord {
  const time = timeOf(record['timeUnixNano'] ?? record['time_unix_nano']);
  const observed = timeOf(record['observedTimeUnixNano'] ?? record['observed_time_unix_nano']);
  const isWrong = time === 'wrong' || observed === 'wrong';
  return {
    time: time === 'wrong' ? undefined : time,
    observedTime: observed === 'wrong' ? undefined : observed,
    severityNumber: severityOf(record['severityNumber'] ?? record['severity_number']),
    severityText: textOf(record['severityText'] ?? record['severity_text']),
    body: valueOf(record['body']),
    attributes: attributesOf(record),
    traceId: textOf(record['traceId'] ?? record['trace_id']).toLowerCase(),
    spanId: textOf(record['spanId'] ?? record['span_id']).toLowerCase(),
    eventName: textOf(record['eventName'] ?? record['event_name']),
    bytes,
    ...(isWrong ? { fault: 'A time must be a number of nanoseconds since 1970.' } : {}),
  };
}

/** A text or a number: nanoseconds are beyond what every JSON writer can write as a number. */
function timeOf(value: unknown): number | undefined | 'wrong' {
  if (value === undefined || value === null || value === '') return undefined;
  const text = typeof value === 'number' ? wholeText(value) : value;
  if (typeof text !== 'string' || !/^\d{1,20}$/.test(text)) return 'wrong';
  return fromNanoseconds(BigInt(text));
}

function wholeText(value: number): string {
  return Number.isFinite(value) ? String(BigInt(Math.floor(value))) : '';
}

/** A number, or the name of one: `SEVERITY_NUMBER_WARN2`. */
function severityOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return 0;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const [, name = '', step = '1'] = /^SEVERITY_NUMBER_([A-Z]+)([2-4])?$/.exec(value) ?? [];
  const group = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'].indexOf(name);
  return group < 0 ? 0 : group * 4 + Number(step);
}

function attributesOf(owner: JsonObject): OtlpAttribute[] {
  return objectsIn(owner, 'attributes', 'attributes').map(({ key, value }): OtlpAttribute => [
    textOf(key),
    valueOf(value),
  ]);
}

/** A value that is not an `AnyValue` is kept as it is: a wrong form is no reason to lose it. */
function valueOf(value: unknown): unknown {
  if (!isObject(value)) return value;
  for (const [name, inner] of Object.entries(value)) {
    switch (name) {
      case 'stringValue':
      case 'string_value':
      case 'boolValue':
      case 'bool_value':
      case 'doubleValue':
      case 'double_value':
      case 'bytesValue':
      case 'bytes_value':
        return inner;
      case 'intValue':
      case 'int_value':
        return integerOf(inner);
      case 'arrayValue':
      case 'array_value':
        return isObject(inner) ? listOf(inner) : inner;
      case 'kvlistValue':
      case 'kvlist_value':
        return isObject(inner) ? objectFrom(inner) : inner;
      default:
    }
  }
  return Object.keys(value).length === 0 ? undefined : value;
}

function integerOf(value: unknown): unknown {
  return typeof value === 'string' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function listOf(list: JsonObject): unknown[] {
  const { values } = list;
  return Array.isArray(values) ? values.map((value) => valueOf(value) ?? null) : [];
}

function objectFrom(list: JsonObject): Record<string, unknown> {
  // Without a prototype, no key has a special meaning.
  const object = Object.create(null) as Record<string, unknown>;
  for (const { key, value } of objectsIn(list, 'values', 'values')) {
    object[textOf(key)] = valueOf(value) ?? null;
  }
  return object;
}

function objectsIn(owner: JsonObject, name: string, otherName: string): readonly JsonObject[] {
  const list = owner[name] ?? owner[otherName] ?? [];
  if (!Array.isArray(list)) throw badRequest(`${name} is a list.`);
  return list.map((each: unknown) => objectOf(each, `Every entry of ${name}`));
}

function objectOf(value: unknown, what: string): JsonObject {
  if (isObject(value)) return value;
  throw badRequest(`${what} is a JSON object.`);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function sizeOf(value: JsonObject): number {
  return Buffer.byteLength(JSON.stringify(value));
}
