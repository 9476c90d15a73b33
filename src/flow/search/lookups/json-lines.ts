import { type AddColumn, lineProblem, type UploadLine } from './check-content.ts';

/** One object per line; its values are text, numbers, true, false or null. Empty lines are left out. */
export function* jsonLines(text: string, addColumn: AddColumn): Generator<UploadLine> {
  const places = new Map<string, number>();
  const placeOf = (name: string, line: number): number => {
    const known = places.get(name);
    if (known !== undefined) return known;
    addColumn(name, line);
    places.set(name, places.size);
    return places.size - 1;
  };
  let line = 0;
  for (let start = 0; start < text.length;) {
    line += 1;
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const written = text.slice(start, end).trim();
    start = end + 1;
    if (written === '') continue;
    const values: string[] = [];
    for (const [name, value] of Object.entries(readObject(written, line))) {
      values[placeOf(name.trim(), line)] = cellOf(name, value, line);
    }
    yield { line, values };
  }
}

function readObject(text: string, line: number): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw lineProblem(line, 'This is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw lineProblem(line, 'A line is an object with a value for each column.');
  }
  return value;
}

function cellOf(name: string, value: unknown, line: number): string {
  switch (typeof value) {
    case 'string':
      if (value.includes('\0')) {
        throw lineProblem(line, `In the column “${name}” is a NUL character.`);
      }
      return value.toWellFormed();
    case 'number':
    case 'boolean':
      return String(value);
    default:
      if (value === null) return '';
      throw lineProblem(line, `In the column “${name}” is neither text nor a number.`);
  }
}
