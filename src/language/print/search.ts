import { isBareWord } from '../parser/lexer.ts';
import { encodePattern } from '../quoting.ts';
import { printTime } from '../time/parse-time.ts';
import type { SearchExpression, SearchValue, Term } from '../tree.ts';
import type { Pattern } from '../tree/node.ts';
import { BOUND_WORDS, type TimeBounds } from '../tree/time.ts';
import type { PrintStyle } from './style.ts';

export function printSearch(expression: SearchExpression, style: PrintStyle): string {
  switch (expression.kind) {
    case 'everything':
      return '*';
    case 'term':
      return printTerm(expression);
    case 'comparison': {
      const { field, operator, value } = expression;
      return `${printFieldWord(field.name)}${operator}${printTerm(value)}`;
    }
    case 'in': {
      const values = expression.values.map(printTerm);
      return `${printFieldWord(expression.field.name)} IN (${values.join(', ')})`;
    }
    case 'not':
      return `NOT ${group(expression.operand, style)}`;
    case 'and': {
      const parts = expression.operands.map((operand) => group(operand, style));
      return parts.join(style.isExplicit ? ' AND ' : ' ');
    }
    case 'or':
      return expression.operands.map((operand) => group(operand, style)).join(' OR ');
    case 'subsearch':
      return `[${style.query(expression.query)}]`;
  }
}

/** AND and OR below another operator always get parentheses, so that readers need not know the precedence. */
function group(expression: SearchExpression, style: PrintStyle): string {
  const text = printSearch(expression, style);
  const isLogical = expression.kind === 'and' || expression.kind === 'or';
  return isLogical || (style.isExplicit && expression.kind === 'not') ? `(${text})` : text;
}

function printTerm(term: Term | SearchValue): string {
  const text = printWord(term.pattern);
  return term.match === 'word' ? text : `${term.match.toUpperCase()}(${text})`;
}

/** Without quotes it would be a bound of the search range. */
function printFieldWord(name: string): string {
  return Object.hasOwn(BOUND_WORDS, name) ? `"${name}"` : printWord([name]);
}

function printWord(pattern: Pattern): string {
  const text = encodePattern(pattern);
  return isBareWord(text) ? text : `"${text}"`;
}

/** Prints `earliest=… latest=…` and similar bounds, if set. */
export function printBounds(stage: TimeBounds): string {
  const bounds = Object.entries(BOUND_WORDS).flatMap(([word, bound]) => {
    const term = stage[bound];
    return term === undefined ? [] : [`${word}=${printTime(term.time)}`];
  });
  return bounds.join(' ');
}
