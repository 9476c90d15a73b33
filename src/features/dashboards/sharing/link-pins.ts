/** Lookup tables and saved searches of a public link: members change both, and must not change what everybody sees. */
import { AppError } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { ChosenVariables } from '../../../contract/dashboard-data.ts';
import type { CompleteDefinition } from '../../../contract/definition-form.ts';
import { keptKnowledge, type SearchNeeds, usesOfTree } from '../../../flow/search/index.ts';
import type { DataModelDefinition } from '../../../language/index.ts';
import type { LinkPins, LookupPin } from './link-settings.ts';
import { treesOfLink } from './linked-indexes.ts';

export async function pinsOf(
  search: SearchNeeds,
  organization: OrganizationId,
  definition: CompleteDefinition,
  chosen: ChosenVariables,
): Promise<LinkPins> {
  const savedSearches = new Map<string, string>();
  const lookups = new Map<string, LookupPin>();
  const dataModels = new Map<string, DataModelDefinition>();
  for (const tree of treesOfLink(definition, chosen)) {
    const uses = await usesOfTree(search, organization, tree);
    for (const [name, text] of uses.savedSearches) savedSearches.set(name, text);
    for (const [name, model] of uses.dataModels) dataModels.set(name, model);
    for (const name of uses.lookups) {
      const facts = await search.lookups.find(organization, name);
      if (facts !== undefined) lookups.set(name, { id: facts.id, version: facts.version });
    }
  }
  return {
    savedSearches: Object.fromEntries(savedSearches),
    lookups: Object.fromEntries(lookups),
    dataModels: Object.fromEntries(dataModels),
  };
}

/**
 * A saved search keeps its text at the time of sharing. A lookup table is shown in its current state, as long as only
 * users who may publish have changed it since: its content is too large to be stored with every link.
 */
export function withPins(search: SearchNeeds, pins: LinkPins | undefined): SearchNeeds {
  const { savedSearches, lookups, dataModels = {} } = pins ?? NOTHING;
  const find: SearchNeeds['lookups']['find'] = async (organization, name) => {
    const facts = await search.lookups.find(organization, name);
    if (facts === undefined) return undefined;
    const pin = Object.hasOwn(lookups, name) ? lookups[name] : undefined;
    const isPinned = pin?.id === facts.id && (facts.member_version ?? 0) <= pin.version;
    if (isPinned) return facts;
    const message = `The lookup table “${name}” has changed since this link was created. Create the link again.`;
    throw new AppError('CONFLICT', message);
  };
  return {
    ...search,
    savedSearches,
    // The queries of a link were expanded when it was made.
    knowledge: keptKnowledge(dataModels),
    lookups: {
      ...search.lookups,
      find,
      open: async (organization, name) =>
        (await find(organization, name)) && search.lookups.open(organization, name),
    },
  };
}

const NOTHING: LinkPins = { savedSearches: {}, lookups: {} };
