/** The position where a text stops being JSON. The engine's parser does not report it for short texts. */
export interface JsonFault {
  /** Offset in UTF-16 units. */
  readonly position: number;
  readonly message: string;
}

const SPACE = /[\t\n\r ]*/y;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line no-control-regex -- JSON forbids exactly these characters inside a string.
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** About ten milliseconds on a slow machine; a fault after that many values, names and commas is not located. */
const STEPS_MAX = 150_000;

type Expected =
  | 'value'
  | 'value or end'
  | 'name'
  | 'name or end'
  | 'colon'
  | 'comma or end'
  | 'end';

/** Call only after `JSON.parse` has refused the text. Undefined if the search would take too long. */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: string[] = [];
  let expected: Expected = 'value';
  let position = skip(SPACE, text, 0) ?? 0;
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const step = takeStep(text, position, expected, open);
    if (step === undefined) return fault(text, position, expected, open);
    expected = step.expected;
    position = skip(SPACE, text, step.position) ?? step.position;
  }
  return undefined;
}

interface Step {
  readonly position: number;
  readonly expected: Expected;
}

function takeStep(
  text: string,
  position: number,
  expected: Expected,
  open: string[],
): Step | undefined {
  const character = text[position];
  const isClosing = character === (open.at(-1) === '{' ? '}' : ']');
  switch (expected) {
    case 'name or end':
    case 'name': {
      if (expected === 'name or end' && isClosing) return close(position, open);
      const next = skipString(text, position);
      return next === undefined ? undefined : { position: next, expected: 'colon' };
    }
    case 'colon':
      return character === ':' ? { position: position + 1, expected: 'value' } : undefined;
    case 'comma or end':
      if (open.length > 0 && isClosing) return close(position, open);
      if (character !== ',') return undefined;
      return { position: position + 1, expected: open.at(-1) === '{' ? 'name' : 'value' };
    case 'value or end':
    case 'value':
      if (expected === 'value or end' && isClosing) return close(position, open);
      return takeValue(text, position, open);
    case 'end':
      return undefined;
  }
}

function takeValue(text: string, position: number, open: string[]): Step | undefined {
  const character = text[position];
  if (character === '{' || character === '[') {
    open.push(character);
    const expected = character === '{' ? 'name or end' : 'value or end';
    return { position: position + 1, expected };
  }
  const next = character === '"' ? skipString(text, position) : skip(SCALAR, text, position);
  return next === undefined ? undefined : { position: next, expected: afterValue(open) };
}

function close(position: number, open: string[]): Step {
  open.pop();
  return { position: position + 1, expected: afterValue(open) };
}

function afterValue(open: readonly string[]): Expected {
  return open.length === 0 ? 'end' : 'comma or end';
}

function skipString(text: string, position: number): number | undefined {
  if (text[position] !== '"') return undefined;
  let next = position + 1;
  for (let pieces = 0; pieces < STEPS_MAX; pieces += 1) {
    next = skip(PLAIN, text, next) ?? next;
    if (text[next] === '"') return next + 1;
    const escaped = skip(ESCAPE, text, next);
    if (escaped === undefined) return undefined;
    next = escaped;
  }
  return undefined;
}

function skip(pattern: RegExp, text: string, position: number): number | undefined {
  pattern.lastIndex = position;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function fault(
  text: string,
  position: number,
  expected: Expected,
  open: readonly string[],
): JsonFault {
  const closing = open.at(-1) === '{' ? '}' : ']';
  const words: Readonly<Record<Expected, string>> = {
    value: 'a value',
    'value or end': `a value or ${closing}`,
    name: 'a field name in double quotes',
    'name or end': `a field name in double quotes or ${closing}`,
    colon: 'a colon',
    'comma or end': `a comma or ${closing}`,
    end: 'nothing more',
  };
  const { line, column } = lineAndColumn(text, position);
  const where =
    position >= text.length ? 'where the text ends' : `at line ${line}, column ${column}`;
  return { position, message: `expected ${words[expected]} ${where}.` };
}

function lineAndColumn(text: string, position: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let index = text.indexOf('\n'); index !== -1 && index < position;) {
    line += 1;
    start = index + 1;
    index = text.indexOf('\n', start);
  }
  return { line, column: position - start + 1 };
}
