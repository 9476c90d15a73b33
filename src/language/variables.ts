/**
 * Variables of a query, written `$name$`. Their values become literals of the tree and are never inserted as text, so
 * that a star, a quote or a pipe in a value is literal. In quotes `$name$` is ordinary text.
 */

export interface Variable {
  /** The chosen values. Empty means all: the comparison is left out, so that events without the field are kept. */
  readonly values: readonly string[];
  /** Whether it represents a value (the default) or the name of a field. */
  readonly use?: 'value' | 'field';
  /** Whether stars in its values match any text. */
  readonly hasWildcards?: boolean;
}

/** By name, without the dollar signs. */
export type Variables = ReadonlyMap<string, Variable>;

const VARIABLE = /^\$([a-z][a-z0-9_]{0,31})\$$/;
const WITHIN = /\$([a-z][a-z0-9_]{0,31})(?=\$)/g;

/** The name, where a text is a variable and nothing else. */
export function variableName(text: string): string | undefined {
  return VARIABLE.exec(text)?.[1];
}

/** Every possible variable name in a text, with the offset of its first dollar sign. */
export function variablesIn(text: string): { readonly name: string; readonly at: number }[] {
  return [...text.matchAll(WITHIN)].map((found) => ({ name: found[1] ?? '', at: found.index }));
}

export function isVariableName(name: string): boolean {
  return VARIABLE.test(`$${name}$`);
}
