/** What macros are defined as, and the text they give for the values of a call. */
import { BUILT_IN_MACROS, builtInMacro } from './built-in-macros.ts';
import { constantProblem, type Constants, evaluateConstant } from '../evaluate-constant.ts';
import type { ExpandMacro, MacroDefinition, MacroProblem } from './macros.ts';
import { parse } from '../parser/parser.ts';
import type { Expression } from '../tree/expression.ts';

/** Macros by name and number of arguments; the built-in ones where there is none of that name. */
export function createExpander(macros: Iterable<MacroDefinition>): ExpandMacro {
  const byName = Map.groupBy(macros, ({ name }) => name);
  return (name, values) => {
    const own = byName.get(name) ?? [];
    const count = values.length;
    const macro = own.find((each) => each.arguments.length === count) ?? builtInMacro(name, count);
    if (macro !== undefined) return expandDefinition(macro, values);
    const others = [...own, ...BUILT_IN_MACROS.filter((each) => each.name === name)];
    if (others.length === 0) return undefined;
    const counts = [...new Set(others.map((each) => each.arguments.length))].toSorted(
      (left, right) => left - right,
    );
    const taken = counts.join(' or ');
    return {
      problem: `The macro \`${name}\` takes ${taken} argument${taken === '1' ? '' : 's'}, not ${count}.`,
    };
  };
}

function expandDefinition(
  macro: MacroDefinition,
  values: readonly string[],
): string | MacroProblem {
  const { name, definition, isEval = false } = macro;
  const given = bind(macro, values);
  const problem = validate(macro, given);
  if (problem !== undefined) {
    return { problem: `The macro \`${name}\` rejected its arguments: ${problem}` };
  }
  const text = fill(definition, given);
  if (!isEval) return text;
  const expression = readExpression(text);
  if (typeof expression === 'string') return { problem: `The macro \`${name}\`: ${expression}` };
  const value = evaluateConstant(expression, new Map());
  return typeof value === 'string'
    ? value
    : { problem: `The eval expression of the macro \`${name}\` doesn’t return a string.` };
}

/** Assigns values by position or by name, as in `name=value`; enclosing quotes are not part of the value. */
function bind(
  { arguments: names }: MacroDefinition,
  values: readonly string[],
): ReadonlyMap<string, string> {
  return new Map(
    names.map((name, at) => {
      const named = values.find((value) => value.startsWith(`${name}=`));
      const value = named === undefined ? (values[at] ?? '') : named.slice(name.length + 1);
      return [name, value.replace(/^"([\s\S]*)"$/, '$1')];
    }),
  );
}

/** In one pass: what looks like an argument inside of a value is text. */
function fill(text: string, given: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$(\w+)\$/g, (written, name: string) => given.get(name) ?? written);
}

function validate(
  { validation, errorMessage }: MacroDefinition,
  given: Constants,
): string | undefined {
  if (validation === undefined || validation === null || validation.trim() === '') return undefined;
  const expression = readValidation(validation);
  if (typeof expression === 'string') return expression;
  const value = evaluateConstant(expression, given);
  if (value === true || (value === null && !isCondition(expression))) return undefined;
  if (typeof value === 'string' && !isCondition(expression)) return value;
  return errorMessage || `Validation failed: ${validation}.`;
}

function isCondition({ kind, ...rest }: Expression): boolean {
  if (kind === 'call') return 'function' in rest && rest.function.startsWith('is');
  return ['compare', 'oneOf', 'not', 'and', 'or', 'xor'].includes(kind);
}

function readValidation(text: string): Expression | string {
  const plain = text.replaceAll(/\$(\w+)\$/g, '$1');
  const [, stage, second] = parse(`* | where ${plain}`).query?.stages ?? [];
  if (stage?.kind !== 'where' || second !== undefined) return readExpression(plain);
  return constantProblem(stage.condition) ?? stage.condition;
}

/** The tree of an expression that can be computed without events, or why it cannot. */
function readExpression(text: string): Expression | string {
  const { query, diagnostics } = parse(`* | eval value=${text}`);
  const [, stage, second] = query?.stages ?? [];
  const [assignment, another] = stage?.kind === 'eval' ? stage.assignments : [];
  if (assignment === undefined || second !== undefined || another !== undefined) {
    return diagnostics[0]?.message ?? 'Expected an expression.';
  }
  return constantProblem(assignment.value) ?? assignment.value;
}

/** Returns the problem of a definition that occurs with any arguments. */
export function macroProblem(
  macro: MacroDefinition,
): { readonly path: 'definition' | 'validation'; readonly message: string } | undefined {
  const { arguments: names, definition, isEval = false, validation } = macro;
  if (isEval) {
    const sample = new Map(names.map((name) => [name, '1']));
    const expression = readExpression(fill(definition, sample));
    if (typeof expression === 'string') return { path: 'definition', message: expression };
  }
  if (validation !== undefined && validation !== null && validation.trim() !== '') {
    const expression = readValidation(validation);
    if (typeof expression === 'string') return { path: 'validation', message: expression };
  }
  return undefined;
}
