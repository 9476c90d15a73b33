/** Conditions on rows that our own readers can tell: what the other ones mean, only the engine knows. */
import { lowerText } from '../../duckdb/dialect/lower-text.ts';
import { literalsOf } from '../../duckdb/dialect/regex-literal.ts';
import type { Call, Comparison, Expression, IsIn } from '../../duckdb/dialect/tree.ts';
import { hashPair, hashWord } from '../../duckdb/engine/words/key-hash.ts';
import { PROMOTED } from '../../schema/columns.ts';
import { FEW_VALUES, TEXTS } from '../part-rows.ts';
import { parameterValue, type Scope } from './evaluate.ts';
import { NotDirect } from './value.ts';

export type RowCondition =
  /** In lower case, where case does not matter. */
  | {
      readonly kind: 'equals';
      readonly column: string;
      readonly values: readonly string[];
      readonly ignoresCase: boolean;
      readonly isNegated: boolean;
      /** An element of a list will do as well. */
      readonly mayBeList?: true;
    }
  /** A word of the body, in lower case: ASCII letters and digits between other characters. */
  | { readonly kind: 'word'; readonly word: string }
  /** A text within the body, in lower case and ASCII. */
  | { readonly kind: 'contains'; readonly text: string }
  /** A text in lower case within the body that begins and ends with whole words, and a regex for both conditions. */
  | { readonly kind: 'phrase'; readonly phrase: string; readonly source: string }
  | { readonly kind: 'regex'; readonly source: string };

export type Equals = Extract<RowCondition, { kind: 'equals' }>;

export interface RowConditions {
  readonly all: readonly RowCondition[];
  /** Keys that every row has, as filters know them. */
  readonly keys: readonly number[];
}

const COLUMNS: ReadonlySet<string> = new Set([...FEW_VALUES, ...TEXTS]);
const FILTERED: ReadonlySet<string> = new Set(PROMOTED);

export function rowConditions(
  conditions: readonly Expression[],
  parameter: Scope['parameter'],
): RowConditions {
  const all: RowCondition[] = [];
  const keys: number[] = [];
  for (const each of conditions) {
    const condition = readCondition(each, parameter);
    all.push(condition);
    keys.push(...keysFor(condition));
  }
  return { all, keys };
}

function keysFor(condition: RowCondition): readonly number[] {
  switch (condition.kind) {
    case 'word':
      return knownKeys([hashWord(condition.word)]);
    case 'regex':
      return knownKeys(wholeWords(condition.source).map(hashWord));
    case 'equals': {
      const { column, values, isNegated } = condition;
      const [value = ''] = values;
      const isSingle = !isNegated && values.length === 1 && value !== '' && FILTERED.has(column);
      return isSingle ? knownKeys([hashPair(column, value)]) : [];
    }
    default:
      return [];
  }
}

function knownKeys(keys: readonly (number | undefined)[]): readonly number[] {
  return keys.filter((key) => key !== undefined);
}

/** Words that every match contains between other characters, so that they are whole words of the body. */
function wholeWords(regex: string): string[] {
  const words = literalsOf(regex).flatMap((literal) =>
    [...literal.matchAll(WORD_INSIDE)].map(([word]) => word.toLowerCase()),
  );
  return [...new Set(words)].slice(0, WORDS_MAX);
}

const WORD_INSIDE = /(?<=[^A-Za-z0-9])[A-Za-z0-9]+(?=[^A-Za-z0-9])/g;
/** Each takes a read of the filter. */
const WORDS_MAX = 4;

function readCondition(expression: Expression, parameter: Scope['parameter']): RowCondition {
  if (expression.kind === 'compare') return readComparison(expression, parameter);
  if (expression.kind === 'in') return readList(expression, parameter);
  if (expression.kind === 'or') return readElement(expression.operands, parameter);
  if (expression.kind !== 'call') throw new NotDirect(expression.kind);
  const [subject, wanted] = expression.arguments;
  const text = wanted === undefined ? undefined : textOf(wanted, parameter);
  if (subject?.kind === 'name' && subject.name === 'body' && text !== undefined) {
    if (expression.name === 'hasTokenCaseInsensitive' && ASCII_WORD.test(text)) {
      return { kind: 'word', word: text.toLowerCase() };
    }
    if (expression.name === 'match') return readRegex(text);
  }
  throw new NotDirect(expression.name);
}

const ASCII_WORD = /^[A-Za-z0-9]+$/;
const ASCII = /^\p{ASCII}+$/u;

function readComparison(
  { operator, left, right }: Comparison,
  parameter: Scope['parameter'],
): RowCondition {
  if (left.kind === 'call' && left.name === 'positionCaseInsensitive') {
    const [subject, wanted] = left.arguments;
    const text = wanted === undefined ? undefined : textOf(wanted, parameter);
    const isBody = subject?.kind === 'name' && subject.name === 'body';
    const isFound = operator === '>' && right.kind === 'number' && right.text === '0';
    // Beyond ASCII letters have forms of other lengths.
    if (isBody && isFound && text !== undefined && ASCII.test(text)) {
      return { kind: 'contains', text: text.toLowerCase() };
    }
  }
  if (operator !== '=' && operator !== '!=') throw new NotDirect(operator);
  const isNegated = operator === '!=';
  const column = loweredColumn(left);
  const lowered =
    right.kind === 'call' && right.name === 'lowerUTF8' ? right.arguments[0] : undefined;
  if (column !== undefined && lowered !== undefined) {
    const value = lowerText(needText(textOf(lowered, parameter)));
    return { kind: 'equals', column, values: [value], ignoresCase: true, isNegated };
  }
  if (left.kind !== 'name' || !COLUMNS.has(left.name)) throw new NotDirect('such a comparison');
  const values = [needText(textOf(right, parameter))];
  return { kind: 'equals', column: left.name, values, ignoresCase: false, isNegated };
}

/** `lowerUTF8(host) = … OR startsWith(host, '[') AND has(…)`: the value, or an element of a list that the value is. */
function readElement(
  [plain, listed, ...more]: readonly Expression[],
  parameter: Scope['parameter'],
): RowCondition {
  const whole = plain?.kind === 'compare' ? readComparison(plain, parameter) : undefined;
  const parts = listed?.kind === 'and' ? listed.operands : [];
  const [first, has] = parts;
  // The same, where an index wants it so.
  const starts = first?.kind === 'compare' && isOne(first) ? first.left : first;
  const isOfOne = whole?.kind === 'equals' && whole.ignoresCase && !whole.isNegated;
  if (!isOfOne || more.length > 0 || !isCallOf(starts, 'startsWith') || !isCallOf(has, 'has')) {
    throw new NotDirect('such a choice');
  }
  const [list, wanted] = has.arguments;
  const elements = isCallOf(list, 'arrayMap') ? list.arguments[1] : undefined;
  const columns = [
    starts.arguments[0],
    isCallOf(elements, 'JSONExtract') ? elements.arguments[0] : undefined,
  ];
  const isSameColumn = columns.every((each) => each?.kind === 'name' && each.name === whole.column);
  const value = isCallOf(wanted, 'lowerUTF8') ? wanted.arguments[0] : undefined;
  const text = value === undefined ? undefined : textOf(value, parameter);
  const isSameValue = text !== undefined && lowerText(text) === whole.values[0];
  if (!isSameColumn || !isSameValue) throw new NotDirect('such a choice');
  return { ...whole, mayBeList: true };
}

function isOne({ operator, right }: Comparison): boolean {
  return operator === '=' && right.kind === 'number' && right.text === '1';
}

function isCallOf(expression: Expression | undefined, name: string): expression is Call {
  return expression?.kind === 'call' && expression.name === name;
}

function readList({ isNegated, value, within }: IsIn, parameter: Scope['parameter']): RowCondition {
  if (value.kind !== 'name' || !COLUMNS.has(value.name) || within.kind !== 'parameter') {
    throw new NotDirect('such a list');
  }
  const list = parameterValue(parameter(within));
  if (!Array.isArray(list)) throw new NotDirect('such a list');
  const values = list.map((each) => (typeof each === 'string' ? each : needText(undefined)));
  return { kind: 'equals', column: value.name, values, ignoresCase: false, isNegated };
}

function loweredColumn(expression: Expression): string | undefined {
  if (expression.kind !== 'call' || expression.name !== 'lowerUTF8') return undefined;
  const [column] = expression.arguments;
  return column?.kind === 'name' && COLUMNS.has(column.name) ? column.name : undefined;
}

function textOf(expression: Expression, parameter: Scope['parameter']): string | undefined {
  if (expression.kind === 'text') return expression.value;
  if (expression.kind !== 'parameter') return undefined;
  const { value } = parameter(expression);
  return typeof value === 'string' ? value : undefined;
}

function needText(text: string | undefined): string {
  if (text === undefined) throw new NotDirect('what is no text');
  return text;
}

/** The characters around a phrase, so that it begins and ends with whole words. */
const PHRASE_EDGE = String.raw`[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]`;
const PHRASE_START = `(?is)(?:^|${PHRASE_EDGE})`;
const PHRASE_END = `(?:$|${PHRASE_EDGE})`;
/** Characters that mean themselves, to both engines. */
const LITERAL = /^(?:[\w /:=<>"'@#%&,;!~-]|\\[./\-[\](){}?*+^$|\\])+$/;
/**
 * Expressions that mean the same to both engines and take time in proportion to the text: letters, classes and groups of
 * alternatives in a row, of which at most one class repeats; see `isLinear`.
 */
const PLAIN_REGEX =
  /^(?:[\w /:=<>"'@#%&,;!~-]|\\[./\-[\](){}?*+^$|\\]|\[[\w-]+\][*+]?|\((?:\?:)?[\w|/ -]+\))+$/;

function readRegex(text: string): RowCondition {
  if (text.startsWith(PHRASE_START) && text.endsWith(PHRASE_END)) {
    const phrase = text.slice(PHRASE_START.length, -PHRASE_END.length);
    if (!LITERAL.test(phrase)) throw new NotDirect('this phrase');
    return { kind: 'phrase', phrase, source: text.slice('(?is)'.length) };
  }
  if (!PLAIN_REGEX.test(text) || !isLinear(text)) throw new NotDirect('this regex');
  return { kind: 'regex', source: text };
}

/**
 * Whether no text makes the regex scan a run of characters repeatedly: the part before its only repetition contains a
 * character that the repetition never matches, so that no two attempts share a run.
 */
function isLinear(text: string): boolean {
  const repetitions = [...text.matchAll(/\[([\w-]+)\][*+]/g)];
  const [only] = repetitions;
  if (only === undefined) return true;
  const before = text.slice(0, only.index);
  if (repetitions.length > 1 || !LITERAL.test(before)) return false;
  const passed = charactersOf(only[1] ?? '');
  return before
    .replaceAll('\\', '')
    .split('')
    .some((character) => !passed.has(character));
}

/** Of a class of letters, digits and ranges. */
function charactersOf(classText: string): ReadonlySet<string> {
  const characters = new Set<string>();
  for (const [, from = '', to = from] of classText.matchAll(/(\w)(?:-(\w))?|-/g)) {
    const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
    for (let code = first; code <= last; code++) characters.add(String.fromCharCode(code));
  }
  return characters.add('-');
}
