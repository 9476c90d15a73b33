/** Checks literals that a function interprets: regular expressions, times, formats. */
import type { Parameter } from '../functions/signature.ts';
import { checkRegex } from '../regex/regex.ts';
import { parseTime } from '../time/parse-time.ts';
import type { Expression, TextLiteral } from '../tree/expression.ts';
import type { TreeNode } from '../tree/node.ts';
import { requireCondition, requireValue } from './check-expression.ts';
import { readQuotedSearch } from './quoted-search.ts';
import { quote, report, type Parser } from './state.ts';
import { refuseBound } from './bind-expression.ts';

export function checkArgument(
  parser: Parser,
  name: string,
  parameter: Parameter,
  argument: Expression,
): void {
  const { type } = parameter;
  if (type === 'boolean') return requireCondition(parser, argument);
  if (type === 'any') return;
  requireValue(parser, argument);
  if (typeof type === 'object' || READ_BY_FUNCTION.includes(type)) {
    refuseBound(parser, argument, `this argument of ${name}`);
  } else if (name === 'like' && parameter.name === 'pattern') {
    refuseBound(parser, argument, 'the pattern of like');
  }
  if (argument.kind !== 'text') {
    if (type === 'search') {
      report(parser, 'wrong-type', argument, `${name} requires a search in double quotes.`);
    }
    return;
  }
  checkLiteral(parser, name, type, argument);
}

/** Texts that a function interprets, in which a variable's value would not be taken literally. */
const READ_BY_FUNCTION: readonly Parameter['type'][] = ['regex', 'format', 'time', 'search'];
export const BRANCHING = ['if', 'case', 'validate', 'coalesce', 'nullif'];

function checkLiteral(
  parser: Parser,
  name: string,
  type: Parameter['type'],
  literal: TextLiteral,
): void {
  const { value } = literal;
  if (typeof type === 'object') {
    if (type.choices.includes(value.toLowerCase())) return;
    const choices = type.choices.map((choice) => `"${choice}"`);
    const message = `Invalid format "${value}". ${name} supports ${choices.join(', ')}.`;
    report(parser, 'invalid-value', literal, message, { expected: choices });
  } else if (type === 'number' && !isNumeric(value)) {
    report(
      parser,
      'wrong-type',
      literal,
      `${name} needs a number here, not ${quote(parser, literal)}.`,
    );
  } else if (type === 'regex') {
    reportRegex(parser, literal, value);
  } else if (type === 'format') {
    checkFormat(parser, literal);
  } else if (type === 'time') {
    checkModifier(parser, literal);
  } else if (type === 'search') {
    readQuotedSearch(parser, literal);
  }
}

function isNumeric(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

/** Reports the problem of a regular expression, at its position in the literal if possible. */
export function reportRegex(parser: Parser, literal: TreeNode, regex: string): readonly string[] {
  const { problem, names } = checkRegex(regex);
  if (problem === undefined) return names;
  const isShownAsIs = parser.text.slice(literal.start + 1, literal.end - 1) === regex;
  const at = literal.start + 1 + problem.offset;
  const place = isShownAsIs ? { start: at, end: Math.min(at + 1, literal.end) } : literal;
  report(parser, problem.code, place, `Regular expression: ${problem.message}`);
  return names;
}

const DIRECTIVE = /%(?:[-_0^#]?\d?:?([A-Za-z+])|%)?/g;
const KNOWN_DIRECTIVES = 'aAbBcdDeFgGhHIjklmMnNpPqQrRsStTuUVwWxXyYzZ+';

function checkFormat(parser: Parser, literal: TextLiteral): void {
  for (const match of literal.value.matchAll(DIRECTIVE)) {
    const [text, letter] = match;
    if (text === '%%' || (letter !== undefined && KNOWN_DIRECTIVES.includes(letter))) continue;
    const message = `\`${text}\` isn’t a valid time format. To use a percent sign, write %%.`;
    report(parser, 'invalid-value', literal, message);
    return;
  }
}

function checkModifier(parser: Parser, literal: TextLiteral): void {
  const time = parseTime(literal.value);
  if (time.kind === 'relative') return;
  const message =
    time.kind === 'problem' ? time.message : 'Expected a relative time, such as -1d@d.';
  report(parser, 'invalid-time', literal, message, { expected: ['a relative time'] });
}
