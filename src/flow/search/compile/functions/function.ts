import type { Call, Expression } from '../../../../language/index.ts';
import { refuse, type CompileContext } from '../context.ts';
import type { Relation } from '../relation.ts';
import type { Value } from '../value.ts';

export interface FunctionCall {
  readonly context: CompileContext;
  readonly relation: Relation;
  readonly call: Call;
  /** An argument, or a part of one; a long one under a name, since it may be needed several times. */
  readonly compile: (expression: Expression) => Value;
  /** The same on other rows, and never under a name. */
  readonly compileOn: (relation: Relation, expression: Expression) => Value;
}

export type CompileFunction = (call: FunctionCall) => Value;

/** An argument the parser has checked to be there. */
export function argument({ call, compile }: FunctionCall, position: number): Value {
  return compile(expressionAt(call, position));
}

export function optional(given: FunctionCall, position: number): Value | undefined {
  return given.call.arguments[position] === undefined ? undefined : argument(given, position);
}

export function expressionAt(call: Call, position: number): Expression {
  const expression = call.arguments[position];
  if (expression === undefined) throw refuse(call, `${call.function}() is missing an argument.`);
  return expression;
}

/** Returns an argument that must be a literal in the query, because the store needs it in advance. */
export function literalText({ call }: FunctionCall, position: number, what: string): string {
  const expression = expressionAt(call, position);
  if (expression.kind === 'text') return expression.value;
  if (expression.kind === 'number') return String(expression.value);
  throw refuse(expression, `${call.function}() requires a literal ${what}, not an expression.`);
}
