import { isAtStageEnd, requireSome } from '../parser/arguments.ts';
import { asValue } from '../parser/check-expression.ts';
import { readExpression } from '../parser/expression.ts';
import {
  expecting,
  fail,
  failUnexpected,
  peek,
  report,
  spanFrom,
  take,
  textOf,
  type Parser,
} from '../parser/state.ts';
import { printExpression } from '../print/expression.ts';
import { isBareName, type Token } from '../parser/lexer.ts';
import { decodeName, decodeText, encodeName } from '../quoting.ts';
import { withFields } from '../shape/shape.ts';
import type { Assignment, EvalStage } from '../tree/event-stages.ts';
import type { Field } from '../tree/node.ts';
import type { Command } from './definition.ts';

function readAssignment(parser: Parser): Assignment {
  const field = readTarget(parser);
  expecting(parser, { kind: 'symbol', symbol: '=' });
  const equals = peek(parser, 'expression');
  if (textOf(parser, equals) !== '=') failUnexpected(parser, equals);
  take(parser, equals, 'operator');
  const value = asValue(readExpression(parser));
  return { kind: 'assignment', field, value, ...spanFrom(parser, field.start) };
}

function readTarget(parser: Parser): Field {
  expecting(parser, { kind: 'newField' });
  const token = peek(parser, 'expression');
  const text = textOf(parser, token);
  if (text === '{') {
    fail(parser, 'unexpected-token', token, 'The name of the new field can’t contain wildcards.');
  }
  const name = nameOf(token.kind, text);
  if (name === undefined) failUnexpected(parser, token);
  take(parser, token, 'field');
  if (name === '') report(parser, 'invalid-value', token, 'A field name can’t be empty.');
  return { kind: 'field', name, start: token.start, end: token.end };
}

function nameOf(kind: string, text: string): string | undefined {
  if (kind === 'word') return text;
  if (kind === 'name') return decodeName(text.slice(1, -1));
  return kind === 'text' ? decodeText(text.slice(1, -1)) : undefined;
}

function printTarget(name: string): string {
  return isBareName(name) ? name : encodeName(name);
}

export const evalCommand: Command<EvalStage> = {
  name: 'eval',
  category: 'Fields',
  summary:
    'Calculates expressions and stores the results in fields. Expressions can use fields defined earlier in the same command.',
  syntax: 'eval <field>=<expression>, …',
  options: [],
  read: (parser, start) => {
    const assignments: Assignment[] = [];
    if (isAtStageEnd(parser)) {
      requireSome(parser, assignments, 'an assignment such as `seconds=duration/1000`');
    }
    let next: Token;
    do {
      assignments.push(readAssignment(parser));
      expecting(parser, { kind: 'symbol', symbol: ',' });
      next = peek(parser, 'expression');
      if (textOf(parser, next) === ',') take(parser, next, 'operator');
    } while (textOf(parser, next) === ',');
    return { kind: 'eval', assignments, ...spanFrom(parser, start) };
  },
  print: (stage, style) =>
    stage.assignments
      .map(
        ({ field, value }) =>
          `${printTarget(field.name)}=${printExpression(value, style.isExplicit)}`,
      )
      .join(', '),
  shape: (stage, before) =>
    withFields(before, ...stage.assignments.map((assignment) => assignment.field.name)),
};
