import { isUtf8 } from 'node:buffer';
import { AppError } from '../base/errors.ts';
import { findJsonFault } from './find-json-fault.ts';

/**
 * Brackets up to which the parser can be let loose whatever their nesting: it costs a millisecond or two.
 * Beyond, megabytes of brackets would make it take hundreds of megabytes, so their depth is counted first.
 */
const BRACKETS_UNCOUNTED_MAX = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The value of a JSON text in UTF-8. Refuses what is no JSON (naming the place), bytes that are no
 * UTF-8, nesting over the limit, and `__proto__` as a field name.
 */
export function parseJson(bytes: Buffer, depthMax: number): unknown {
  if (!isUtf8(bytes)) throw notJson('The body is not valid UTF-8.');
  const text = withoutByteOrderMark(bytes.toString('utf8'));
  if (hasManyBrackets(text) && isDeeperThan(bytes, depthMax)) throw tooDeep(depthMax);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const fault = findJsonFault(text);
    const where = fault === undefined ? 'it breaks off or has a stray character.' : fault.message;
    throw notJson(`The body is not valid JSON: ${where}`, fault?.position, cause);
  }
  refuseTraps(value, depthMax, depthMax);
  return value;
}

/** Walks what was parsed, which is bounded in depth by now or stops this walk. */
function refuseTraps(value: unknown, depthMax: number, levelsLeft: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (levelsLeft === 0) throw tooDeep(depthMax);
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) {
      if (typeof item === 'object') refuseTraps(item, depthMax, levelsLeft - 1);
    }
    return;
  }
  // What was parsed inherits nothing, and no other loop over fields is as fast.
  for (const name in value) {
    // As a field it is harmless, but code that copies fields one by one would change a prototype with it.
    if (name === '__proto__') throw notJson('The body has a field named __proto__.');
    const item = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof item === 'object') refuseTraps(item, depthMax, levelsLeft - 1);
  }
}

function hasManyBrackets(text: string): boolean {
  let count = 0;
  for (const bracket of '[{') {
    let index = text.indexOf(bracket);
    while (index !== -1) {
      count += 1;
      if (count > BRACKETS_UNCOUNTED_MAX) return true;
      index = text.indexOf(bracket, index + 1);
    }
  }
  return false;
}

/** Counts brackets outside of strings; says nothing about whether they pair. */
function isDeeperThan(bytes: Buffer, depthMax: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (isInString) {
      if (byte === QUOTE) isInString = false;
      else if (byte === BACKSLASH) index += 1;
    } else if (byte === QUOTE) {
      isInString = true;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > depthMax) return true;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
    }
  }
  return false;
}

function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function tooDeep(depthMax: number): AppError {
  return notJson(`The body is nested deeper than ${depthMax} levels.`);
}

function notJson(message: string, position?: number, cause?: unknown): AppError {
  const detail = position === undefined ? { path: '', message } : { path: '', message, position };
  return new AppError('VALIDATION_ERROR', message, { details: [detail] }, cause);
}
