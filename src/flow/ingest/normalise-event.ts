import { cutText } from '../../base/cut-text.ts';
import type { ErrorDetail } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { LogRecord } from '../../base/record.ts';
import { INTERNAL_INDEX_PREFIX } from '../../spec/audit.ts';
import type { Limits } from '../../spec/limits.ts';
import { parseTimestamp } from './parse-timestamp.ts';

/** What an endpoint knows about all events of one request. */
export interface EventDefaults {
  readonly organization: OrganizationId;
  readonly index: string;
  readonly source: string;
  /** Arrival, in milliseconds since 1970. */
  readonly now: number;
  readonly limits: Limits['events'];
  /** Retention of an index in days; undefined when the organization has no such index. */
  retentionOf(index: string): number | undefined;
}

/** An event while it is being made; pipelines change it before it is encoded. */
export interface DraftRecord extends LogRecord {
  index: string;
  retentionDays: number;
  timestamp: number;
  level: string;
  source: string;
  id: string;
  body: string;
  attributes: [key: string, value: string][];
}

/** The problems of a request, each with the position of its event. */
export interface ProblemList {
  add(detail: ErrorDetail): void;
  /** An unknown index has its own error code. */
  addUnknownIndex(path: string, index: string): void;
}

/**
 * Converts one event as sent by a client to a record; undefined if it is rejected, with the reason in `problems`. A
 * field of an unexpected type is never a reason to reject: it is kept as text.
 */
export function normaliseEvent(
  input: unknown,
  path: string,
  defaults: EventDefaults,
  problems: ProblemList,
): DraftRecord | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    problems.add({ path, message: 'An event must be a JSON object.' });
    return undefined;
  }
  const fields = input as Record<string, unknown>;
  const record = newDraft(defaults);
  const bodyField = bodyFieldOf(fields);
  if (bodyField === undefined) {
    problems.add({ path: join(path, 'event'), message: 'The event text is missing.' });
    return undefined;
  }
  if (!takeFields(fields, bodyField, record, path, defaults, problems)) return undefined;
  takeBody(record, fields[bodyField], defaults.limits);
  return placeInIndex(record, path, defaults, problems) ? record : undefined;
}

/** Returns a record with all defaults. */
export function newDraft(defaults: EventDefaults): DraftRecord {
  return {
    organization: defaults.organization,
    index: defaults.index,
    retentionDays: 0,
    timestamp: defaults.now,
    receivedAt: defaults.now,
    level: 'info',
    source: defaults.source,
    id: '',
    body: '',
    attributes: [],
  };
}

const BODY_FIELDS = ['event', 'message', 'body'] as const;

function bodyFieldOf(fields: Record<string, unknown>): string | undefined {
  for (const name of BODY_FIELDS) {
    const value = fields[name];
    if (value !== undefined && value !== null) return name;
  }
  return undefined;
}

function takeFields(
  fields: Record<string, unknown>,
  bodyField: string,
  record: DraftRecord,
  path: string,
  defaults: EventDefaults,
  problems: ProblemList,
): boolean {
  let isGood = true;
  for (const name in fields) {
    const value = fields[name];
    if (name === bodyField || value === null) continue;
    switch (name) {
      case 'level':
        record.level = textOf(value).trim().toLowerCase() || record.level;
        break;
      case 'source':
        record.source = textOf(value) || record.source;
        break;
      case 'index':
        record.index = textOf(value) || record.index;
        break;
      case 'id':
        record.id = textOf(value);
        break;
      case 'timestamp':
        isGood = takeTimestamp(record, value, path, defaults, problems) && isGood;
        break;
      case 'attributes':
        isGood = takeAttributes(record, value, path, defaults, problems) && isGood;
        break;
      default:
        addAttribute(record, name, value, defaults.limits);
    }
  }
  return isGood;
}

function takeTimestamp(
  record: DraftRecord,
  value: unknown,
  path: string,
  defaults: EventDefaults,
  problems: ProblemList,
): boolean {
  const timestamp = parseTimestamp(value);
  if (timestamp === undefined) {
    const message = 'A timestamp must be ISO 8601 or an epoch number in s, ms, µs or ns.';
    problems.add({ path: join(path, 'timestamp'), message });
    return false;
  }
  if (timestamp > defaults.now + defaults.limits.futureMsMax) {
    problems.add({
      path: join(path, 'timestamp'),
      message: 'The timestamp is too far in the future.',
    });
    return false;
  }
  record.timestamp = timestamp;
  return true;
}

function takeAttributes(
  record: DraftRecord,
  value: unknown,
  path: string,
  defaults: EventDefaults,
  problems: ProblemList,
): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.add({ path: join(path, 'attributes'), message: 'Attributes must be a JSON object.' });
    return false;
  }
  const attributes = value as Record<string, unknown>;
  for (const key in attributes) addAttribute(record, key, attributes[key], defaults.limits);
  return true;
}

/** Deeper nesting is kept as JSON text; this bounds the recursion, not the data. */
const FLATTEN_DEPTH_MAX = 16;

/** Adds one attribute; nested objects are flattened with dots. An existing value of the key is replaced. */
export function addAttribute(
  record: DraftRecord,
  key: string,
  value: unknown,
  limits: Limits['events'],
  depth = 0,
): void {
  if (value === null || value === undefined) return;
  if (typeof value === 'object' && !Array.isArray(value) && depth < FLATTEN_DEPTH_MAX) {
    const nested = value as Record<string, unknown>;
    for (const name in nested) {
      addAttribute(record, `${key}.${name}`, nested[name], limits, depth + 1);
    }
    return;
  }
  const name = key.length > limits.attributeKeyCharactersMax ? cutKey(key, limits) : key;
  const text = cutText(textOf(value), limits.attributeValueBytesMax);
  const present = attributeOf(record, name);
  if (present !== undefined) present[1] = text;
  else if (record.attributes.length < limits.attributesMax) record.attributes.push([name, text]);
}

function attributeOf(record: DraftRecord, name: string): [key: string, value: string] | undefined {
  for (const attribute of record.attributes) if (attribute[0] === name) return attribute;
  return undefined;
}

/** Counted in characters as people see code points, so that no surrogate pair is torn. */
function cutKey(key: string, limits: Limits['events']): string {
  return Array.from(key).slice(0, limits.attributeKeyCharactersMax).join('');
}

/** The message, cut where it is too long; call it last, since the mark of a cut is an attribute. */
export function takeBody(record: DraftRecord, value: unknown, limits: Limits['events']): void {
  const text = textOf(value);
  record.body = cutText(text, limits.bodyBytesMax);
  if (record.body.length < text.length) markTruncated(record, limits);
}

/** The mark must be visible: if all attributes are taken, it replaces the last one. */
function markTruncated(record: DraftRecord, limits: Limits['events']): void {
  const isFull = record.attributes.length >= limits.attributesMax;
  if (isFull && attributeOf(record, '_truncated') === undefined) record.attributes.pop();
  addAttribute(record, '_truncated', 'event', limits);
}

/** Runs last, because the index determines how long the record is kept. */
export function placeInIndex(
  record: DraftRecord,
  path: string,
  defaults: EventDefaults,
  problems: ProblemList,
): boolean {
  if (record.index.startsWith(INTERNAL_INDEX_PREFIX)) {
    const message = `Index names that start with ${INTERNAL_INDEX_PREFIX} are reserved.`;
    problems.add({ path: join(path, 'index'), message });
    return false;
  }
  const retentionDays = defaults.retentionOf(record.index);
  if (retentionDays === undefined) {
    problems.addUnknownIndex(join(path, 'index'), record.index);
    return false;
  }
  record.retentionDays = retentionDays;
  cutNames(record, defaults.limits);
  return true;
}

/** Cuts these fields to the same length as attributes. */
export function cutNames(record: DraftRecord, { attributeValueBytesMax }: Limits['events']): void {
  record.level = cutText(record.level, attributeValueBytesMax);
  record.source = cutText(record.source, attributeValueBytesMax);
  record.id = cutText(record.id, attributeValueBytesMax);
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return JSON.stringify(value);
}

function join(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}
