import { pickFields } from '../../../base/pick-fields.ts';
import type { SavedSearchChange, SavedSearchDraft } from '../../../contract/saved-searches.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { storedKnowledge } from '../knowledge/knowledge.ts';
import type { ManagedKind } from '../../../room.ts';
import { readEveryPage } from '../../../base/cursor.ts';
import {
  changeSavedSearch,
  checkSearch,
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  type SavedSearchNeeds,
} from './manage-saved-searches.ts';

const DEFAULTS = { description: '', earliest: null, latest: null, display: null };

/** Saved searches as code. */
export function savedSearchKind(needs: SavedSearchNeeds): ManagedKind {
  const within = (metadata: SavedSearchNeeds['metadata']) => ({
    ...needs,
    metadata,
    knowledge: storedKnowledge(metadata),
  });
  return {
    kind: 'savedSearches',
    permissions: {
      read: 'saved-searches:read',
      write: 'saved-searches:write',
      delete: 'saved-searches:delete',
    },
    resource: 'savedSearches',
    hasUniqueNames: true,
    defaults: () => DEFAULTS,
    check: (definition, metadata, actor) => checkSearch(within(metadata), actor, definition),
    async list(metadata, actor) {
      const all = await readEveryPage(LIMITS.http.pageRowsMax, (page) =>
        listSavedSearches(within(metadata), actor, page),
      );
      return all.map(({ id, name, description, query, earliest, latest, display }) => ({
        id,
        name,
        definition: { name, description, query, earliest, latest, display },
      }));
    },
    create: async (metadata, actor, definition) =>
      (await createSavedSearch(within(metadata), actor, definition as SavedSearchDraft)).id,
    async update(metadata, actor, id, definition, { fields }) {
      const change = pickFields(definition, fields) as SavedSearchChange;
      await changeSavedSearch(within(metadata), actor, id, change);
    },
    remove: (metadata, actor, { id }) => deleteSavedSearch(within(metadata), actor, id),
  };
}
