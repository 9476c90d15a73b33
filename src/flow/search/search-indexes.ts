/** Which indexes a search has to read. */
import { AppError, type ErrorDetail } from '../../base/errors.ts';
import { nearestName } from '../../base/nearest-name.ts';
import {
  everySearch,
  type ComparisonOperator,
  type SearchExpression,
  type SearchValue,
} from '../../language/index.ts';
import { prefixToName, reservedIndex } from '../../spec/reserved-indexes.ts';
import { indexFits } from './compile/search-condition.ts';

/**
 * The indexes in which the expression can be true. Internal and restored indexes are read only if named: restored
 * events would otherwise count twice. An unknown name is the caller's error; a reserved index that is not available is
 * rejected as `closed` says.
 */
export function indexesOf(
  expression: SearchExpression,
  known: readonly string[],
  closed: (name: string) => AppError,
): string[] {
  const terms = indexTerms(expression);
  const hidden = terms
    .map(reservedName)
    .find((name) => name !== undefined && !known.includes(name));
  if (hidden !== undefined) throw closed(hidden);
  refuseUnknown(terms, known);
  return known.filter((name) => {
    const isNamed = terms.some(({ operator, value }) => operator === '=' && indexFits(value, name));
    if (prefixToName(name) !== undefined && !isNamed) return false;
    return canHold(expression, name) !== false;
  });
}

/** Whether the expression has this very name, not just a pattern that it fits. */
export function namesIndex(expression: SearchExpression, index: string): boolean {
  return indexTerms(expression).some(
    ({ operator, value }) =>
      operator === '=' && value.pattern.length === 1 && indexFits(value, index),
  );
}

interface IndexTerm {
  readonly operator: ComparisonOperator;
  readonly value: SearchValue;
}

function indexTerms(expression: SearchExpression): IndexTerm[] {
  return [...everySearch(expression)].flatMap((each): IndexTerm[] => {
    if (each.kind === 'comparison' && isIndexField(each.field.name)) return [each];
    if (each.kind === 'in' && isIndexField(each.field.name)) {
      return each.values.map((value) => ({ operator: '=', value }));
    }
    return [];
  });
}

/** A pattern that would fit more than a reserved index just leaves it out. */
function reservedName({ value }: IndexTerm): string | undefined {
  const name = value.pattern[0].toLowerCase();
  return value.pattern.length === 1 && reservedIndex(name) !== undefined ? name : undefined;
}

function refuseUnknown(terms: readonly IndexTerm[], known: readonly string[]): void {
  const details: ErrorDetail[] = [];
  for (const { operator, value } of terms) {
    const [name] = value.pattern;
    if (value.pattern.length > 1 || (operator !== '=' && operator !== '!=')) continue;
    if (known.includes(name.toLowerCase())) continue;
    const near = nearestName(name, known);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    const message = `Unknown index ${JSON.stringify(name)}.${hint}`;
    const { start, end } = value;
    const fix = near === undefined ? {} : { fix: { label: `Use ${near}`, start, end, text: near } };
    details.push({ path: 'query', message, position: start, ...fix });
  }
  const [first] = details;
  if (first !== undefined) throw new AppError('UNKNOWN_INDEX', first.message, { details });
}

/** True, false, or undefined when it depends on more than the index. */
function canHold(expression: SearchExpression, index: string): boolean | undefined {
  switch (expression.kind) {
    case 'everything':
      return true;
    case 'comparison':
      if (!isIndexField(expression.field.name)) return undefined;
      if (expression.operator === '=') return indexFits(expression.value, index);
      return expression.operator === '!=' ? !indexFits(expression.value, index) : undefined;
    case 'in':
      if (!isIndexField(expression.field.name)) return undefined;
      return expression.values.some((value) => indexFits(value, index));
    case 'not': {
      const inner = canHold(expression.operand, index);
      return inner === undefined ? undefined : !inner;
    }
    case 'and':
      return combine(expression.operands, index, false);
    case 'or':
      return combine(expression.operands, index, true);
    case 'term':
    case 'subsearch':
      return undefined;
  }
}

/** One `decisive` operand settles it; else all of them must be known. */
function combine(
  operands: readonly SearchExpression[],
  index: string,
  decisive: boolean,
): boolean | undefined {
  const results = operands.map((operand) => canHold(operand, index));
  if (results.includes(decisive)) return decisive;
  return results.includes(undefined) ? undefined : !decisive;
}

function isIndexField(name: string): boolean {
  return name === 'index' || name === '_index';
}
