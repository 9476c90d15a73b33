import { findEvalFunction } from '../functions/eval-functions.ts';
import type { ValueType } from '../functions/signature.ts';
import type { Expression } from '../tree/expression.ts';
import { quote, report, type Parser } from './state.ts';

/** Returns the type of an expression, as far as the text alone determines it. */
function typeOf(expression: Expression): ValueType {
  switch (expression.kind) {
    case 'number':
    case 'negate':
      return 'number';
    case 'text':
    case 'concatenate':
      return 'text';
    case 'field':
      return 'any';
    case 'call':
      return typeOfCall(expression.function, expression.arguments);
    case 'arithmetic':
      // `+` also joins two texts.
      return expression.operator === '+' ? 'any' : 'number';
    case 'compare':
    case 'oneOf':
    case 'not':
    case 'and':
    case 'or':
    case 'xor':
      return 'boolean';
  }
}

function typeOfCall(name: string, list: readonly Expression[]): ValueType {
  const result = findEvalFunction(name)?.facts.result ?? 'any';
  if (result !== 'same') return result;
  const values = name === 'if' ? list.slice(1) : list;
  const isPaired = name === 'case' || name === 'validate';
  const relevant = isPaired ? list.filter((_, position) => position % 2 === 1) : values;
  const types = new Set(relevant.map(typeOf));
  const [only = 'any'] = types;
  return types.size === 1 ? only : 'any';
}

/** Conditions are a separate type: neither a number nor a field is true or false. */
export function requireCondition(parser: Parser, expression: Expression): void {
  if (typeOf(expression) === 'boolean' || isDoubtful(expression)) return;
  const found = quote(parser, expression);
  const hint =
    expression.kind === 'field'
      ? `Compare the field, for example \`${expression.name}="true"\`, or use isnotnull(${expression.name})`
      : 'Compare it with a value';
  report(parser, 'wrong-type', expression, `${found} isn’t a condition. ${hint}.`, {
    expected: ['a condition'],
  });
}

/** `if` and similar functions may return a condition if only some of their branches are known to be one. */
function isDoubtful(expression: Expression): boolean {
  if (expression.kind !== 'call') return false;
  const result = findEvalFunction(expression.function)?.facts.result;
  return result === 'same' && expression.arguments.some((each) => typeOf(each) === 'boolean');
}

/** Converts a boolean in the place of another value to text, as users see it. */
export function asValue(expression: Expression): Expression {
  if (typeOf(expression) !== 'boolean') return expression;
  const { start, end } = expression;
  const text = (value: string): Expression => ({ kind: 'text', value, start, end });
  const list = [expression, text('True'), text('False')];
  return { kind: 'call', function: 'if', arguments: list, start, end };
}

/** `isnull(a)=1` and `match(a, "b")="true"` test whether a condition is true or false. */
export function comparedTruth(
  operator: string,
  left: Expression,
  right: Expression,
): Expression | undefined {
  const [condition, literal] = typeOf(left) === 'boolean' ? [left, right] : [right, left];
  if (typeOf(condition) !== 'boolean' || (operator !== '=' && operator !== '!=')) return undefined;
  const isTrue = truthOf(literal);
  if (isTrue === undefined) return undefined;
  const { start, end } = condition;
  return isTrue === (operator === '=')
    ? condition
    : { kind: 'not', operand: condition, start, end };
}

function truthOf(literal: Expression): boolean | undefined {
  if (literal.kind === 'call' && literal.function === 'true') return true;
  if (literal.kind === 'call' && literal.function === 'false') return false;
  const isName = literal.kind === 'field';
  if (!isName && literal.kind !== 'number' && literal.kind !== 'text') return undefined;
  const text = String(isName ? literal.name : literal.value).toLowerCase();
  return { true: true, false: false, ...(isName ? {} : { '1': true, '0': false }) }[text];
}

export function requireValue(parser: Parser, expression: Expression): void {
  if (typeOf(expression) !== 'boolean') return;
  const found = quote(parser, expression);
  const text = parser.text.slice(expression.start, expression.end);
  report(
    parser,
    'wrong-type',
    expression,
    `${found} is a boolean, which isn’t allowed here. Convert it to a value with if(…).`,
    {
      expected: ['a value'],
      fix: {
        label: 'Wrap it in if()',
        start: expression.start,
        end: expression.end,
        text: `if(${text}, "true", "false")`,
      },
    },
  );
}
