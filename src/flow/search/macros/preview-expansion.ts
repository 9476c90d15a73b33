import type { Actor } from '../../../base/actor.ts';
import type { Expansion } from '../../../contract/macros.ts';
import {
  builtInMacro,
  expandMacros,
  macroCalls,
  querySyntaxError,
} from '../../../language/index.ts';
import { type Knowledge, macroOptions, usedMacros } from '../knowledge/knowledge.ts';

/** A query after macro expansion, and the macros used. */
export async function previewExpansion(
  knowledge: Knowledge | undefined,
  { organization }: Pick<Actor, 'organization'>,
  query: string,
): Promise<Expansion> {
  const { expandMacro } = await macroOptions(knowledge, organization, query);
  const { text, diagnostics } = expandMacros(query, expandMacro);
  if (diagnostics.length > 0) throw querySyntaxError(diagnostics);
  const own = await usedMacros(knowledge, organization, query);
  const called = macroCalls(query).flatMap(({ name, values }) => {
    const isOwn = own.some((each) => each.name === name && each.arguments.length === values.length);
    const found = isOwn ? undefined : builtInMacro(name, values.length);
    return found === undefined ? [] : [found];
  });
  const listed = (isBuiltIn: boolean) => (macro: (typeof own)[number]) => ({
    name: macro.name,
    arguments: [...macro.arguments],
    isBuiltIn,
  });
  return {
    query: text,
    macros: [...own.map(listed(false)), ...new Set(called.map(listed(true)))],
  };
}
