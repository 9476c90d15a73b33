/** What the bytes of a JSON text tell before, and beside, what the parser makes of them. */
export interface JsonFacts {
  /** Names in all objects together, repeated ones counted each time. */
  readonly names: number;
  readonly depth: number;
  /** There is a number of so many digits that a double may not hold it. */
  readonly hasLongInteger: boolean;
}

const QUOTE = 0x22;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LONG_INTEGER_DIGITS = 16;
/** So far below zero that the digits behind a point never count as a long integer. */
const FRACTION = -1_000_000;

/**
 * One pass over a text that need not be valid: the parser says so later, but only after it has gone as deep
 * as the text does, and it keeps the last of two equal names without a word.
 */
export function scanJson(bytes: Uint8Array): JsonFacts {
  let names = 0;
  let depth = 0;
  let deepest = 0;
  let digits = 0;
  let hasLongInteger = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      at = endOfString(bytes, at + 1);
    } else if (byte === COLON) {
      names++;
    } else if (byte >= ZERO && byte <= NINE) {
      digits++;
      if (digits === LONG_INTEGER_DIGITS) hasLongInteger = true;
      continue;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--;
    }
    digits = byte === POINT ? FRACTION : 0;
  }
  return { names, depth: deepest, hasLongInteger };
}

/** The place of the quote that ends a string, or of the end of the text. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    at += byte === BACKSLASH ? 2 : 1;
  }
  return at;
}

/** Names in all objects of a parsed value: fewer than in its text when a name was repeated. */
export function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let names = 0;
  if (Array.isArray(value)) {
    for (const item of value) names += countNames(item);
    return names;
  }
  for (const name in value) names += 1 + countNames((value as Record<string, unknown>)[name]);
  return names;
}

export interface RepeatedName {
  readonly name: string;
  /** Offset in UTF-16 units. */
  readonly position: number;
}

/** The first name that stands in an object for the second time. To be asked for valid JSON only. */
export function findRepeatedName(text: string): RepeatedName | undefined {
  const open: (Set<string> | undefined)[] = [];
  // In an object a string is a name behind `{` and `,`, and a value behind a name.
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : undefined);
      isName = character === '{';
    } else if (character === '}' || character === ']') {
      open.pop();
      isName = false;
    } else if (character === ',') {
      isName = open.at(-1) !== undefined;
    } else if (character === '"') {
      const position = at;
      at = endOfText(text, at + 1);
      if (!isName) continue;
      isName = false;
      const names = open.at(-1);
      const name = String(JSON.parse(text.slice(position, at + 1)));
      if (names?.has(name) === true) return { name, position };
      names?.add(name);
    }
  }
  return undefined;
}

function endOfText(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}
