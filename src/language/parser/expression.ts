/**
 * Expressions of `eval` and `where`, loosest first: XOR, OR, AND, NOT, comparison, `.`, `+ -`, `* / %`,
 * sign. Unlike in a search, AND binds tighter than OR, and a bare word is a field.
 */
import { LIMITS } from '../../spec/limits.ts';
import { scanToken, type Token } from './lexer.ts';
import { decodeName, decodeText } from '../quoting.ts';
import type {
  ArithmeticOperator,
  ComparisonOperator,
  Expression,
  Logical,
} from '../tree/expression.ts';
import { isLiteral } from '../walk.ts';
import { expectClosing } from './arguments.ts';
import { readCall } from './call.ts';
import { asValue, comparedTruth, requireCondition, requireValue } from './check-expression.ts';
import {
  expecting,
  fail,
  failUnexpected,
  nested,
  peek,
  report,
  spanFrom,
  startOfNext,
  take,
  textOf,
  type Parser,
} from './state.ts';
import {
  alwaysTrue,
  boundCompare,
  boundOperand,
  refuseBound,
  takeLiterals,
} from './bind-expression.ts';
import { takeVariable } from './variable.ts';

/** Reads an expression that must be true or false. */
export function readCondition(parser: Parser): Expression {
  const expression = readExpression(parser);
  requireCondition(parser, expression);
  return expression;
}

export function readExpression(parser: Parser): Expression {
  return readLogical(parser, 'xor', () =>
    readLogical(parser, 'or', () => readLogical(parser, 'and', () => readNot(parser))),
  );
}

function readLogical(
  parser: Parser,
  kind: Logical['kind'],
  readOperand: () => Expression,
): Expression {
  const start = startOfNext(parser);
  const first = readOperand();
  const operands = [first];
  while (takeConnector(parser, kind)) operands.push(readOperand());
  if (operands.length === 1) return first;
  for (const operand of operands) requireCondition(parser, operand);
  return withoutUnlimited(parser, { kind, operands, ...spanFrom(parser, start) });
}

/** A comparison with all values is true for every row: AND drops it, and OR becomes true. */
function withoutUnlimited(parser: Parser, logical: Logical): Expression {
  const limiting = logical.operands.filter((operand) => !parser.unlimited.has(operand));
  if (limiting.length === logical.operands.length || logical.kind === 'xor') return logical;
  const [only] = limiting;
  if (only === undefined || logical.kind === 'or') return alwaysTrue(parser, logical);
  return limiting.length === 1 ? only : { ...logical, operands: limiting };
}

/** Spellings of these words in other languages. */
const FOREIGN: Readonly<Record<string, Logical['kind']>> = { '&&': 'and', '||': 'or' };

function takeConnector(parser: Parser, kind: Logical['kind']): boolean {
  expecting(parser, { kind: 'operator' });
  const token = peek(parser, 'expression');
  const text = textOf(parser, token);
  if (token.kind === 'symbol' && FOREIGN[text] === kind) {
    const word = kind.toUpperCase();
    report(parser, 'unexpected-token', token, `Write ${word} instead of ${text}.`, {
      expected: [`\`${word}\``],
      fix: { label: `Use ${word}`, start: token.start, end: token.end, text: word },
    });
  } else if (token.kind !== 'word' || text.toLowerCase() !== kind) {
    return false;
  }
  take(parser, token, 'keyword');
  return true;
}

function isKeyword(parser: Parser, token: Token, word: string): boolean {
  return token.kind === 'word' && textOf(parser, token).toUpperCase() === word;
}

function readNot(parser: Parser): Expression {
  const token = peek(parser, 'expression');
  const isForeign = token.kind === 'symbol' && textOf(parser, token) === '!';
  if (!isForeign && !isKeyword(parser, token, 'NOT')) return readComparison(parser);
  take(parser, token, 'keyword');
  const operand = nested(parser, () => readNot(parser));
  requireCondition(parser, operand);
  if (parser.unlimited.has(operand)) return operand;
  return { kind: 'not', operand, ...spanFrom(parser, token.start) };
}

const COMPARISONS: Readonly<Record<string, ComparisonOperator>> = {
  '=': '=',
  '==': '=',
  '!=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

function readComparison(parser: Parser): Expression {
  const start = startOfNext(parser);
  const first = readConcatenation(parser);
  expecting(parser, { kind: 'operator' });
  const token = peek(parser, 'expression');
  const operator = token.kind === 'symbol' ? COMPARISONS[textOf(parser, token)] : undefined;
  if (operator === undefined) return readMembership(parser, first, start);

  take(parser, token, 'operator');
  if (first.kind === 'field') expecting(parser, { kind: 'value', field: first.name, quoted: true });
  const second = readConcatenation(parser);
  refuseChain(parser);
  const truth = comparedTruth(operator, first, second);
  if (truth !== undefined) return truth;
  const [left, right] = [asValue(first), asValue(second)];
  const place = spanFrom(parser, start);
  return (
    boundCompare(parser, operator, left, right, place) ?? {
      kind: 'compare',
      operator,
      left,
      right,
      ...place,
    }
  );
}

function refuseChain(parser: Parser): void {
  const token = peek(parser, 'expression');
  if (token.kind !== 'symbol' || COMPARISONS[textOf(parser, token)] === undefined) return;
  fail(parser, 'unexpected-token', token, 'Comparisons can’t be chained. Combine them with AND.', {
    expected: ['`AND`', '`OR`'],
  });
}

/** `x IN (…)`, `x LIKE "…"`, both also with NOT in front. */
function readMembership(parser: Parser, left: Expression, start: number): Expression {
  const first = peek(parser, 'expression');
  const isNegated = isKeyword(parser, first, 'NOT');
  if (isNegated) {
    take(parser, first, 'keyword');
    for (const keyword of ['IN', 'LIKE']) expecting(parser, { kind: 'keyword', word: keyword });
  }
  const word = peek(parser, 'expression');
  const isIn = isKeyword(parser, word, 'IN');
  const isLike = isKeyword(parser, word, 'LIKE');
  if (!isIn && !isLike) {
    if (isNegated) failUnexpected(parser, word);
    return left;
  }
  take(parser, word, 'keyword');
  requireValue(parser, left);
  const operand = isIn ? readOneOf(parser, left, start) : readLike(parser, left, start);
  if (parser.unlimited.has(operand)) return operand;
  return isNegated ? { kind: 'not', operand, ...spanFrom(parser, start) } : operand;
}

function readOneOf(parser: Parser, operand: Expression, start: number): Expression {
  expecting(parser, { kind: 'symbol', symbol: '(' });
  const open = peek(parser, 'expression');
  if (textOf(parser, open) !== '(') failUnexpected(parser, open);
  take(parser, open, 'bracket');
  const values: Expression[] = [];
  let isLimited = true;
  nested(parser, () => {
    do {
      if (operand.kind === 'field') {
        expecting(parser, { kind: 'value', field: operand.name, quoted: true });
      }
      const before = parser.terms;
      const value = readExpression(parser);
      requireValue(parser, value);
      const literals = takeLiterals(parser, value) ?? [value];
      values.push(...literals);
      isLimited &&= literals.length > 0;
      if (isLiteral(value)) parser.terms = before;
    } while (takeComma(parser));
  });
  expectClosing(parser, open.start);
  const place = spanFrom(parser, start);
  return isLimited ? { kind: 'oneOf', operand, values, ...place } : alwaysTrue(parser, place);
}

function takeComma(parser: Parser): boolean {
  const token = peek(parser, 'expression');
  if (textOf(parser, token) !== ',') return false;
  take(parser, token, 'operator');
  return true;
}

function readLike(parser: Parser, text: Expression, start: number): Expression {
  const pattern = readConcatenation(parser);
  requireValue(parser, pattern);
  refuseBound(parser, pattern, 'the pattern of LIKE');
  return { kind: 'call', function: 'like', arguments: [text, pattern], ...spanFrom(parser, start) };
}

function readConcatenation(parser: Parser): Expression {
  const start = startOfNext(parser);
  const first = readSum(parser);
  const operands = [first];
  while (isAtSymbol(parser, '.')) {
    take(parser, peek(parser, 'expression'), 'operator');
    operands.push(readSum(parser));
  }
  if (operands.length === 1) return first;
  return { kind: 'concatenate', operands: operands.map(asValue), ...spanFrom(parser, start) };
}

function isAtSymbol(parser: Parser, symbols: string): boolean {
  const token = peek(parser, 'expression');
  return token.kind === 'symbol' && symbols.includes(textOf(parser, token));
}

function readSum(parser: Parser): Expression {
  const sum = readChain(parser, '+-', () => readChain(parser, '*/%', () => readSigned(parser)));
  if (isAtSymbol(parser, '^')) {
    fail(parser, 'unexpected-token', peek(parser, 'expression'), 'Write powers as pow(a, b).');
  }
  return sum;
}

/** Reads operators of equal precedence, from left to right. */
function readChain(parser: Parser, operators: string, readOperand: () => Expression): Expression {
  const start = startOfNext(parser);
  let left = readOperand();
  for (let count = 1; isAtSymbol(parser, operators); count += 1) {
    const token = peek(parser, 'expression');
    if (count > LIMITS.query.nestingMax) {
      const message = `An expression can have at most ${LIMITS.query.nestingMax} operators in a row. Use parentheses or another eval.`;
      fail(parser, 'too-deep', token, message);
    }
    take(parser, token, 'operator');
    refuseWildcard(parser, token);
    const right = readOperand();
    requireValue(parser, left);
    requireValue(parser, right);
    const operator = toArithmetic(textOf(parser, token));
    left = { kind: 'arithmetic', operator, left, right, ...spanFrom(parser, start) };
  }
  return left;
}

function toArithmetic(text: string): ArithmeticOperator {
  return text === '+' || text === '-' || text === '*' || text === '/' ? text : '%';
}

/** `where status=5*`: a wildcard was probably intended. */
function refuseWildcard(parser: Parser, token: Token): void {
  if (textOf(parser, token) !== '*') return;
  const next = peek(parser, 'expression');
  const isEnd = next.kind === 'end' || '|])'.includes(textOf(parser, next));
  if (!isEnd && !/^(?:and|or|xor)$/i.test(textOf(parser, next))) return;
  fail(
    parser,
    'wildcard-not-allowed',
    token,
    'Wildcards aren’t supported in expressions. Use like(field, "5%"), or filter with `search field=5*`.',
  );
}

function readSigned(parser: Parser): Expression {
  const token = peek(parser, 'expression');
  if (!isAtSymbol(parser, '+-')) return readPrimary(parser);
  take(parser, token, 'operator');
  const operand = nested(parser, () => readSigned(parser));
  requireValue(parser, operand);
  if (textOf(parser, token) === '+') return operand;
  return { kind: 'negate', operand, ...spanFrom(parser, token.start) };
}

function readPrimary(parser: Parser): Expression {
  expecting(parser, { kind: 'expression' });
  const token = peek(parser, 'expression');
  const text = textOf(parser, token);
  const place = { start: token.start, end: token.end };
  switch (token.kind) {
    case 'number':
      take(parser, token, 'number');
      return { kind: 'number', value: readNumber(parser, token), ...place };
    case 'text':
      take(parser, token, 'text');
      return { kind: 'text', value: decodeText(text.slice(1, -1)), ...place };
    case 'name': {
      take(parser, token, 'field');
      const name = decodeName(text.slice(1, -1));
      if (name === '') report(parser, 'invalid-value', token, 'A field name can’t be empty.');
      return { kind: 'field', name, ...place };
    }
    case 'variable': {
      const variable = takeVariable(parser, 'expression');
      if (variable === undefined) failUnexpected(parser, token);
      return boundOperand(parser, variable);
    }
    case 'word':
      if (/^(?:and|or|xor|not|like|in)$/i.test(text) && !isCallOfIn(parser, token)) {
        failUnexpected(parser, token);
      }
      return readFieldOrCall(parser, token);
    default:
      return readBracketed(parser, token);
  }
}

function readNumber(parser: Parser, token: Token): number {
  const value = Number(textOf(parser, token));
  if (Number.isFinite(value)) return value;
  fail(parser, 'invalid-value', token, 'This number is too large.');
}

/** `in (status, 200, 404)` is a function, `status IN (…)` an operator. */
function isCallOfIn(parser: Parser, token: Token): boolean {
  return (
    (isKeyword(parser, token, 'IN') || isKeyword(parser, token, 'LIKE')) &&
    textOf(parser, scanToken(parser.text, token.end, 'expression')) === '('
  );
}

function readFieldOrCall(parser: Parser, token: Token): Expression {
  const after = scanToken(parser.text, token.end, 'expression');
  if (textOf(parser, after) === '(') {
    return nested(parser, () => readCall(parser, token, readExpression));
  }
  take(parser, token, 'field');
  return { kind: 'field', name: textOf(parser, token), start: token.start, end: token.end };
}

function readBracketed(parser: Parser, token: Token): Expression {
  const text = textOf(parser, token);
  if (text === '[') {
    fail(
      parser,
      'unexpected-token',
      token,
      'Subsearches aren’t allowed in expressions. Filter with `search [ … ]`.',
    );
  }
  if (text === '.' && /\d/.test(parser.text.charAt(token.end))) {
    const digits = scanToken(parser.text, token.end, 'expression');
    const place = { start: token.start, end: digits.end };
    take(parser, place, 'number');
    return { kind: 'number', value: Number(textOf(parser, place)), ...place };
  }
  if (text !== '(') failUnexpected(parser, token);
  take(parser, token, 'bracket');
  const inner = nested(parser, () => readExpression(parser));
  expectClosing(parser, token.start);
  return inner;
}
