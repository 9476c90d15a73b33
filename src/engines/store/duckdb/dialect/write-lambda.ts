import { partOf } from './list-functions.ts';
import type { Lambda } from './tree.ts';
import type { ValueType } from './value-type.ts';
import { quoteName, type Scope, type Writer, type Written } from './writer.ts';

/**
 * The name is not used by any column, and is the same for all occurrences of a lambda, so that repetitions are
 * detected.
 */
export function writeLambda(
  writer: Writer,
  { names, body }: Lambda,
  types: readonly ValueType[],
  scope: Scope,
  as: 'value' | 'condition',
): Written {
  const depth = scope.depth + 1;
  const variable = quoteName(`element of list ${depth}`);
  const variables = new Map(scope.variables);
  for (const [i, each] of names.entries()) {
    const type = types[i] ?? 'unknown';
    const isOnly = names.length === 1;
    variables.set(
      each,
      isOnly
        ? { text: variable, type }
        : partOf({ text: variable, type: { kind: 'tuple', of: types } }, i + 1),
    );
  }
  const inner = { ...scope, variables, depth };
  const { text, type }: Written =
    as === 'value'
      ? writer.write(body, inner)
      : { text: writer.condition(body, inner, true), type: 'flag' };
  return { text: `lambda ${variable}: ${text}`, type };
}
