import { suggestName } from '../diagnose/suggest-name.ts';
import {
  EVAL_FUNCTIONS,
  findEvalFunction,
  takesRegex,
  type FoundFunction,
} from '../functions/eval-functions.ts';
import { printSignature } from '../functions/signature.ts';
import { findStatsFunction } from '../functions/stats-functions.ts';
import { scanToken, type Token } from './lexer.ts';
import { decodeRegex } from '../quoting.ts';
import type { Expression } from '../tree/expression.ts';
import type { TreeNode } from '../tree/node.ts';
import { fieldsOf, isLiteral } from '../walk.ts';
import { expectClosing } from './arguments.ts';
import { BRANCHING, checkArgument } from './check-argument.ts';
import { asValue, requireCondition, requireValue } from './check-expression.ts';
import {
  expecting,
  fail,
  failUnexpected,
  peek,
  quote,
  refuseTooManyTerms,
  report,
  spanFrom,
  take,
  textOf,
  type Parser,
} from './state.ts';
import { alwaysTrue, takeLiterals } from './bind-expression.ts';

/** Reads `name(…)`; `token` is the name. */
export function readCall(
  parser: Parser,
  token: Token,
  readExpression: (parser: Parser) => Expression,
): Expression {
  const name = textOf(parser, token);
  const isIn = name.toLowerCase() === 'in';
  const found = isIn ? undefined : findFunction(parser, token);
  take(parser, token, 'function');
  const open = peek(parser, 'expression');
  take(parser, open, 'bracket');
  const list = readArguments(parser, found?.name, readExpression);
  expectClosing(parser, open.start);
  const place = spanFrom(parser, token.start);
  if (found === undefined) return toOneOf(parser, list, place);
  checkArguments(parser, found, list, place);
  const values = list.map((each, i) => (takesCondition(found, i) ? each : asValue(each)));
  return { kind: 'call', function: found.name, arguments: values, ...place };
}

/**
 * The branches of `if` may be conditions, so that `where if(a=1, b=2, c=3)` works. Others find them, or have true and
 * false of their own.
 */
function takesCondition({ name, facts }: FoundFunction, position: number): boolean {
  const { parameters } = facts;
  const parameter = parameters[Math.min(position, parameters.length - 1)];
  return parameter?.type === 'boolean' || BRANCHING.includes(name) || KEEPS_TRUTH.has(name);
}

const KEEPS_TRUTH: ReadonlySet<string> = new Set([
  'isbool',
  'json_append',
  'json_array',
  'json_extend',
  'json_object',
  'json_set',
  'json_set_exact',
]);

function findFunction(parser: Parser, token: Token): FoundFunction {
  const name = textOf(parser, token);
  const found = findEvalFunction(name);
  if (found !== undefined) return found;
  if (findStatsFunction(name) !== undefined) {
    fail(
      parser,
      'unknown-function',
      token,
      `${quote(parser, token)} aggregates many rows. Use it in \`stats\` or \`eventstats\`.`,
    );
  }
  const nearest = suggestName(name, Object.keys(EVAL_FUNCTIONS));
  const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`;
  const message = `Unknown function ${quote(parser, token)}.${hint}`;
  fail(parser, 'unknown-function', token, message, {
    ...(nearest !== undefined && {
      expected: [`\`${nearest}\``],
      fix: { label: `Use ${nearest}`, start: token.start, end: token.end, text: nearest },
    }),
  });
}

function readArguments(
  parser: Parser,
  name: string | undefined,
  readExpression: (parser: Parser) => Expression,
): Expression[] {
  const list: Expression[] = [];
  expecting(parser, { kind: 'symbol', symbol: ')' });
  if (textOf(parser, peek(parser, 'expression')) === ')') return list;
  const before = parser.terms;
  for (;;) {
    const isRegex = name !== undefined && takesRegex(name, list.length);
    const argument = (isRegex ? readRegexLiteral(parser) : undefined) ?? readExpression(parser);
    list.push(argument);
    // Plain values of in() do not count, which is known at its end.
    if (name !== undefined) refuseTooManyTerms(parser, argument, before);
    const next = peek(parser, 'expression');
    expecting(parser, { kind: 'symbol', symbol: ',' });
    if (textOf(parser, next) !== ',') {
      if (textOf(parser, next) !== ')' && next.kind !== 'end') failUnexpected(parser, next);
      return list;
    }
    take(parser, next, 'operator');
  }
}

/** A literal that is the whole argument keeps `\|`, which differs from `|`. */
function readRegexLiteral(parser: Parser): Expression | undefined {
  const token = peek(parser, 'expression');
  if (token.kind !== 'text') return undefined;
  const after = scanToken(parser.text, token.end, 'expression');
  if (!',)'.includes(textOf(parser, after)) || after.kind === 'end') return undefined;
  take(parser, token, 'regex');
  const value = decodeRegex(textOf(parser, token).slice(1, -1));
  return { kind: 'text', value, start: token.start, end: token.end };
}

function toOneOf(parser: Parser, list: readonly Expression[], place: TreeNode): Expression {
  const [operand, ...given] = list;
  if (operand === undefined || given.length === 0) {
    fail(
      parser,
      'wrong-arguments',
      place,
      'in(field, value, …) requires a field and at least one value.',
    );
  }
  for (const value of list) requireValue(parser, value);
  parser.terms -= given.filter(isLiteral).length;
  const lists = given.map((value) => takeLiterals(parser, value) ?? [value]);
  if (lists.some((values) => values.length === 0)) return alwaysTrue(parser, place);
  const values = lists.flat();
  return { kind: 'oneOf', operand, values, ...place };
}

function checkArguments(
  parser: Parser,
  found: FoundFunction,
  list: readonly Expression[],
  place: TreeNode,
): void {
  const { parameters } = found.facts;
  const least = parameters.filter((parameter) => parameter.optional !== true).length;
  const most = parameters.some((parameter) => parameter.rest) ? Infinity : parameters.length;
  if (list.length < least || list.length > most) {
    const signature = printSignature(found.name, parameters);
    const given = list.length === 1 ? '1 argument is' : `${list.length} arguments are`;
    const message = `Wrong number of arguments: ${given} given. Syntax: \`${signature}\`.`;
    report(parser, 'wrong-arguments', place, message, { expected: [`\`${signature}\``] });
    return;
  }
  if (found.name === 'case' || found.name === 'validate') {
    return checkPairs(parser, found.name, list, place);
  }
  checkPaired(parser, found, list, place);
  if (found.name === 'mvfilter') checkOneField(parser, list, place);
  for (const [position, argument] of list.entries()) {
    const parameter = parameters[Math.min(position, parameters.length - 1)];
    if (parameter !== undefined) checkArgument(parser, found.name, parameter, argument);
  }
}

/** A key or a path, and its value. */
function checkPaired(
  parser: Parser,
  { name, facts }: FoundFunction,
  list: readonly Expression[],
  place: TreeNode,
): void {
  const { pairs, parameters } = facts;
  if (pairs === undefined || (list.length - pairs) % 2 === 0) return;
  const of = parameters[pairs]?.name ?? '';
  report(parser, 'wrong-arguments', place, `${name} takes pairs of a ${of} and a value.`);
}

/** Conditions and values take turns. */
function checkPairs(
  parser: Parser,
  name: string,
  list: readonly Expression[],
  place: TreeNode,
): void {
  if (list.length % 2 !== 0) {
    report(
      parser,
      'wrong-arguments',
      place,
      `${name} takes pairs of a condition and a value${name === 'case' ? '; the last condition may be true()' : ''}.`,
    );
    return;
  }
  for (const [position, argument] of list.entries()) {
    if (position % 2 === 0) requireCondition(parser, argument);
  }
}

/** The condition is tried on each value of one field, so there must be exactly one. */
function checkOneField(parser: Parser, list: readonly Expression[], place: TreeNode): void {
  const fields = new Set(list.flatMap(fieldsOf).map((field) => field.name));
  if (fields.size === 1) return;
  report(
    parser,
    'wrong-arguments',
    place,
    'The condition of mvfilter must refer to exactly one field.',
  );
}
