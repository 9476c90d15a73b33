/** Finds the variables of a query, with their values, and reports where they are not allowed. */
import { LIMITS } from '../../spec/limits.ts';
import type { Mode, Token } from './lexer.ts';
import { suggestName } from '../diagnose/suggest-name.ts';
import type { TreeNode } from '../tree/node.ts';
import { type Variable, variableName } from '../variables.ts';
import { type BoundVariable, fail, type Parser, peek, take, textOf } from './state.ts';

/** Returns the variable named by a token; an undeclared one is an error, with the closest name. */
export function variableAt(parser: Parser, token: Token): BoundVariable | undefined {
  const { variables } = parser;
  if (variables === undefined || (token.kind !== 'word' && token.kind !== 'variable')) {
    return undefined;
  }
  const name = variableName(textOf(parser, token));
  if (name === undefined) return undefined;
  const found = variables.get(name);
  if (found === undefined) failUnknown(parser, token, name, [...variables.keys()]);
  const { use = 'value', hasWildcards = false } = found;
  const values = valuesOf(parser, token, found);
  return { name, values, use, hasWildcards, start: token.start, end: token.end };
}

/** Reads a variable at this position, if present. */
export function takeVariable(parser: Parser, mode: Mode): BoundVariable | undefined {
  const token = peek(parser, mode);
  const variable = variableAt(parser, token);
  if (variable !== undefined) take(parser, token, 'variable');
  return variable;
}

/** Reads a variable without any value, for a position where the value is optional. */
export function takeNone(parser: Parser): boolean {
  const token = peek(parser, 'value');
  const variable = variableAt(parser, token);
  if (variable === undefined || variable.use === 'field' || variable.values.length > 0) {
    return false;
  }
  take(parser, token, 'variable');
  return true;
}

function failUnknown(parser: Parser, token: Token, name: string, known: readonly string[]): never {
  const nearest = suggestName(name, known);
  const others =
    known.length === 0 ? 'No variables are defined.' : `Defined variables: ${known.join(', ')}.`;
  const hint = nearest === undefined ? others : `Did you mean \`$${nearest}$\`?`;
  const message = `Unknown variable \`$${name}$\`. ${hint} To search for this text, put it in double quotes.`;
  fail(parser, 'unknown-variable', token, message, {
    expected: known.map((each) => `\`$${each}$\``),
    ...(nearest !== undefined && {
      fix: { label: `Use $${nearest}$`, start: token.start, end: token.end, text: `$${nearest}$` },
    }),
  });
}

/** An empty value counts as none, for example a text field left empty. */
function valuesOf(parser: Parser, place: TreeNode, { values }: Variable): readonly string[] {
  const { variableValuesMax, variableCharactersMax } = LIMITS.query;
  if (values.length > variableValuesMax) {
    const message = `A variable can have at most ${variableValuesMax} values. This one has ${values.length}.`;
    fail(parser, 'invalid-value', place, message);
  }
  const longest = Math.max(0, ...values.map((value) => value.length));
  if (longest > variableCharactersMax) {
    const message = `A value can have at most ${variableCharactersMax} characters. One of these has ${longest}.`;
    fail(parser, 'invalid-value', place, message);
  }
  countOnce(parser, place, values);
  return values.filter((value) => value !== '');
}

/** Few characters of a query can name many values again and again. */
function countOnce(parser: Parser, place: TreeNode, values: readonly string[]): void {
  const { counted } = parser;
  if (place.start < counted.end) return;
  counted.end = place.end;
  counted.characters += values.reduce((sum, { length }) => sum + length, 0);
  const max = LIMITS.query.variablesCharactersMax;
  if (counted.characters <= max) return;
  const message = `The values of all variables can have at most ${max} characters in total. Up to here, they have ${counted.characters}.`;
  fail(parser, 'text-too-long', place, message);
}

/** Returns the name of the field it represents. */
export function boundField(parser: Parser, variable: BoundVariable): string {
  if (variable.use !== 'field') {
    misplaced(parser, variable, 'is a value variable and can’t be used as a field');
  }
  return onlyValue(parser, variable, 'A field');
}

/** Its one value, where several or none make no sense. */
export function onlyValue(parser: Parser, variable: BoundVariable, what: string): string {
  const [only] = variable.values;
  if (only === undefined) misplaced(parser, variable, `has no value. ${what} needs one`);
  if (variable.values.length > 1) {
    misplaced(parser, variable, `has ${variable.values.length} values. ${what} takes one`);
  }
  return only;
}

export function requireValues(parser: Parser, variable: BoundVariable): void {
  if (variable.use === 'field') {
    misplaced(parser, variable, 'is a field variable and can’t be used as a value');
  }
}

export function misplaced(parser: Parser, { name, start, end }: BoundVariable, why: string): never {
  fail(parser, 'variable-placement', { start, end }, `\`$${name}$\` ${why}.`);
}
