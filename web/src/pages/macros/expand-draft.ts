/** Expands the macros of a query, including the macro being edited. */
import { createExpander, expandMacros, parse } from '../../../../src/language/index.ts';
import type { MacroForm } from './macro-form.ts';
import { bodyOf } from './macro-form.ts';

export interface DraftExpansion {
  readonly text: string;
  /** Why the calls cannot be expanded, or the text is no query; undefined when all is well. */
  readonly problem: string | undefined;
}

type Stored = Parameters<typeof createExpander>[0];

export function expandDraft(query: string, form: MacroForm, others: Stored): DraftExpansion {
  // The first macro with a given name and number of arguments wins.
  const expandMacro = createExpander([bodyOf(form), ...others]);
  const { text, diagnostics } = expandMacros(query, expandMacro);
  const [unexpanded] = diagnostics;
  if (unexpanded !== undefined) return { text: '', problem: unexpanded.message };
  const wrong = parse(text).diagnostics.find(({ severity }) => severity === 'error');
  return { text, problem: wrong?.message };
}
