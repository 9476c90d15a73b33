/** What a JSON text tells before it is parsed. */
export interface JsonFacts {
  /** Names in all objects together, repeated ones counted each time. */
  readonly names: number;
  readonly depth: number;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/**
 * Scans a text that need not be valid in one pass. The parser reports errors only after it has recursed as deep as the
 * text, and it silently keeps the last of two equal names.
 */
export function scanJson(text: string): JsonFacts {
  let names = 0;
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at + 1);
    } else if (code === COLON) {
      names++;
    } else if (code === 0x7b || code === 0x5b) {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
    }
  }
  return { names, depth: deepest };
}

/**
 * Index of the quote that ends a string, or of the end of the text. Most of a text is strings, and the runtime finds a
 * quote many times faster than a loop does; for strings with escapes the loop is faster.
 */
function endOfString(text: string, start: number): number {
  const quote = text.indexOf('"', start);
  if (quote < 0) return text.length;
  if (text.charCodeAt(quote - 1) !== BACKSLASH) return quote;
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    at += code === BACKSLASH ? 2 : 1;
  }
  return at;
}

/** What parsed values tell. */
export interface ValueFacts {
  /** Names in all objects of all values: fewer than in the text when a name was repeated. */
  names: number;
  /** There is a number so large that the text may have held another one. */
  hasLargeNumber: boolean;
}

export function lookAtValue(value: unknown, facts: ValueFacts): void {
  if (typeof value === 'number') {
    if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER) {
      facts.hasLargeNumber = true;
    }
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) lookAtValue(item, facts);
    return;
  }
  for (const name in value) {
    facts.names++;
    lookAtValue((value as Record<string, unknown>)[name], facts);
  }
}

export interface RepeatedName {
  readonly name: string;
  /** Offset in UTF-16 units. */
  readonly position: number;
}

/** Returns the first name that occurs twice in an object. Requires valid JSON. */
export function findRepeatedName(text: string): RepeatedName | undefined {
  const open: (Set<string> | undefined)[] = [];
  // In an object, a string is a name after `{` and `,`, and a value after a name.
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
      at = endOfString(text, at + 1);
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
