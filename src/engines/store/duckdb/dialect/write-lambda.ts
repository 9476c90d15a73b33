import { partOf } from './list-functions.ts';
import type { Lambda } from './tree.ts';
import type { ValueType } from './value-type.ts';
import { quoteName, type Scope, type Writer, type Written } from './writer.ts';

/** The name has to be one that no column and no other lambda has. */
export function writeLambda(
  writer: Writer,
  { names, body }: Lambda,
  types: readonly ValueType[],
  scope: Scope,
  as: 'value' | 'condition',
  name: string,
): Written {
  const variable = quoteName(name);
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
  const inner = { ...scope, variables };
  const { text, type }: Written =
    as === 'value'
      ? writer.write(body, inner)
      : { text: writer.condition(body, inner, true), type: 'flag' };
  return { text: `lambda ${variable}: ${text}`, type };
}
