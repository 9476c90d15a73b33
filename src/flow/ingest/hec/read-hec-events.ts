import { isObject, type JsonObject } from '../../../base/is-object.ts';
import { isUtf8 } from 'node:buffer';
import { AppError } from '../../../base/errors.ts';
import { addAttribute, type DraftRecord, newDraft, takeBody, textOf } from '../normalise-event.ts';
import { parseTimestamp } from '../parse-timestamp.ts';
import { type Intake, take } from '../partial-intake.ts';
import { readJson } from '../read-json-events.ts';
import { HEC, hecFault } from './hec-answers.ts';
import { splitObjects } from './split-objects.ts';

/** Event defaults from the URL of a request. */
export interface HecDefaults {
  readonly host?: string;
  readonly source?: string;
  readonly sourcetype?: string;
}

/** All events or none: the first one that cannot be taken refuses the request. */
export function takeHecEvents(
  body: Buffer,
  named: HecDefaults,
  depthMax: number,
  intake: Intake,
): void {
  for (const { event, bytes } of parsedObjects(body, depthMax)) {
    const position = intake.records.length;
    if (!isObject(event)) throw invalidFormat('An event must be a JSON object.', position);
    take(intake, draftOf(event, named, intake, position), bytes);
    refuseRefused(intake);
  }
  if (intake.records.length === 0) throw hecFault(HEC.noData, 'The body contains no events.');
}

/** One event a line. */
export function takeHecLines(body: Buffer, named: HecDefaults, intake: Intake): void {
  if (!isUtf8(body)) throw invalidFormat('The body is not valid UTF-8.');
  for (const line of body.toString('utf8').split('\n')) {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text.trim() === '') continue;
    const record = newDraft(intake.defaults);
    takeNames(record, named, intake);
    takeBody(record, text, intake.defaults.limits);
    take(intake, record, Buffer.byteLength(text));
    refuseRefused(intake);
  }
  if (intake.records.length === 0) throw hecFault(HEC.noData, 'The body contains no events.');
}

function* parsedObjects(body: Buffer, depthMax: number) {
  let position = 0;
  for (const { start, end } of splitObjects(body)) {
    const bytes = body.subarray(start, end);
    let event: unknown;
    try {
      event = readJson(bytes, depthMax);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw invalidFormat(error.message, position);
    }
    position++;
    yield { event, bytes: bytes.length };
  }
}

function draftOf(
  sent: JsonObject,
  named: HecDefaults,
  intake: Intake,
  position: number,
): DraftRecord {
  const { limits } = intake.defaults;
  const record = newDraft(intake.defaults);
  const { event, fields } = sent;
  if (event === undefined || event === null) {
    throw hecFault(HEC.eventRequired, 'The field event is missing.', position);
  }
  if (event === '') throw hecFault(HEC.eventBlank, 'The field event is empty.', position);
  takeNames(record, { ...named, ...namesOf(sent) }, intake);
  if (sent['index'] !== undefined && sent['index'] !== null) record.index = textOf(sent['index']);
  takeTime(record, sent['time'], position);
  if (isObject(event)) takeLevel(record, event);
  if (fields !== undefined && fields !== null) {
    if (!isObject(fields)) throw invalidFormat('The field fields must be a JSON object.', position);
    takeLevel(record, fields);
    for (const key in fields) {
      if (!LEVEL_FIELDS.includes(key)) addAttribute(record, key, fields[key], limits);
    }
  }
  takeBody(record, event, limits);
  return record;
}

function namesOf(sent: JsonObject): HecDefaults {
  const entries = ['host', 'source', 'sourcetype'].flatMap((name) => {
    const value = sent[name];
    return value === undefined || value === null ? [] : [[name, textOf(value)] as const];
  });
  return Object.fromEntries(entries);
}

function takeNames(record: DraftRecord, named: HecDefaults, { defaults }: Intake): void {
  if (named.source) record.source = named.source;
  if (named.host) addAttribute(record, 'host', named.host, defaults.limits);
  if (named.sourcetype) addAttribute(record, 'sourcetype', named.sourcetype, defaults.limits);
}

const LEVEL_FIELDS: readonly string[] = ['level', 'severity'];

/** The protocol has no level; loggers put it where they like. */
function takeLevel(record: DraftRecord, fields: JsonObject): void {
  const value = LEVEL_FIELDS.map((name) => fields[name]).find((each) => typeof each === 'string');
  if (typeof value === 'string' && value.trim() !== '') record.level = value.trim().toLowerCase();
}

function takeTime(record: DraftRecord, value: unknown, position: number): void {
  if (value === undefined || value === null || value === '') return;
  const time = parseTimestamp(value);
  if (time === undefined) throw invalidFormat('The field time is not a valid time.', position);
  record.timestamp = time;
}

/** The intake refuses events one by one; here one is enough. */
function refuseRefused({ refusals }: Intake): void {
  const [first] = refusals;
  if (first === undefined) return;
  const { code, message, position } = first;
  if (code === 'UNKNOWN_INDEX') throw hecFault(HEC.incorrectIndex, message, position);
  if (code === 'VALIDATION_ERROR') throw invalidFormat(message, position);
  throw new AppError(code, message, { fields: { 'invalid-event-number': position } });
}

function invalidFormat(message: string, position?: number): AppError {
  return hecFault(HEC.invalidFormat, message, position);
}
