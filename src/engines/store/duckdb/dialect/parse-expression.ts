import { isKeyword, requireDepth, type TokenReader } from './token-reader.ts';
import type {
  ArithmeticOperator,
  Chain,
  ComparisonOperator,
  Expression,
  Frame,
  FrameBound,
  Lambda,
  OrderItem,
  Window,
} from './tree.ts';

export function parseExpression(reader: TokenReader): Expression {
  return reader.deeper(() => parseOperators(reader, RANKS.or));
}

export function parseOrderBy(reader: TokenReader): OrderItem[] {
  if (!reader.takeWords('ORDER', 'BY')) return [];
  const items: OrderItem[] = [];
  do {
    const key = parseExpression(reader);
    const isDescending = reader.takeWords('DESC');
    if (!isDescending) reader.takeWords('ASC');
    const isLast = reader.takeWords('NULLS', 'LAST');
    const isFirst = !isLast && reader.takeWords('NULLS', 'FIRST');
    items.push({ key, isDescending, nulls: isLast ? 'last' : isFirst ? 'first' : undefined });
  } while (reader.takeSymbol(','));
  return items;
}

/** How tightly operators bind, the loosest first. */
const RANKS = { or: 1, and: 2, not: 3, compare: 4, sum: 5, product: 6 } as const;

const COMPARISONS: ReadonlyMap<string, ComparisonOperator> = new Map([
  ['=', '='],
  ['!=', '!='],
  ['<>', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
]);

/** Operators that bind at least as tightly as `least`. One function for all, since each is a step of the stack. */
function parseOperators(reader: TokenReader, least: number): Expression {
  let left = parseOperand(reader, least);
  for (let depth = 0; ; depth++) {
    const next: Expression | undefined =
      parseProducts(reader, left) ??
      (least <= RANKS.sum ? parseSums(reader, left) : undefined) ??
      (least <= RANKS.compare ? parseComparison(reader, left) : undefined) ??
      (least <= RANKS.and ? parseJoined(reader, left, 'and') : undefined) ??
      (least <= RANKS.or ? parseJoined(reader, left, 'or') : undefined);
    if (next === undefined) return left;
    requireDepth(depth);
    left = next;
  }
}

function parseOperand(reader: TokenReader, least: number): Expression {
  if (least <= RANKS.not && reader.takeWords('NOT')) {
    return { kind: 'not', operand: reader.deeper(() => parseOperators(reader, RANKS.not)) };
  }
  return parseSigned(reader);
}

function parseJoined(
  reader: TokenReader,
  first: Expression,
  kind: 'and' | 'or',
): Expression | undefined {
  const operands = [first];
  const least = kind === 'and' ? RANKS.not : RANKS.and;
  while (reader.takeWords(kind)) operands.push(parseOperators(reader, least));
  return operands.length === 1 ? undefined : { kind, operands };
}

function parseComparison(reader: TokenReader, left: Expression): Expression | undefined {
  const token = reader.peek();
  const operator = token.kind === 'symbol' ? COMPARISONS.get(token.text) : undefined;
  if (operator !== undefined) {
    reader.next();
    return { kind: 'compare', operator, left, right: parseOperators(reader, RANKS.sum) };
  }
  if (token.kind !== 'word') return undefined;
  const isNegated = reader.takeWords('NOT');
  if (reader.takeWords('IN')) {
    return { kind: 'in', isNegated, value: left, within: parseOperators(reader, RANKS.sum) };
  }
  const ignoresCase = reader.takeWords('ILIKE');
  if (ignoresCase || reader.takeWords('LIKE')) {
    const pattern = parseOperators(reader, RANKS.sum);
    return { kind: 'like', isNegated, ignoresCase, value: left, pattern };
  }
  if (isNegated) throw reader.refusal();
  return undefined;
}

function parseSums(reader: TokenReader, first: Expression): Expression | undefined {
  return parseChain(reader, first, ['+', '-'], () => parseOperators(reader, RANKS.product));
}

function parseProducts(reader: TokenReader, first: Expression): Expression | undefined {
  return parseChain(reader, first, ['*', '/', '%'], () => parseSigned(reader));
}

function parseChain(
  reader: TokenReader,
  first: Expression,
  operators: readonly ArithmeticOperator[],
  parse: () => Expression,
): Chain | undefined {
  const rest: { operator: ArithmeticOperator; operand: Expression }[] = [];
  for (;;) {
    const operator = operators.find((each) => reader.takeSymbol(each));
    if (operator === undefined) break;
    rest.push({ operator, operand: parse() });
  }
  return rest.length === 0 ? undefined : { kind: 'chain', first, rest };
}

function parseSigned(reader: TokenReader): Expression {
  if (!reader.takeSymbol('-')) return parsePostfix(reader);
  return { kind: 'negate', operand: reader.deeper(() => parseSigned(reader)) };
}

function parsePostfix(reader: TokenReader): Expression {
  let value = parsePrimary(reader);
  for (let depth = 0; ; depth++) {
    requireDepth(depth);
    const next = reader.peek(1);
    if (reader.takeSymbol('[')) {
      value = { kind: 'subscript', value, index: parseExpression(reader) };
      reader.needSymbol(']');
    } else if (next.kind === 'number' && reader.takeSymbol('.')) {
      reader.next();
      if (!/^[1-9]\d?$/.test(next.text)) throw reader.refusal();
      value = { kind: 'element', value, position: Number(next.text) };
    } else return value;
  }
}

function parsePrimary(reader: TokenReader): Expression {
  const token = reader.peek();
  switch (token.kind) {
    case 'number':
      reader.next();
      return { kind: 'number', text: token.text };
    case 'string':
      reader.next();
      return { kind: 'text', value: token.text };
    case 'parameter':
      reader.next();
      return { kind: 'parameter', name: token.name, type: token.type };
    case 'word':
      return parseNamed(reader, token.text, token.isQuoted);
    case 'symbol':
      if (reader.takeSymbol('(')) return parseBrackets(reader);
      if (reader.takeSymbol('[')) return { kind: 'list', items: parseItems(reader, ']') };
      throw reader.refusal();
    case 'end':
      throw reader.refusal();
  }
}

/** Words that cannot be used as a value. */
const RESERVED = new Set([
  'FROM',
  'WHERE',
  'GROUP',
  'ORDER',
  'LIMIT',
  'UNION',
  'SELECT',
  'AS',
  'BY',
]);

function parseNamed(reader: TokenReader, name: string, isQuoted: boolean): Expression {
  const following = reader.peek(1);
  const isCall = following.kind === 'symbol' && following.text === '(';
  if (!isQuoted && RESERVED.has(name.toUpperCase())) throw reader.refusal();
  reader.next();
  if (!isQuoted && isCall) return parseCall(reader, name);
  if (isQuoted) return { kind: 'name', name };
  switch (name.toUpperCase()) {
    case 'NULL':
      return { kind: 'null' };
    case 'TRUE':
      return { kind: 'boolean', value: true };
    case 'FALSE':
      return { kind: 'boolean', value: false };
    default:
      return { kind: 'name', name };
  }
}

function parseCall(reader: TokenReader, name: string): Expression {
  reader.needSymbol('(');
  const first = parseItems(reader, ')');
  const isParametric = reader.takeSymbol('(');
  const all = isParametric ? parseItems(reader, ')') : first;
  const over = reader.takeWords('OVER') ? parseWindow(reader) : undefined;
  return { kind: 'call', name, parameters: isParametric ? first : [], arguments: all, over };
}

/** Parses everything up to the closing bracket. */
function parseItems(reader: TokenReader, close: ')' | ']'): Expression[] {
  const items: Expression[] = [];
  if (reader.takeSymbol(close)) return items;
  do items.push(parseLambda(reader) ?? parseExpression(reader));
  while (reader.takeSymbol(','));
  reader.needSymbol(close);
  return items;
}

/** `x -> …` or `(x, y) -> …`; undefined where there is none. */
function parseLambda(reader: TokenReader): Lambda | undefined {
  const names = lambdaNames(reader);
  if (names === undefined) return undefined;
  return { kind: 'lambda', names, body: parseExpression(reader) };
}

function lambdaNames(reader: TokenReader): string[] | undefined {
  const isSymbol = (ahead: number, text: string): boolean => {
    const token = reader.peek(ahead);
    return token.kind === 'symbol' && token.text === text;
  };
  const names: string[] = [];
  const isInBrackets = isSymbol(0, '(');
  let ahead = isInBrackets ? 1 : 0;
  for (; names.length < LAMBDA_NAMES_MAX; ahead++) {
    const token = reader.peek(ahead);
    if (token.kind !== 'word') return undefined;
    names.push(token.text);
    ahead++;
    if (!isInBrackets || !isSymbol(ahead, ',')) break;
  }
  if (isInBrackets && !isSymbol(ahead++, ')')) return undefined;
  if (!isSymbol(ahead, '->')) return undefined;
  for (let i = 0; i <= ahead; i++) reader.next();
  return names;
}

const LAMBDA_NAMES_MAX = 64;

/** The opening bracket is passed already: a statement, one expression, or a tuple of several. */
function parseBrackets(reader: TokenReader): Expression {
  if (isKeyword(reader.peek(), 'SELECT')) {
    const query = reader.query();
    reader.needSymbol(')');
    return { kind: 'query', query };
  }
  const items = parseItems(reader, ')');
  const [only] = items;
  if (only === undefined) throw reader.refusal();
  return items.length === 1 ? only : { kind: 'tuple', items };
}

function parseWindow(reader: TokenReader): Window {
  reader.needSymbol('(');
  const partitionBy: Expression[] = [];
  if (reader.takeWords('PARTITION', 'BY')) {
    do partitionBy.push(parseExpression(reader));
    while (reader.takeSymbol(','));
  }
  const orderBy = parseOrderBy(reader);
  const frame = parseFrame(reader);
  reader.needSymbol(')');
  return { partitionBy, orderBy, frame };
}

function parseFrame(reader: TokenReader): Frame | undefined {
  const isRows = reader.takeWords('ROWS');
  if (!isRows && !reader.takeWords('RANGE')) return undefined;
  reader.needWord('BETWEEN');
  const first = parseBound(reader);
  reader.needWord('AND');
  return { mode: isRows ? 'ROWS' : 'RANGE', first, last: parseBound(reader) };
}

function parseBound(reader: TokenReader): FrameBound {
  if (reader.takeWords('CURRENT', 'ROW')) return { kind: 'current' };
  const token = reader.next();
  const size = isKeyword(token, 'UNBOUNDED')
    ? 'UNBOUNDED'
    : token.kind === 'number' && /^\d+$/.test(token.text)
      ? token.text
      : undefined;
  if (size === undefined) throw reader.refusal();
  if (reader.takeWords('PRECEDING')) return { kind: 'preceding', size };
  reader.needWord('FOLLOWING');
  return { kind: 'following', size };
}
