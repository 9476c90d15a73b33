/** The fields of events, and how commands change the fields of rows. */
import type { Pattern } from '../tree/node.ts';
import type { Shape } from '../tree/shape.ts';

/** Fields every event has; all others are attributes. */
export const EVENT_FIELDS = {
  _time: 'Event time; epoch seconds in expressions.',
  event: 'The raw text of the event. Also available as `_raw`.',
  level: 'The severity, in lower case: debug, info, warn, error, …',
  source: 'Where the event came from.',
  index: 'The index of the event. Also available as `_index`.',
  _id: 'The unique id of the event.',
  _indextime: 'Ingest time, only shown if you use it; epoch seconds in expressions.',
} as const satisfies Record<string, string>;

/** Other names of fields: both read the same value. */
const FIELD_ALIASES = { _raw: 'event', _index: 'index' } as const satisfies Record<string, string>;

export function canonicalField(name: string): string {
  return name === '_raw' || name === '_index' ? FIELD_ALIASES[name] : name;
}

export const EVENT_SHAPE: Shape = {
  hasText: true,
  isOpen: true,
  fields: Object.keys(EVENT_FIELDS),
};

/** Rows with exactly these fields. */
export function closedShape(fields: readonly string[]): Shape {
  return { hasText: fields.some(isText), isOpen: false, fields: [...new Set(fields)] };
}

/** Rows with these fields and others that only the data knows. */
export function openShape(fields: readonly string[]): Shape {
  return { hasText: false, isOpen: true, fields: [...new Set(fields)] };
}

export function withFields(shape: Shape, ...names: readonly string[]): Shape {
  return { ...shape, fields: [...new Set([...shape.fields, ...names])] };
}

export function keepFields(shape: Shape, patterns: readonly Pattern[]): Shape {
  const exact = patterns.filter((pattern) => pattern.length === 1).map(([name]) => name);
  const fitting = shape.fields.filter((field) => patterns.some((pattern) => fits(pattern, field)));
  const fields = [...new Set([...exact, ...fitting])];
  const hasWildcards = patterns.some((pattern) => pattern.length > 1);
  return {
    hasText: shape.hasText && fields.some(isText),
    isOpen: shape.isOpen && hasWildcards,
    fields,
  };
}

export function removeFields(shape: Shape, patterns: readonly Pattern[]): Shape {
  const isRemoved = (field: string): boolean => patterns.some((pattern) => fits(pattern, field));
  const hasText = shape.hasText && !isRemoved('event') && !isRemoved('_raw');
  return { ...shape, hasText, fields: shape.fields.filter((field) => !isRemoved(field)) };
}

export function renameField(shape: Shape, from: Pattern, to: Pattern): Shape {
  const fields = shape.fields.filter((field) => !fits(from, field));
  const [name] = to;
  if (to.length === 1 && !fields.includes(name)) fields.push(name);
  return { ...shape, fields };
}

/** Whether a name fits a pattern, by its case. */
export function fits(pattern: Pattern, name: string): boolean {
  if (pattern.length === 1) return name === pattern[0];
  return starsOf(pattern, name) !== undefined;
}

/**
 * Returns the text matched by each star of a pattern, as short as possible except for the last; undefined if the name
 * does not match. Scans from left to right: a regular expression made from the pattern could take forever.
 */
export function starsOf(pattern: Pattern, name: string): string[] | undefined {
  const [first] = pattern;
  const last = pattern.at(-1) ?? first;
  // Checked for every name and every pattern of a command: most do not match, so nothing is allocated for those.
  if (!name.startsWith(first) || !name.endsWith(last)) return undefined;
  if (pattern.length === 1) return name === first ? [] : undefined;
  const stars: string[] = [];
  const end = name.length - last.length;
  let at = first.length;
  for (let piece = 1; piece < pattern.length - 1; piece += 1) {
    const text = pattern[piece] ?? '';
    const found = name.indexOf(text, at);
    if (found < 0) return undefined;
    stars.push(name.slice(at, found));
    at = found + text.length;
  }
  if (end < at) return undefined;
  stars.push(name.slice(at, end));
  return stars;
}

/** Puts the text that the stars of one pattern match in a name in place of the stars of another. */
export function renameByStars(name: string, from: Pattern, to: Pattern): string | undefined {
  const stars = starsOf(from, name);
  if (stars === undefined) return undefined;
  return to.reduce((all, piece, i) => `${all}${stars[i - 1] ?? ''}${piece}`);
}

function isText(field: string): boolean {
  return canonicalField(field) === 'event';
}
