import { isUtf8 } from 'node:buffer';
import { AppError } from '../base/errors.ts';
import { findJsonFault } from './find-json-fault.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export interface JsonBounds {
  readonly jsonDepthMax: number;
  /** Objects, lists and fields. */
  readonly jsonPartsMax: number;
}

/**
 * Parses a JSON text in UTF-8. Refuses invalid JSON (naming the position), invalid UTF-8, more parts or levels than the
 * bounds allow, and `__proto__` as a field name.
 */
export function parseJson(bytes: Buffer, bounds: JsonBounds): unknown {
  if (!isUtf8(bytes)) throw notJson('The body is not valid UTF-8.');
  refuseTooMuch(bytes, bounds);
  const text = withoutByteOrderMark(bytes.toString('utf8'));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const fault = findJsonFault(text);
    const where =
      fault === undefined ? 'it is incomplete or has an unexpected character.' : fault.message;
    throw notJson(`The body is not valid JSON: ${where}`, fault?.position, cause);
  }
  refuseTraps(value);
  return value;
}

/** Walks what was parsed, which is bounded in depth. */
function refuseTraps(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) {
      if (typeof item === 'object') refuseTraps(item);
    }
    return;
  }
  // What was parsed inherits nothing, and no other loop over fields is as fast.
  for (const name in value) {
    // As a field it is harmless, but code that copies fields one by one would change a prototype with it.
    if (name === '__proto__') throw notJson('The field name __proto__ is not allowed.');
    const item = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof item === 'object') refuseTraps(item);
  }
}

/**
 * Counts characters outside of strings before the parser runs, which takes a hundred times as long; does not check that
 * brackets match. In valid JSON each colon is a field.
 */
function refuseTooMuch(bytes: Buffer, { jsonDepthMax, jsonPartsMax }: JsonBounds): void {
  let depth = 0;
  let parts = 0;
  let isInString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (isInString) {
      if (byte === QUOTE) isInString = false;
      else if (byte === BACKSLASH) index += 1;
    } else if (byte === QUOTE) {
      isInString = true;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      parts += 1;
      if (depth > jsonDepthMax) throw tooMuch(`is nested deeper than ${jsonDepthMax} levels`);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth -= 1;
    } else if (byte === COLON) {
      parts += 1;
    }
  }
  if (parts > jsonPartsMax) {
    const max = jsonPartsMax.toLocaleString('en-US');
    throw tooMuch(`has more than ${max} objects, lists and fields`);
  }
}

function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function tooMuch(what: string): AppError {
  return notJson(`The body ${what}.`);
}

function notJson(message: string, position?: number, cause?: unknown): AppError {
  const detail = position === undefined ? { path: '', message } : { path: '', message, position };
  return new AppError('VALIDATION_ERROR', message, { details: [detail] }, cause);
}
