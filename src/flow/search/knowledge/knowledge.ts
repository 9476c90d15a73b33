/** What the searches of an organization know beside its events: macros, and data models. */
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import {
  createExpander,
  expandMacros,
  type MacroDefinition,
  type ParseOptions,
} from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { readNamedMacros, showMacro } from '../macros/macros-table.ts';

export interface Knowledge {
  /** Macros of these names. */
  readonly macros: (
    organization: OrganizationId,
    names: readonly string[],
  ) => Promise<readonly MacroDefinition[]>;
}

/** As it is now. */
export function storedKnowledge(metadata: Pick<Metadata, 'db'>): Knowledge {
  return {
    macros: async (organization, names) =>
      (await readNamedMacros(metadata, organization, names)).map(showMacro),
  };
}

/** As it was, whoever changed it since. */
export function keptKnowledge({
  macros,
}: {
  readonly macros: readonly MacroDefinition[];
}): Knowledge {
  return {
    macros: async (_organization, names) => macros.filter(({ name }) => names.includes(name)),
  };
}

/** How texts of an organization are read: with its macros, and the built-in ones. */
export async function macroOptions(
  knowledge: Knowledge | undefined,
  organization: OrganizationId,
  ...texts: readonly string[]
): Promise<Pick<ParseOptions, 'expandMacro'>> {
  if (!texts.some((text) => text.includes('`'))) return {};
  return { expandMacro: createExpander(await usedMacros(knowledge, organization, ...texts)) };
}

/** A text with its macros expanded; as it is where they cannot be. */
export async function expandedText(
  knowledge: Knowledge | undefined,
  organization: OrganizationId,
  text: string,
): Promise<string> {
  const { expandMacro } = await macroOptions(knowledge, organization, text);
  const expanded = expandMacros(text, expandMacro);
  return expanded.diagnostics.length > 0 ? text : expanded.text;
}

/** The macros that texts call, and those that these call. */
export async function usedMacros(
  knowledge: Knowledge | undefined,
  organization: OrganizationId,
  ...texts: readonly string[]
): Promise<readonly MacroDefinition[]> {
  const found: MacroDefinition[] = [];
  if (knowledge === undefined) return found;
  const asked = new Set<string>();
  let names = namesIn(texts, asked);
  for (let depth = 0; depth < LIMITS.query.macroNestingMax && names.length > 0; depth += 1) {
    for (const name of names) asked.add(name);
    const macros = await knowledge.macros(organization, names);
    found.push(...macros);
    names = namesIn(
      macros.map(({ definition }) => definition),
      asked,
    );
  }
  return found;
}

/** More calls than that are refused anyway; a call has two backticks, and what follows one may be the name of another. */
const NAMES_MAX = 4 * LIMITS.query.macrosMax;

function namesIn(texts: readonly string[], asked: ReadonlySet<string>): string[] {
  const names = texts.flatMap((text) =>
    Array.from(text.matchAll(/`\s*([\w.:-]+)/g), ([, name = '']) => name),
  );
  return [...new Set(names)].filter((name) => !asked.has(name)).slice(0, NAMES_MAX);
}
