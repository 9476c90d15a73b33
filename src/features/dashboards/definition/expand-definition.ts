/** The queries of a dashboard with the macros of its organization. */
import type { OrganizationId } from '../../../base/ids.ts';
import type { DashboardDefinition } from '../../../contract/dashboard-definition.ts';
import type { CompleteDefinition } from '../../../contract/definition-form.ts';
import { expandedText, macroOptions, type SearchNeeds } from '../../../flow/search/index.ts';
import type { ParseOptions } from '../../../language/index.ts';

type Knowledge = SearchNeeds['knowledge'];
export type Macros = Pick<ParseOptions, 'expandMacro'>;

/** Those that any text of a definition calls. */
export async function macrosOfDefinition(
  knowledge: Knowledge,
  organization: OrganizationId,
  definition: DashboardDefinition,
): Promise<Macros> {
  return macroOptions(knowledge, organization, JSON.stringify(definition));
}

/**
 * The same definition with its macros expanded; a query that cannot be expanded stays, and the error is reported when
 * it is read.
 */
export async function expandDefinition<Definition extends DashboardDefinition | CompleteDefinition>(
  knowledge: Knowledge,
  organization: OrganizationId,
  definition: Definition,
): Promise<Definition> {
  const expand = async (value: unknown, key: string): Promise<unknown> => {
    if (typeof value === 'string') {
      const isQuery = key === 'query' || key === 'then';
      return isQuery ? expandedText(knowledge, organization, value) : value;
    }
    if (Array.isArray(value)) return Promise.all(value.map((each) => expand(each, '')));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(async ([name, each]) => [
      name,
      await expand(each, name),
    ]);
    return Object.fromEntries(await Promise.all(entries)) as unknown;
  };
  if (!JSON.stringify(definition).includes('`')) return definition;
  // The same form: only texts are others.
  return (await expand(definition, '')) as Definition;
}
