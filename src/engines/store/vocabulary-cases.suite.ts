/**
 * The names that statements of ours use, each with inputs and the answer ClickHouse gives for them, in a file
 * people can read: `vocabulary-cases.txt`. Every engine has to answer the same.
 *
 * A case begins with `>`: an expression, or a whole statement. What it works on stands below, names and types
 * first, then row by row; the answer of an expression behind an arrow, the rows of a statement behind `=`, and
 * `! refused` where the store must not answer. A statement reads its rows from `given`. `{string "…"}`, named
 * after a function of `sql.ts`, is a bound value. What another engine may answer instead stands behind `≈`, and
 * `~` says why, or how far numbers may be off. Lines with `#` are remarks.
 */
import assert from 'node:assert/strict';
import { join as joinPath } from 'node:path';
import { boundValue, givenRows, type GivenColumn } from './vocabulary-values.suite.ts';
import { sql } from './sql.ts';
import type { Parameter, Sql } from './sql.ts';
import type { LogStore } from './store.ts';

export const CASES_FILE = joinPath(import.meta.dirname, 'vocabulary-cases.txt');

export interface VocabularyCase {
  /** An expression, or a statement. */
  readonly text: string;
  /** Why another engine may answer otherwise, and how far a number may be off, as a part of itself. */
  readonly tolerance: { readonly ratio: number; readonly reason: string } | undefined;
  readonly columns: readonly GivenColumn[];
  readonly rows: readonly (readonly unknown[])[];
  /** A line for each row of the answer: its values as JSON. */
  readonly answers: readonly string[];
  /** What may stand there as well, by the place of the line. */
  readonly others: ReadonlyMap<number, string>;
}

const REFUSED = '! refused';

/** The file, piece by piece: remarks as they stand, and cases. */
export function readCases(content: string): (string | VocabularyCase)[] {
  const pieces: (string | VocabularyCase)[] = [];
  const blocks = content.split(/\n(?=[#>\n]|$)/);
  for (const block of blocks) pieces.push(block.startsWith('> ') ? readCase(block) : block);
  return pieces;
}

function readCase(block: string): VocabularyCase {
  const [head = '', ...lines] = block.split('\n').map((line) => line.trim());
  const text = head.slice(2);
  const reported = lines.filter((line) => line.startsWith('~'));
  const results = lines.filter((line) => line.startsWith('= ') || line.startsWith('!'));
  const [types, ...rows] = lines.filter((line) => line !== '' && !/^[~=!]/.test(line));
  const sides = rows.map((row) => row.split(ARROW));
  assert(
    sides.every(({ length }) => length <= 2),
    `one arrow in each line of ${text}`,
  );
  const behind = sides.flatMap(([, answer]) => (answer === undefined ? [] : [answer]));
  const all = [...behind, ...results.map((line) => line.replace(/^= /, ''))];
  const split = all.map((line) => line.split(OR_ELSE));
  const others = new Map(
    split.flatMap(([, other], i) => (other === undefined ? [] : [[i, other]])),
  );
  assert(others.size === 0 || reported.length > 0, `why another answer is good as well: ${text}`);
  return {
    text,
    tolerance: reported[0] === undefined ? undefined : readTolerance(reported[0]),
    columns: types === undefined ? [] : readColumns(types),
    rows: sides.map(([values = '']) => readValues(values)),
    answers: split.map(([answer = '']) => answer),
    others,
  };
}

const ARROW = ' → ';
const OR_ELSE = ' ≈ ';

function readTolerance(line: string): { ratio: number; reason: string } {
  const [, ratio, reason = ''] = /^~ (?:(\d\S*) )?(.+)$/.exec(line) ?? [];
  assert(reason !== '', `what may differ has a reason: ${line}`);
  return { ratio: Number(ratio ?? 0), reason };
}

function readColumns(line: string): GivenColumn[] {
  return line.split(/, (?=\w+ [A-Z])/).map((column) => {
    const [, name = '', type = ''] = /^(\w+) ([A-Z].*)$/.exec(column) ?? [];
    assert(name !== '', `a name and a type: ${line}`);
    return { name, type };
  });
}

function readValues(line: string): unknown[] {
  const values: unknown = JSON.parse(`[${line}]`);
  return Array.isArray(values) ? values : [];
}

/** The case as it stands in the file. */
export function writeCase(each: VocabularyCase): string {
  const lines = [`> ${each.text}`];
  if (each.tolerance !== undefined) {
    const { ratio, reason } = each.tolerance;
    lines.push(ratio === 0 ? `  ~ ${reason}` : `  ~ ${ratio} ${reason}`);
  }
  if (each.columns.length > 0) {
    lines.push(`  ${each.columns.map(({ name, type }) => `${name} ${type}`).join(', ')}`);
  }
  const given = each.rows.map((row) => row.map(writeValue).join(', '));
  const answers = each.answers.map((answer, i) => {
    const other = each.others.get(i);
    return other === undefined ? answer : `${answer}${OR_ELSE}${other}`;
  });
  if (given.length > 0 && given.length === answers.length && !isStatement(each.text)) {
    return [...lines, ...given.map((row, i) => `  ${row}${ARROW}${answers[i]}`)].join('\n');
  }
  const results = answers.map((line) => (line === REFUSED ? line : `= ${line}`));
  return [...lines, ...[...given, ...results].map((line) => `  ${line}`)].join('\n');
}

function writeValue(value: unknown): string {
  return Object.is(value, -0) ? '-0' : JSON.stringify(value);
}

function isStatement(text: string): boolean {
  return /^(?:SELECT|WITH)\b/.test(text);
}

/** A statement that is refused although its case does not say so rejects. */
export async function answersOf(store: LogStore, each: VocabularyCase): Promise<string[]> {
  try {
    const { columns, rowCount } = await store.query(statementOf(each));
    return Array.from({ length: rowCount }, (_, row) =>
      columns.map(({ values }) => JSON.stringify(values[row])).join(', '),
    );
  } catch (error) {
    if (each.answers[0] === REFUSED) return [REFUSED];
    throw error;
  }
}

/** Whether answers say what the case says. A condition may be true or 1, and zero has no sign as a number. */
export function isNear(wanted: VocabularyCase, given: readonly string[]): boolean {
  const { answers, others, tolerance } = wanted;
  const fits = (answer: string, line: string): boolean => {
    if (answer === line) return true;
    if (answer === REFUSED || line === REFUSED) return false;
    return isClose(readValues(answer), readValues(line), tolerance?.ratio ?? 0);
  };
  if (answers.length !== given.length) return false;
  return answers.every((answer, i) => {
    const other = others.get(i);
    const line = given[i] ?? '';
    return fits(answer, line) || (other !== undefined && fits(other, line));
  });
}

function isClose(wanted: unknown, given: unknown, ratio: number): boolean {
  const [a, b] = [asNumber(wanted), asNumber(given)];
  if (a !== undefined && b !== undefined) {
    return Math.abs(a - b) <= ratio * Math.max(Math.abs(a), Math.abs(b));
  }
  if (typeof wanted !== 'object' || typeof given !== 'object') return wanted === given;
  if (wanted === null || given === null) return wanted === given;
  const [one, other] = [Object.entries(wanted), Object.entries(given)];
  return (
    Array.isArray(wanted) === Array.isArray(given) &&
    one.length === other.length &&
    one.every(([key, value], i) => {
      const [name, found] = other[i] ?? [];
      return key === name && isClose(value, found, ratio);
    })
  );
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'boolean' ? Number(value) : undefined;
}

export function statementOf({ text, columns, rows }: VocabularyCase): Sql {
  const given = rows.length === 0 ? sql`(SELECT 1)` : givenRows(columns, rows);
  if (isStatement(text)) return filledIn(text, given);
  const order = rows.length === 0 ? sql`` : sql` ORDER BY n`;
  return sql`SELECT ${filledIn(text, given)} AS r FROM ${given}${order}`;
}

/** The text with the values that are written in it, and the rows in the place of `given`. */
function filledIn(text: string, given: Sql): Sql {
  const texts: string[] = [];
  const parts: (Sql | Parameter)[] = [];
  const known: KnownValues = new Map();
  let rest = text;
  let before = '';
  for (;;) {
    const found = /\bgiven\b|\{(?=[a-z])/.exec(rest);
    if (found === null) break;
    before += rest.slice(0, found.index);
    const behind = rest.slice(found.index + found[0].length);
    if (found[0] === 'given') parts.push(given);
    const bound = found[0] === 'given' ? undefined : readBound(behind, known);
    if (bound !== undefined) parts.push(bound.value);
    texts.push(before);
    before = '';
    rest = bound === undefined ? behind : bound.rest;
  }
  return sql(fromFile([...texts, before + rest]), ...parts);
}

/** What is written twice in the same way is one value: a table is sent along once. */
type KnownValues = Map<string, Sql | Parameter>;

/** `string "a"} …`: the end is the first bracket before which the value is whole. */
function readBound(text: string, known: KnownValues): { value: Sql | Parameter; rest: string } {
  const space = text.indexOf(' ');
  for (let end = text.indexOf('}'); end > 0; end = text.indexOf('}', end + 1)) {
    const json = parsed(text.slice(space, end));
    if (json === undefined) continue;
    const written = text.slice(0, end);
    const value = known.get(written) ?? boundValue(text.slice(0, space), json);
    known.set(written, value);
    return { value, rest: text.slice(end + 1) };
  }
  throw new Error(`No value can be read from {${text}`);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Statements are made of templates only. The file of cases is as constant as one, and only tests read it. */
function fromFile(texts: readonly string[]): TemplateStringsArray {
  return Object.assign([...texts], { raw: texts });
}
