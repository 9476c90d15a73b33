/** Named definitions that searches of an organization use: macros and data models. */
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { builtInDataModel } from '../../../language/data-models/built-in-data-models.ts';
import {
  createExpander,
  type DataModelDefinition,
  expandMacros,
  type MacroDefinition,
  type ParseOptions,
} from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { dataModelRows, showDataModel } from '../data-models/data-models-table.ts';
import { readNamedMacros, showMacro } from '../macros/macros-table.ts';

export interface Knowledge {
  /** Macros of these names. */
  readonly macros: (
    organization: OrganizationId,
    names: readonly string[],
  ) => Promise<readonly MacroDefinition[]>;
  readonly dataModel: (
    organization: OrganizationId,
    name: string,
  ) => Promise<DataModelDefinition | undefined>;
}

/** The current definitions. */
export function storedKnowledge(metadata: Pick<Metadata, 'db'>): Knowledge {
  return {
    macros: async (organization, names) =>
      (await readNamedMacros(metadata, organization, names)).map(showMacro),
    dataModel: async (organization, name) => {
      const row = await dataModelRows.find(metadata, organization, { name });
      return row && showDataModel(row);
    },
  };
}

/** The definitions at a point in time, with macros already expanded; later changes have no effect. */
export function keptKnowledge(
  dataModels: Readonly<Record<string, DataModelDefinition>>,
): Knowledge {
  return {
    macros: async () => [],
    dataModel: async (_organization, name) =>
      Object.hasOwn(dataModels, name) ? dataModels[name] : undefined,
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

/** A data model with its macros expanded, the built-in one where the organization has none of this name. */
export async function expandedModel(
  knowledge: Knowledge | undefined,
  organization: OrganizationId,
  name: string,
): Promise<DataModelDefinition | undefined> {
  const own = await knowledge?.dataModel(organization, name);
  if (own === undefined) return builtInDataModel(name);
  const expand = (text: string): Promise<string> => expandedText(knowledge, organization, text);
  const datasets = own.datasets.map(async (dataset) => ({
    ...dataset,
    search: await expand(dataset.search),
    fields: await Promise.all(
      dataset.fields.map(async (field) => ({
        ...field,
        expression: field.expression === null ? null : await expand(field.expression),
      })),
    ),
  }));
  return { ...own, datasets: await Promise.all(datasets) };
}

/** The text with its macros expanded; unchanged if they can't be expanded. */
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
