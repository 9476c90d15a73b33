/** Variables in a search: values of comparisons and lists, and terms. */
import type { SearchExpression, SearchValue } from '../tree.ts';
import type { ComparisonOperator } from '../tree/expression.ts';
import { type Field, hasWildcard, type TreeNode, type Pattern } from '../tree/node.ts';
import { type BoundVariable, type Parser, report, spanFrom } from './state.ts';
import { onlyValue, requireValues } from './variable.ts';

/** A term of the text; several are alternatives. */
export function boundTerm(parser: Parser, variable: BoundVariable): SearchExpression {
  requireValues(parser, variable);
  const { start, end } = variable;
  const terms = patternsOf(variable).map((pattern): SearchExpression => ({
    kind: 'term',
    match: 'word',
    pattern,
    start,
    end,
  }));
  const [only] = terms;
  if (only === undefined) return withoutLimit(parser, variable);
  parser.terms += terms.length - 1;
  return terms.length === 1 ? only : { kind: 'or', operands: terms, start, end };
}

/** `field=$name$`: one of the values. `field!=$name$`: none of them, and the field is there, as with one value. */
export function boundComparison(
  parser: Parser,
  field: Field,
  operator: ComparisonOperator,
  variable: BoundVariable,
): SearchExpression {
  const place = spanFrom(parser, field.start);
  const values = searchValues(parser, variable);
  const [only] = values;
  if (only === undefined) return withoutLimit(parser, place);
  if (operator !== '=' && operator !== '!=') {
    onlyValue(parser, variable, `A comparison with ${operator}`);
    if (hasWildcard(only.pattern)) {
      const message = `Wildcards only work with = and !=, not with ${operator}.`;
      report(parser, 'wildcard-not-allowed', variable, message);
    }
  }
  if (values.length === 1) return { kind: 'comparison', field, operator, value: only, ...place };
  const isOneOf: SearchExpression = { kind: 'in', field, values, ...place };
  if (operator === '=') return isOneOf;
  const any: SearchValue = { ...only, pattern: ['', ''] };
  const exists: SearchExpression = {
    kind: 'comparison',
    field,
    operator: '=',
    value: any,
    ...place,
  };
  const not: SearchExpression = { kind: 'not', operand: isOneOf, ...place };
  return { kind: 'and', operands: [exists, not], ...place };
}

/** The values as those of a comparison. */
export function searchValues(parser: Parser, variable: BoundVariable): SearchValue[] {
  requireValues(parser, variable);
  const { start, end } = variable;
  return patternsOf(variable).map((pattern) => ({
    kind: 'value',
    match: 'word',
    pattern,
    start,
    end,
  }));
}

/** The literal unchanged, or split at stars if the variable may contain wildcards. */
export function patternsOf({ values, hasWildcards }: BoundVariable): Pattern[] {
  return values.map((value) => {
    const [first = '', ...rest] = hasWildcards ? value.split(/\*+/) : [value];
    return [first, ...rest];
  });
}

/** Replaces a comparison with all values: excludes no event. */
export function withoutLimit(parser: Parser, place: TreeNode): SearchExpression {
  const all: SearchExpression = { kind: 'everything', start: place.start, end: place.end };
  parser.unlimited.add(all);
  return all;
}
