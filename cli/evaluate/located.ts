/** YAML read value by value, where every problem knows its line and column. */
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import { nearestName } from '../../src/config/index.ts';

export interface Problem {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A value with its position in the file. */
export interface Located {
  readonly node: unknown;
  readonly reading: Reading;
}

interface Reading {
  readonly document: Document;
  readonly lines: LineCounter;
  readonly problems: Problem[];
}

/** The value of the whole file; undefined with problems when it is no YAML. */
export function readYaml(text: string): {
  readonly root: Located | undefined;
  readonly problems: Problem[];
} {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const problems: Problem[] = [];
  for (const error of document.errors) {
    const { line, col } = lines.linePos(error.pos[0]);
    problems.push({ line, column: col, message: error.message });
  }
  const reading = { document, lines, problems };
  const root = problems.length > 0 ? undefined : { node: document.contents, reading };
  return { root, problems };
}

export function complain(at: Located, message: string): void {
  const range = rangeOf(at.node);
  const { line, col } = at.reading.lines.linePos(range);
  at.reading.problems.push({ line, column: col, message });
}

/** The values of a mapping by name. Unknown names are reported as problems. */
export function readFields<Name extends string>(
  at: Located,
  known: readonly Name[],
  what: string,
): Partial<Record<Name, Located>> {
  const node = resolved(at);
  const found: Partial<Record<Name, Located>> = {};
  if (!isMap(node)) {
    complain(at, `expected ${what}: a mapping with ${known.join(', ')}`);
    return found;
  }
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : '';
    const isKnown = known.find((each) => each === name);
    if (isKnown === undefined) {
      const nearest = nearestName(name, known);
      const hint =
        nearest === undefined ? `; known are ${known.join(', ')}` : `. Did you mean ${nearest}?`;
      complain({ ...at, node: key }, `unknown key ${JSON.stringify(name)} in ${what}${hint}`);
      continue;
    }
    found[isKnown] = { ...at, node: value ?? key };
  }
  return found;
}

export function readList(at: Located, what: string): readonly Located[] {
  const node = resolved(at);
  if (isSeq(node)) return node.items.map((item) => ({ ...at, node: item }));
  complain(at, `expected a list of ${what}, each starting with "-"`);
  return [];
}

export function isList(at: Located): boolean {
  return isSeq(resolved(at));
}

/** Non-empty text; a number is read as written. */
export function readText(at: Located, what: string, charactersMax: number): string | undefined {
  const node = resolved(at);
  const value = isScalar(node) ? node.value : undefined;
  const text = isScalar(node) && typeof value === 'number' ? (node.source ?? String(value)) : value;
  if (typeof text !== 'string' || text.trim() === '') {
    complain(at, `expected ${what}`);
    return undefined;
  }
  if (text.length > charactersMax) {
    complain(at, `${what} is too long: ${text.length} characters, maximum ${charactersMax}`);
    return undefined;
  }
  return text;
}

export function readCount(at: Located, what: string): number | undefined {
  const value = valueOf(at);
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  complain(at, `expected ${what}: a whole number, 0 or greater`);
  return undefined;
}

/** True, false, or the one allowed keyword. */
export function readSwitch<T extends string>(
  at: Located,
  what: string,
  word: T,
): boolean | T | undefined {
  const value = valueOf(at);
  if (typeof value === 'boolean') return value;
  if (value === word) return word;
  complain(at, `expected ${what}: true, false or ${word}`);
  return undefined;
}

export function readNumber(
  at: Located,
  what: string,
  range: { readonly min: number; readonly max: number; readonly isWhole: boolean },
): number | undefined {
  const value = valueOf(at);
  const { min, max, isWhole } = range;
  const isFine = typeof value === 'number' && value >= min && value <= max;
  if (isFine && (!isWhole || Number.isInteger(value))) return value;
  complain(at, `expected ${what}: a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}`);
  return undefined;
}

export function readChoice<T extends string>(
  at: Located,
  what: string,
  choices: readonly T[],
): T | undefined {
  const value = valueOf(at);
  const choice = choices.find((each) => each === value);
  if (choice === undefined) complain(at, `expected ${what}: one of ${choices.join(', ')}`);
  return choice;
}

function valueOf(at: Located): unknown {
  const node = resolved(at);
  return isScalar(node) ? node.value : undefined;
}

/** Resolves an alias such as `*name`. */
function resolved(at: Located): unknown {
  return isAlias(at.node) ? at.node.resolve(at.reading.document) : at.node;
}

function rangeOf(node: unknown): number {
  if (typeof node !== 'object' || node === null || !('range' in node)) return 0;
  const { range } = node;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : 0;
}
