/**
 * Rows with fields: JSON objects, lines that are one, and logfmt lines (`level=info msg="…"`). The message
 * is mined on its own; the names of the fields are part of what must be equal.
 */
import { CODE, codeAt, isDigit, isLatinLetter } from './characters.ts';
import type { JsonValue, Row } from './row.ts';
import { severityOfNumber, severityRank } from './severity.ts';

export interface RowRecord {
  readonly style: 'json' | 'logfmt';
  readonly fields: ReadonlyMap<string, JsonValue>;
  /** The names of the fields, sorted. */
  readonly shape: string;
  /** Rank of the level the fields name, 0 for none. */
  readonly severity: number;
}

export interface Source {
  /** The text to mine. */
  readonly text: string;
  readonly record: RowRecord | undefined;
  /** The field the text is from; empty when all of them are the text. */
  readonly messageKey: string;
}

const MESSAGE_KEYS = (
  'message msg event log body text @message _msg short_message full_message content line raw ' +
  'description error err'
).split(' ');
const SEVERITY_KEYS = new Set(
  (
    'level severity lvl loglevel log_level log.level @level levelname level_name severity_text ' +
    'severitytext priority'
  ).split(' '),
);
/** Fields of a logfmt line; a line with more is mined as text. */
const PAIRS_MAX = 64;

export function readSources(rows: readonly Row[]): Source[] {
  const shapes = new Map<string, string>();
  const records = rows.map((row) => readRecord(row, shapes));
  const messageKeys = chooseMessageKeys(records);
  return rows.map((row, index) => {
    const record = records[index];
    if (record === undefined) {
      return { text: plainText(row), record: undefined, messageKey: '' };
    }
    const messageKey = messageKeys.get(record.shape) ?? '';
    const message = record.fields.get(messageKey);
    const text = typeof message === 'string' ? message : fieldsText(record);
    return { text, record, messageKey: typeof message === 'string' ? messageKey : '' };
  });
}

function plainText(row: Row): string {
  return typeof row === 'string' ? row : JSON.stringify(row);
}

function readRecord(row: Row, shapes: Map<string, string>): RowRecord | undefined {
  const style = typeof row === 'string' && !looksLikeObject(row) ? 'logfmt' : 'json';
  const fields =
    typeof row === 'string'
      ? style === 'json'
        ? parseObject(row)
        : parseLogfmt(row)
      : objectFields(row);
  if (fields === undefined || fields.size === 0) return undefined;
  const names = JSON.stringify([...fields.keys()]);
  let shape = shapes.get(names);
  if (shape === undefined) {
    shape = JSON.stringify([...fields.keys()].sort());
    shapes.set(names, shape);
  }
  return { style, fields, shape, severity: severityOfFields(fields) };
}

/** The record a line is, if it is one. */
export function readRecordOf(line: string): RowRecord | undefined {
  return readRecord(line, new Map());
}

function looksLikeObject(row: string): boolean {
  return row.startsWith('{') && row.trimEnd().endsWith('}');
}

function parseObject(row: string): ReadonlyMap<string, JsonValue> | undefined {
  try {
    return objectFields(JSON.parse(row) as JsonValue);
  } catch {
    // Not JSON: a line that only starts and ends with braces is text.
    return undefined;
  }
}

function objectFields(value: JsonValue): ReadonlyMap<string, JsonValue> | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value));
}

function severityOfFields(fields: ReadonlyMap<string, JsonValue>): number {
  for (const [key, value] of fields) {
    if (!SEVERITY_KEYS.has(key.toLowerCase())) continue;
    if (typeof value === 'number') return severityOfNumber(value);
    if (typeof value === 'string') return severityRank(value, true) || severityOfDigits(value);
  }
  return 0;
}

function severityOfDigits(value: string): number {
  return value.length <= 2 && value.length > 0 && isDigit(value.charCodeAt(0))
    ? severityOfNumber(Number(value))
    : 0;
}

/**
 * Chooses by structure: the first well-known name that contains text, otherwise the field with the most text in
 * sentences.
 */
function chooseMessageKeys(
  records: readonly (RowRecord | undefined)[],
): ReadonlyMap<string, string> {
  const weights = new Map<string, Map<string, number>>();
  for (const record of records) {
    if (record === undefined) continue;
    let ofShape = weights.get(record.shape);
    if (ofShape === undefined) {
      ofShape = new Map();
      weights.set(record.shape, ofShape);
    }
    for (const [key, value] of record.fields) {
      if (typeof value !== 'string') continue;
      const weight = value.includes(' ') ? value.length : 0;
      ofShape.set(key, (ofShape.get(key) ?? 0) + weight);
    }
  }
  return new Map([...weights].map(([shape, ofShape]) => [shape, messageKeyOf(ofShape)]));
}

function messageKeyOf(weights: ReadonlyMap<string, number>): string {
  const keys = [...weights.keys()].sort();
  for (const known of MESSAGE_KEYS) {
    const key = keys.find((candidate) => candidate.toLowerCase() === known);
    if (key !== undefined) return key;
  }
  let best = '';
  for (const key of keys) {
    const weight = weights.get(key) ?? 0;
    if (weight > 0 && weight > (weights.get(best) ?? 0)) best = key;
  }
  return best;
}

/** Without a message all fields are the text, in the order of their names. */
function fieldsText(record: RowRecord): string {
  return [...record.fields.keys()]
    .sort()
    .map((key) => `${key}=${scalarText(record.fields.get(key) ?? null)}`)
    .join(' ');
}

export function scalarText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Pairs of a line that is nothing but pairs and has a message; undefined for any other line. */
function parseLogfmt(row: string): ReadonlyMap<string, JsonValue> | undefined {
  const firstKey = scanKey(row, 0);
  if (firstKey === 0 || codeAt(row, firstKey, row.length) !== CODE.equals) return undefined;
  if (!row.includes('msg=') && !row.includes('message=')) return undefined;
  const fields = new Map<string, JsonValue>();
  let at = 0;
  while (at < row.length) {
    if (row.charCodeAt(at) <= 32) at += 1;
    else {
      const keyEnd = scanKey(row, at);
      if (keyEnd === at || codeAt(row, keyEnd, row.length) !== CODE.equals) return undefined;
      const valueEnd = scanValue(row, keyEnd + 1);
      if (valueEnd < 0 || fields.size >= PAIRS_MAX) return undefined;
      fields.set(row.slice(at, keyEnd), unquote(row.slice(keyEnd + 1, valueEnd)));
      at = valueEnd;
    }
  }
  return fields.has('msg') || fields.has('message') ? fields : undefined;
}

function scanKey(row: string, from: number): number {
  let at = from;
  while (at < row.length && isKeyCode(row.charCodeAt(at))) at += 1;
  return at;
}

function isKeyCode(code: number): boolean {
  return (
    isLatinLetter(code) ||
    isDigit(code) ||
    code === CODE.underscore ||
    code === CODE.dot ||
    code === CODE.dash ||
    code === CODE.at ||
    code === CODE.slash
  );
}

/** The end of a bare or quoted value, or -1 for a quote that never closes. */
function scanValue(row: string, from: number): number {
  let at = from;
  if (codeAt(row, from, row.length) !== CODE.quote) {
    while (at < row.length && row.charCodeAt(at) > 32) at += 1;
    return at;
  }
  for (at += 1; at < row.length; at += 1) {
    const code = row.charCodeAt(at);
    if (code === CODE.backslash) at += 1;
    else if (code === CODE.quote) return at + 1;
  }
  return -1;
}

function unquote(value: string): string {
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    // Go's escapes are not all JSON's; then the text between the quotes is good enough.
    return value.slice(1, -1);
  }
}
