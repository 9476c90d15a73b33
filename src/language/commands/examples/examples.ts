/** Examples are only for help about a command, so the parser does not load them. */
import type { Example } from '../definition.ts';
import { FIRST_EXAMPLES } from './a-to-m.ts';
import { LAST_EXAMPLES } from './n-to-z.ts';

export const COMMAND_EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  ...FIRST_EXAMPLES,
  ...LAST_EXAMPLES,
};

export function examplesOf({ name }: { readonly name: string }): readonly Example[] {
  return COMMAND_EXAMPLES[name] ?? [];
}
