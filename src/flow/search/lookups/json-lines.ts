import {
  type AddColumn,
  lineProblem,
  type LineLimits,
  refuseEmptiness,
  tooWide,
  type UploadLine,
} from './check-content.ts';

/** One object per line with strings, numbers, booleans or null. Empty lines are skipped. */
export function* jsonLines(
  text: string,
  limits: LineLimits,
  addColumn: AddColumn,
): Generator<UploadLine> {
  const places = new Map<string, number>();
  const placeOf = (name: string, line: number): number => {
    const known = places.get(name);
    if (known !== undefined) return known;
    addColumn(name, line);
    places.set(name, places.size);
    return places.size - 1;
  };
  let line = 0;
  let emptyLines = 0;
  for (let start = 0; start < text.length;) {
    line += 1;
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const written = text.slice(start, end).trim();
    start = end + 1;
    if (written === '') {
      emptyLines += 1;
      refuseEmptiness(emptyLines, line);
      continue;
    }
    refuseCostly(written, limits, line);
    const values: string[] = [];
    for (const [name, value] of Object.entries(readObject(written, line))) {
      values[placeOf(name.trim(), line)] = cellOf(name, value, line);
    }
    yield { line, values };
  }
}

/** An object, and values that are refused one by one. */
const NESTING_MAX = 2;
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN, CLOSE] = [new Set([0x5b, 0x7b]), new Set([0x5d, 0x7d])];

/** Before it is parsed: megabytes of brackets, or of fields, would take the parser seconds. */
function refuseCostly(text: string, limits: LineLimits, line: number): void {
  // All columns with values of full size; few lines of real tables have a hundredth of that.
  const lengthMax = limits.columnsMax * limits.valueBytesMax;
  if (text.length > lengthMax) {
    throw lineProblem(line, `The line is too long (maximum ${lengthMax} characters).`);
  }
  let depth = 0;
  let commas = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInText) {
      if (code === QUOTE) isInText = false;
      else if (code === BACKSLASH) at += 1;
    } else if (code === QUOTE) {
      isInText = true;
    } else if (code === COMMA) {
      commas += 1;
      if (commas >= limits.columnsMax) throw tooWide(line, limits);
    } else if (OPEN.has(code)) {
      depth += 1;
      if (depth > NESTING_MAX) throw lineProblem(line, 'A value is nested.');
    } else if (CLOSE.has(code)) {
      depth -= 1;
    }
  }
}

function readObject(text: string, line: number): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw lineProblem(line, 'Invalid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw lineProblem(line, 'A line must be an object with a value for each column.');
  }
  return value;
}

function cellOf(name: string, value: unknown, line: number): string {
  switch (typeof value) {
    case 'string':
      if (value.includes('\0')) {
        throw lineProblem(line, `The column “${name}” contains a NUL character.`);
      }
      return value.toWellFormed();
    case 'number':
    case 'boolean':
      return String(value);
    default:
      if (value === null) return '';
      throw lineProblem(line, `The column “${name}” must be text or a number.`);
  }
}
