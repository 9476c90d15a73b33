import { isUtf8 } from 'node:buffer';
import { AppError, type ErrorDetail } from '../../base/errors.ts';
import { findJsonFault } from '../../http/find-json-fault.ts';
import type { Limits } from '../../spec/limits.ts';
import { findRepeatedName, lookAtValue, scanJson, type ValueFacts } from './scan-json.ts';

/** The events of a request body, still as they were sent. */
export interface SentEvents {
  readonly events: readonly unknown[];
  /** Bytes of the events' JSON: what the daily quota and the usage page count. */
  readonly bytes: number;
  /** Path of an event, for error details: `3` in an array, empty for a single object. */
  pathOf(position: number): string;
}

interface ReadLimits {
  readonly eventBytesMax: number;
  readonly perRequestMax: number;
  readonly jsonDepthMax: number;
}

export function readLimits(limits: Pick<Limits, 'events' | 'http'>): ReadLimits {
  return {
    eventBytesMax: limits.events.eventBytesMax,
    perRequestMax: limits.events.perRequestMax,
    jsonDepthMax: limits.http.jsonDepthMax,
  };
}

/** One event object, an array of them, or `{ "events": [...] }`. */
export function readJsonEvents(body: Buffer, limits: ReadLimits): SentEvents {
  const parsed = readJson(body, limits.jsonDepthMax);
  const sent = unwrap(parsed, body.length);
  checkCount(sent.events.length, limits.perRequestMax);
  if (body.length > limits.eventBytesMax) checkEventSizes(sent, limits.eventBytesMax);
  return sent;
}

/** Any JSON; integers that a double cannot represent become text. */
export function readJson(body: Buffer, depthMax: number): unknown {
  const text = textOf(body);
  const names = countNames(text, depthMax);
  const facts = { names: 0, hasLargeNumber: false };
  const parsed = parseExactly(text, facts);
  if (facts.names === names) return parsed;
  throw new AppError('VALIDATION_ERROR', 'Duplicate field.', {
    details: [repeatedName('', text)],
  });
}

/** One event object per line; empty lines do not count. */
export function readNdjsonEvents(body: Buffer, limits: ReadLimits): SentEvents {
  const text = textOf(body);
  const names = countNames(text, limits.jsonDepthMax);
  const facts = { names: 0, hasLargeNumber: false };
  const events: unknown[] = [];
  const details: ErrorDetail[] = [];
  const large: number[] = [];
  let bytes = 0;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end).trim();
    start = end + 1;
    if (line === '') continue;
    const size = Buffer.byteLength(line);
    if (size > limits.eventBytesMax) large.push(events.length);
    bytes += size;
    try {
      events.push(parseExactly(line, facts));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      details.push({ path: String(events.length), message: 'This line is not valid JSON.' });
      events.push(undefined);
    }
  }
  if (details.length > 0) {
    throw new AppError('VALIDATION_ERROR', 'The body is not valid NDJSON.', { details });
  }
  if (names !== facts.names) throw repeatedNames(text);
  checkCount(events.length, limits.perRequestMax);
  if (large.length > 0) throw tooLarge(large.map(String), limits.eventBytesMax);
  return { events, bytes, pathOf: String };
}

/** Finds the lines that contain a field twice. */
function repeatedNames(text: string): AppError {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const details = lines.flatMap((line, position) =>
    findRepeatedName(line) === undefined ? [] : [repeatedName(String(position), line)],
  );
  return new AppError('VALIDATION_ERROR', 'Duplicate field.', { details });
}

function unwrap(parsed: unknown, bodyBytes: number): SentEvents {
  if (Array.isArray(parsed)) {
    // Two brackets and the commas between are the array's, the rest is events.
    const bytes = Math.max(0, bodyBytes - parsed.length - 1);
    return { events: parsed, bytes, pathOf: String };
  }
  const wrapped = wrappedEvents(parsed);
  if (wrapped !== undefined) {
    const bytes = Math.max(0, bodyBytes - '{"events":[]}'.length - Math.max(0, wrapped.length - 1));
    return { events: wrapped, bytes, pathOf: (position) => `events.${position}` };
  }
  return { events: [parsed], bytes: bodyBytes, pathOf: () => '' };
}

/** An object whose only field is an array named `events` is a wrapper, not an event. */
function wrappedEvents(parsed: unknown): readonly unknown[] | undefined {
  if (typeof parsed !== 'object' || parsed === null || !('events' in parsed)) return undefined;
  const events: unknown = parsed.events;
  return Array.isArray(events) && Object.keys(parsed).length === 1
    ? (events as unknown[])
    : undefined;
}

function textOf(body: Buffer): string {
  if (isUtf8(body)) return body.toString('utf8');
  throw new AppError('VALIDATION_ERROR', 'The body is not valid UTF-8.', {
    details: [{ path: '', message: 'The body is not valid UTF-8.' }],
  });
}

function checkCount(count: number, perRequestMax: number): void {
  if (count === 0) throw problem('The body contains no events.');
  if (count > perRequestMax) {
    throw problem(`Too many events in one request (maximum ${perRequestMax}).`);
  }
}

function checkEventSizes(sent: SentEvents, eventBytesMax: number): void {
  const large: string[] = [];
  for (const [position, event] of sent.events.entries()) {
    // Escapes make a text at most six times longer, so the exact size is needed rarely.
    if (roughSize(event) * 6 <= eventBytesMax) continue;
    if (Buffer.byteLength(JSON.stringify(event)) > eventBytesMax) large.push(sent.pathOf(position));
  }
  if (large.length > 0) throw tooLarge(large, eventBytesMax);
}

/** A cheap size no smaller than a sixth of the JSON's, whose depth is bounded. */
function roughSize(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 24;
  let size = 2;
  for (const key in value) {
    size += key.length + 4 + roughSize((value as Record<string, unknown>)[key]);
  }
  return size;
}

function tooLarge(paths: readonly string[], eventBytesMax: number): AppError {
  const message = `The event is too large (maximum ${eventBytesMax} bytes).`;
  const details = paths.map((path) => ({ path, message }));
  return new AppError('EVENT_TOO_LARGE', 'An event is too large.', { details });
}

function problem(message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { details: [{ path: '', message }] });
}

/** Integers that a double cannot represent are kept exactly, as text. */
function parseExactly(text: string, facts: ValueFacts): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    // A large number in one line is no reason to parse the others twice.
    facts.hasLargeNumber = false;
    lookAtValue(parsed, facts);
    return facts.hasLargeNumber ? JSON.parse(text, keepLongIntegers) : parsed;
  } catch {
    const fault = findJsonFault(text);
    const detail: ErrorDetail = {
      path: '',
      message: `Not valid JSON: ${fault?.message ?? 'it is incomplete or has an unexpected character.'}`,
      ...(fault === undefined ? {} : { position: fault.position }),
    };
    throw new AppError('VALIDATION_ERROR', 'The body is not valid JSON.', { details: [detail] });
  }
}

function keepLongIntegers(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return context?.source !== undefined && /^-?\d+$/.test(context.source) ? context.source : value;
}

const SHOWN_NAME_CHARACTERS_MAX = 64;

/** Only one of two values with the same name could be kept, and the loss of the other would go unnoticed. */
function repeatedName(path: string, text: string): ErrorDetail {
  const repeated = findRepeatedName(text);
  if (repeated === undefined) return { path, message: 'Duplicate field in an object.' };
  const name = JSON.stringify(repeated.name.slice(0, SHOWN_NAME_CHARACTERS_MAX));
  return {
    path,
    message: `Duplicate field ${name} in an object.`,
    position: repeated.position,
  };
}

/** Deep nesting costs the parser far more than its bytes suggest, so it is known before. */
function countNames(text: string, depthMax: number): number {
  const { names, depth } = scanJson(text);
  if (depth > depthMax) throw problem(`The JSON is nested deeper than ${depthMax} levels.`);
  return names;
}
