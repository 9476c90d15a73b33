/** Edits a query after a click: through its syntax tree if it can be parsed, otherwise by appending text. */
import {
  canonicalField,
  type FieldComparison,
  type FieldIn,
  highlight,
  parse,
  print,
  type Query,
  type SearchExpression,
  type SearchStage,
  type SearchValue,
} from '../../../../src/language/index.ts';

/** `only` leaves no other condition on the field. */
export type FilterAction = 'include' | 'exclude' | 'only' | 'exists' | 'missing' | 'clear';

export interface Filter {
  readonly action: FilterAction;
  readonly field: string;
  /** Ignored by `exists`, `missing` and `clear`. */
  readonly value?: string;
}

const NOWHERE = { start: 0, end: 0 };
const EVERYTHING: SearchExpression = { kind: 'everything', ...NOWHERE };

export function applyFilter(text: string, filter: Filter): string {
  return editSearch(text, (operands) => changeOperands(operands, filter), termOf(filter));
}

/** Adds a condition that the text must, or must not, contain the phrase. */
export function addPhrase(text: string, phrase: string, isDenied: boolean): string {
  const term: SearchExpression = { kind: 'term', match: 'word', pattern: [phrase], ...NOWHERE };
  const wanted: SearchExpression = isDenied ? { kind: 'not', operand: term, ...NOWHERE } : term;
  return editSearch(text, (operands) => [...operands, wanted], wanted);
}

/** Adds conditions in the language itself, e.g. those of a pattern. */
export function addCondition(text: string, condition: string): string {
  const added = firstSearch(parse(condition).query)?.expression;
  if (added === undefined) return text;
  return editSearch(text, (operands) => [...operands, added], added);
}

/** One condition of the search on its own, and the query without it. */
export interface Condition {
  readonly text: string;
  readonly without: string;
}

/** Returns the conditions that must all match, to find the one that excludes everything. */
export function conditionsOf(text: string): Condition[] {
  const first = firstSearch(parse(text).query);
  if (first === undefined) return [];
  const operands = operandsOf(first.expression);
  if (operands.some((operand) => operand.kind === 'everything')) return [];
  return operands.map((operand) => ({
    text: printSearch(operand),
    without: editSearch(text, (all) => all.filter((each) => !isSame(each, operand)), undefined),
  }));
}

/** The one value that the query leaves of a field; undefined where it leaves several. */
export function onlyValueOf(text: string, field: string): string | undefined {
  const first = firstSearch(parse(text).query);
  const conditions = operandsOf(first?.expression ?? EVERYTHING).filter((each) =>
    isOn(each, canonicalField(field)),
  );
  const [only] = conditions;
  if (only === undefined || conditions.length > 1) return undefined;
  const values = namesValues(only, canonicalField(field)) ? literalsOf(only) : [];
  return values.length === 1 ? values[0] : undefined;
}

function editSearch(
  text: string,
  change: (operands: readonly SearchExpression[]) => readonly SearchExpression[],
  added: SearchExpression | undefined,
): string {
  const { query } = parse(text);
  const first = firstSearch(query);
  if (first === undefined) {
    return added === undefined ? text : insertBeforePipe(text, printSearch(added));
  }
  const operands = change(operandsOf(first.expression).filter(({ kind }) => kind !== 'everything'));
  const head = printStage({ ...first, expression: joinOperands(operands) });
  const rest = text.slice(first.end);
  if (head === '') return rest.trim() === '' ? '' : `*${rest}`;
  return head + rest;
}

function firstSearch(query: Query | undefined): SearchStage | undefined {
  const [first] = query?.stages ?? [];
  return first?.kind === 'search' ? first : undefined;
}

function operandsOf(expression: SearchExpression): readonly SearchExpression[] {
  return expression.kind === 'and' ? expression.operands : [expression];
}

function joinOperands(operands: readonly SearchExpression[]): SearchExpression {
  const [only] = operands;
  if (only === undefined) return EVERYTHING;
  return operands.length === 1 ? only : { kind: 'and', operands, ...NOWHERE };
}

function printStage(stage: SearchStage): string {
  const text = print({ kind: 'query', stages: [stage], ...NOWHERE });
  return text === '*' ? '' : text.replace(/^\* (?=earliest=|latest=)/, '');
}

function printSearch(expression: SearchExpression): string {
  const stage = { kind: 'search', expression, earliest: undefined, latest: undefined, ...NOWHERE };
  return print({ kind: 'query', stages: [stage as SearchStage], ...NOWHERE });
}

/** The text cannot be read as a whole, but where its first command ends can be seen. */
function insertBeforePipe(text: string, added: string): string {
  const pipe = highlight(text).find(({ kind }) => kind === 'pipe');
  if (pipe === undefined) return `${text.trimEnd()} ${added}`.trimStart();
  const head = text.slice(0, pipe.start).trim();
  if (head === '') return `${text.trimEnd()} | search ${added}`;
  return `${head} ${added} ${text.slice(pipe.start)}`;
}

function changeOperands(
  operands: readonly SearchExpression[],
  filter: Filter,
): readonly SearchExpression[] {
  const field = canonicalField(filter.field);
  const { action, value = '' } = filter;
  const others = operands.filter((operand) => !isOn(operand, field));
  const wanted = termOf(filter);
  switch (action) {
    case 'clear':
      return others;
    case 'only':
    case 'exists':
    case 'missing':
      return wanted === undefined ? others : [...others, wanted];
    case 'include':
      return includeValue(operands, field, value);
    case 'exclude':
      return excludeValue(operands, field, value);
  }
}

/** A second value of a field joins the first one: no event has both. */
function includeValue(
  operands: readonly SearchExpression[],
  field: string,
  value: string,
): readonly SearchExpression[] {
  const kept = operands.filter((operand) => !deniesValue(operand, field, value));
  const place = kept.findIndex((operand) => namesValues(operand, field));
  const present = kept[place];
  if (present === undefined) return [...kept, comparison(field, value)];
  const values = literalsOf(present);
  if (values.includes(value)) return kept;
  return kept.with(place, oneOf(field, [...values, value]));
}

/** Taking the value out of a list is enough; otherwise it is denied, also for events without the field. */
function excludeValue(
  operands: readonly SearchExpression[],
  field: string,
  value: string,
): readonly SearchExpression[] {
  const place = operands.findIndex(
    (operand) => namesValues(operand, field) && literalsOf(operand).includes(value),
  );
  const present = operands[place];
  if (present !== undefined) {
    const rest = literalsOf(present).filter((each) => each !== value);
    if (rest.length > 0) return operands.with(place, oneOf(field, rest));
    return [...operands.toSpliced(place, 1), denied(comparison(field, value))];
  }
  if (operands.some((operand) => deniesValue(operand, field, value))) return operands;
  return [...operands, denied(comparison(field, value))];
}

function termOf({ action, field: name, value = '' }: Filter): SearchExpression | undefined {
  const field = canonicalField(name);
  switch (action) {
    case 'include':
    case 'only':
      return comparison(field, value);
    case 'exclude':
      return denied(comparison(field, value));
    case 'exists':
      return exists(field);
    case 'missing':
      return denied(exists(field));
    case 'clear':
      return undefined;
  }
}

function valueNode(pattern: SearchValue['pattern']): SearchValue {
  return { kind: 'value', match: 'word', pattern, ...NOWHERE };
}

function comparison(name: string, value: string): FieldComparison {
  return {
    kind: 'comparison',
    field: { kind: 'field', name, ...NOWHERE },
    operator: '=',
    value: valueNode([value]),
    ...NOWHERE,
  };
}

function exists(name: string): FieldComparison {
  return { ...comparison(name, ''), value: valueNode(['', '']) };
}

function oneOf(name: string, values: readonly string[]): FieldComparison | FieldIn {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return comparison(name, only);
  const field = { kind: 'field' as const, name, ...NOWHERE };
  return { kind: 'in', field, values: values.map((value) => valueNode([value])), ...NOWHERE };
}

function denied(operand: SearchExpression): SearchExpression {
  return { kind: 'not', operand, ...NOWHERE };
}

/** Whether the expression is a condition on the field, of any kind. */
function isOn(expression: SearchExpression, field: string): boolean {
  if (expression.kind === 'not') return isOn(expression.operand, field);
  if (expression.kind === 'or') return expression.operands.every((each) => isOn(each, field));
  if (expression.kind !== 'comparison' && expression.kind !== 'in') return false;
  return canonicalField(expression.field.name) === field;
}

/** `field=value` or `field IN (…)` without wildcards. */
function namesValues(expression: SearchExpression, field: string): boolean {
  if (!isOn(expression, field)) return false;
  if (expression.kind === 'comparison') {
    return expression.operator === '=' && expression.value.pattern.length === 1;
  }
  if (expression.kind !== 'in') return false;
  return expression.values.every(({ pattern }) => pattern.length === 1);
}

function literalsOf(expression: SearchExpression): string[] {
  if (expression.kind === 'comparison') return [expression.value.pattern[0]];
  return expression.kind === 'in' ? expression.values.map(({ pattern }) => pattern[0]) : [];
}

function deniesValue(expression: SearchExpression, field: string, value: string): boolean {
  if (expression.kind === 'not') {
    const { operand } = expression;
    return operand.kind === 'comparison' && isOn(operand, field) && hasLiteral(operand, value);
  }
  if (expression.kind !== 'comparison' || expression.operator !== '!=') return false;
  return isOn(expression, field) && hasLiteral(expression, value);
}

function hasLiteral({ value: { pattern } }: FieldComparison, value: string): boolean {
  return pattern.length === 1 && pattern[0] === value;
}

/** Compares by position if both have one. */
function isSame(left: SearchExpression, right: SearchExpression): boolean {
  return left === right || (left.start === right.start && left.end === right.end && left.end > 0);
}
