/** A push of Loki in its two encodings: logproto.PushRequest in protobuf, and JSON. */
import { isObject } from '../../../base/is-object.ts';
import { badRequest, type Intake } from '../partial-intake.ts';
import {
  BYTES,
  enter,
  leave,
  nextTag,
  protobufReader,
  type ProtobufReader,
  readInt64,
  readText,
  skip,
  tagOf,
  VARINT,
} from '../protobuf-reader.ts';
import { readJson } from '../read-json-events.ts';
import { parseLabels } from './parse-labels.ts';
import { type Label, type LokiEntry, openStream } from './take-streams.ts';

const STREAMS = tagOf(1, BYTES);
const STREAM = { labels: tagOf(1, BYTES), entries: tagOf(2, BYTES) };
const ENTRY = { time: tagOf(1, BYTES), line: tagOf(2, BYTES), metadata: tagOf(3, BYTES) };
const TIME = { seconds: tagOf(1, VARINT), nanoseconds: tagOf(2, VARINT) };
const PAIR = { name: tagOf(1, BYTES), value: tagOf(2, BYTES) };

export function takeLokiProtobuf(body: Buffer, intake: Intake): void {
  const reader = protobufReader(body);
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    if (tag === STREAMS) readStream(reader, intake);
    else skip(reader, tag);
  }
}

/** Fields can come in any order, so the labels are read first. */
function readStream(reader: ProtobufReader, intake: Intake): void {
  const outerEnd = enter(reader);
  const from = reader.at;
  let labels = '{}';
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    if (tag === STREAM.labels) labels = readText(reader);
    else skip(reader, tag);
  }
  const parsed = reader.hasBrokenText ? undefined : parseLabels(labels);
  if (parsed === undefined) throw badRequest('The labels of a stream are invalid.');
  const takeEntry = openStream(intake, parsed);
  reader.at = from;
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    if (tag === STREAM.entries) takeEntry(readEntry(reader));
    else skip(reader, tag);
  }
  leave(reader, outerEnd);
}

function readEntry(reader: ProtobufReader): LokiEntry {
  const outerEnd = enter(reader);
  const bytes = reader.end - reader.at;
  const metadata: Label[] = [];
  let time: number | undefined = 0;
  let line = '';
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    if (tag === ENTRY.time) time = readTime(reader);
    else if (tag === ENTRY.line) line = readText(reader);
    else if (tag === ENTRY.metadata) metadata.push(readPair(reader));
    else skip(reader, tag);
  }
  leave(reader, outerEnd);
  const isBroken = reader.hasBrokenText;
  reader.hasBrokenText = false;
  const fault = isBroken ? { fault: 'A text of an entry is not valid UTF-8.' } : {};
  return { time, line, metadata, bytes, ...fault };
}

function readTime(reader: ProtobufReader): number | undefined {
  const outerEnd = enter(reader);
  let seconds: number | string = 0;
  let nanoseconds: number | string = 0;
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    if (tag === TIME.seconds) seconds = readInt64(reader);
    else if (tag === TIME.nanoseconds) nanoseconds = readInt64(reader);
    else skip(reader, tag);
  }
  leave(reader, outerEnd);
  const ms = Number(seconds) * 1_000 + Math.floor(Number(nanoseconds) / 1_000_000);
  return Number.isSafeInteger(ms) && ms >= 0 ? ms : undefined;
}

function readPair(reader: ProtobufReader): Label {
  const outerEnd = enter(reader);
  let name = '';
  let value = '';
  for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
    if (tag === PAIR.name) name = readText(reader);
    else if (tag === PAIR.value) value = readText(reader);
    else skip(reader, tag);
  }
  leave(reader, outerEnd);
  return [name, value];
}

export function takeLokiJson(body: Buffer, depthMax: number, intake: Intake): void {
  const push = readJson(body, depthMax);
  const streams: unknown = isObject(push) ? push['streams'] : undefined;
  if (!Array.isArray(streams)) throw badRequest('The body has no list named streams.');
  for (const each of streams as readonly unknown[]) {
    const { stream = {}, values = [] } = isObject(each) ? each : { stream: 0 };
    if (!isObject(stream)) throw badRequest('The labels of a stream must be a JSON object.');
    if (!Array.isArray(values)) throw badRequest('The values of a stream must be a list.');
    const takeEntry = openStream(intake, labelsOf(stream));
    for (const value of values as readonly unknown[]) takeEntry(entryOf(value));
  }
}

function entryOf(value: unknown): LokiEntry {
  const [time, line, metadata] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  if (typeof line !== 'string') {
    const fault = 'An entry must be a list of a time, a line and optional metadata.';
    return { time: undefined, line: '', metadata: [], bytes: 0, fault };
  }
  const pairs = isObject(metadata) ? labelsOf(metadata) : [];
  const bytes = pairs.reduce(
    (sum, [name, text]) => sum + Buffer.byteLength(name) + Buffer.byteLength(text),
    Buffer.byteLength(line),
  );
  return { time: timeOf(time), line, metadata: pairs, bytes };
}

function timeOf(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^\d{1,19}$/.test(text)) return undefined;
  return Number(BigInt(text) / 1_000_000n);
}

function labelsOf(object: Readonly<Record<string, unknown>>): Label[] {
  return Object.entries(object).map(([name, value]): Label => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
}
