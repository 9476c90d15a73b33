import { isObject, type JsonObject } from '../../../base/is-object.ts';
import { AppError } from '../../../base/errors.ts';
import { addAttribute, type DraftRecord, newDraft, takeBody, textOf } from '../normalise-event.ts';
import { parseTimestamp } from '../parse-timestamp.ts';
import {
  badRequest,
  type Intake,
  nextPosition,
  refuse,
  refusesSize,
  take,
} from '../partial-intake.ts';
import { readJson } from '../read-json-events.ts';

/** The content of one action line. */
export interface BulkItem {
  readonly action: 'create' | 'index' | 'update' | 'delete';
  readonly index: string;
  /** The event's own id; empty when the shipper gave none. */
  readonly id: string;
}

export interface BulkNames {
  /** Applies to all events, overriding the actions. */
  readonly forced: string | undefined;
  /** For actions that name none. */
  readonly usual: string;
}

/** Takes or refuses every item; answers with the items, each at its position in the intake. */
export function takeBulk(
  body: Buffer,
  names: BulkNames,
  depthMax: number,
  intake: Intake,
): readonly BulkItem[] {
  const items: BulkItem[] = [];
  const lines = linesOf(body);
  let number = 0;
  for (let line = lines.next(); line.done !== true; line = lines.next()) {
    nextPosition(intake);
    const item = readAction(line.value, ++number, names, depthMax);
    items.push(item);
    if (item.action === 'delete') {
      refuse(intake, 'VALIDATION_ERROR', NEVER_CHANGED);
      continue;
    }
    const source = lines.next();
    number++;
    if (source.done === true) throw badRequest('The last action is not followed by a source line.');
    if (item.action === 'update') refuse(intake, 'VALIDATION_ERROR', NEVER_CHANGED);
    else takeSource(source.value, item, depthMax, intake);
  }
  return items;
}

const NEVER_CHANGED = 'Events are immutable. Only create and index are supported.';
const ACTIONS: readonly string[] = ['create', 'index', 'update', 'delete'];

function* linesOf(body: Buffer): Generator<Buffer, undefined> {
  for (let start = 0; start < body.length;) {
    const newline = body.indexOf(10, start);
    const end = newline < 0 ? body.length : newline;
    const line = body.subarray(start, end);
    start = end + 1;
    if (!isBlank(line)) yield line;
  }
  return undefined;
}

function isBlank(line: Buffer): boolean {
  return line.length === 0 || (line.length < 8 && line.toString('latin1').trim() === '');
}

/** Without a readable action the type of the next line is unknown, so the request fails here. */
function readAction(line: Buffer, number: number, names: BulkNames, depthMax: number): BulkItem {
  const parsed = parse(line, depthMax);
  const [action = '', ...others] = isObject(parsed) ? Object.keys(parsed) : [];
  const facts = isObject(parsed) ? parsed[action] : undefined;
  if (!isAction(action) || others.length > 0 || !isObject(facts)) {
    throw badRequest(`Malformed action/metadata line [${number}]: expected create or index.`);
  }
  const index = names.forced ?? nameOf(facts['_index']) ?? names.usual;
  return { action, index, id: nameOf(facts['_id']) ?? '' };
}

function isAction(action: string): action is BulkItem['action'] {
  return ACTIONS.includes(action);
}

function takeSource(line: Buffer, item: BulkItem, depthMax: number, intake: Intake): void {
  if (refusesSize(intake, line.length)) return;
  const source = parse(line, depthMax);
  if (!isObject(source)) {
    return refuse(intake, 'VALIDATION_ERROR', 'The source must be a JSON object.');
  }
  const record = newDraft(intake.defaults);
  record.index = item.index;
  record.id = item.id;
  const problem = fill(record, source, intake);
  if (problem !== undefined) return refuse(intake, 'VALIDATION_ERROR', problem);
  take(intake, record, line.length);
}

/** The names of the Elastic Common Schema, flat or nested; everything else becomes attributes. */
function fill(record: DraftRecord, source: JsonObject, { defaults }: Intake): string | undefined {
  const { limits } = defaults;
  const time = source['@timestamp'];
  if (time !== undefined && time !== null) {
    const timestamp = parseTimestamp(time);
    if (timestamp === undefined) return 'The field @timestamp is not a valid time.';
    record.timestamp = timestamp;
  }
  record.level =
    firstText(source, ['log.level', 'level', 'severity']).toLowerCase() || record.level;
  record.source = firstText(source, ['service.name', 'source']) || record.source;
  const bodyField = BODY_FIELDS.find((name) => typeof source[name] === 'string');
  for (const name in source) {
    if (name === bodyField || isTaken(name, source[name], record)) continue;
    addAttribute(record, name, source[name], limits);
  }
  takeBody(record, bodyField === undefined ? source : source[bodyField], limits);
  return undefined;
}

/** Values that have a dedicated field are not stored a second time. */
function isTaken(name: string, value: unknown, record: DraftRecord): boolean {
  if (name === 'source') return value === record.source;
  return name === '@timestamp' || name === 'level';
}

/** Fluent Bit calls the line of a container `log`. */
const BODY_FIELDS = ['message', 'log', 'msg'] as const;

function firstText(source: JsonObject, names: readonly string[]): string {
  for (const name of names) {
    const [outer = '', inner = ''] = name.split('.');
    const group = source[outer];
    const value = source[name] ?? (isObject(group) ? group[inner] : undefined);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return '';
}

function nameOf(value: unknown): string | undefined {
  return value === undefined || value === null || value === '' ? undefined : textOf(value);
}

/** Undefined if the line is not JSON. */
function parse(line: Buffer, depthMax: number): unknown {
  try {
    return readJson(line, depthMax);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
