import { scanToken } from '../parser/lexer.ts';
import {
  exactName,
  expectClosing,
  readArgument,
  readRegex,
  takeSymbol,
} from '../parser/arguments.ts';
import { reportRegex } from '../parser/check-argument.ts';
import {
  expecting,
  failUnexpected,
  peek,
  spanFrom,
  take,
  textOf,
  type Parser,
} from '../parser/state.ts';
import { printField } from '../print/arguments.ts';
import { encodeRegex } from '../quoting.ts';
import type { RegexStage } from '../tree/event-stages.ts';
import type { Field } from '../tree/node.ts';
import type { Command } from './definition.ts';

/** The field and the operator in front of the expression, when they are there. */
function readSubject(parser: Parser, start: number): { field: Field; negated: boolean } {
  expecting(parser, { kind: 'field' });
  const token = peek(parser, 'argument');
  const after = scanToken(parser.text, token.end, 'argument');
  if (token.kind === 'text' && !/^!?=$/.test(textOf(parser, after))) {
    return { field: { kind: 'field', name: '_raw', start, end: start }, negated: false };
  }
  const argument = readArgument(parser, { kind: 'field' }, 'field');
  const place = { start: argument.start, end: argument.end };
  const field: Field = { kind: 'field', name: exactName(parser, argument), ...place };
  expecting(parser, { kind: 'symbol', symbol: '=' });
  expecting(parser, { kind: 'symbol', symbol: '!=' });
  const operator = peek(parser, 'argument');
  const text = textOf(parser, operator);
  if (text !== '=' && text !== '!=') failUnexpected(parser, operator);
  take(parser, operator, 'operator');
  return { field, negated: text === '!=' };
}

export const regexCommand: Command<RegexStage> = {
  name: 'regex',
  category: 'Searching and filtering',
  summary: 'Keeps rows in which a field matches, or doesn’t match, a regular expression.',
  syntax: 'regex [<field>=|<field>!=]"<regex>"',
  options: [],
  read: (parser, start) => {
    const { field, negated } = readSubject(parser, start);
    const open = peek(parser, 'argument');
    const isInBrackets = takeSymbol(parser, '(');
    const literal = readRegex(parser, 'a regular expression in quotes');
    if (isInBrackets) expectClosing(parser, open.start);
    reportRegex(parser, literal, literal.value);
    return { kind: 'regex', field, negated, regex: literal.value, ...spanFrom(parser, start) };
  },
  print: (stage) =>
    `${printField(stage.field)}${stage.negated ? '!=' : '='}${encodeRegex(stage.regex)}`,
  shape: (_stage, before) => before,
};
