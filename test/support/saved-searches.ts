import type { Actor } from '../../src/base/actor.ts';
import type { SavedSearchDraft } from '../../src/contract/saved-searches.ts';
import {
  changeSavedSearch,
  createSavedSearch,
  deleteSavedSearch,
} from '../../src/flow/search/saved-searches/manage-saved-searches.ts';
import { PLANS } from '../../src/spec/plans.ts';
import type { AccessUnderTest } from './open-access.ts';

/** Saved searches for tests of other rooms. */
export function savedSearchesOf({ metadata, clock }: AccessUnderTest) {
  const needs = { metadata, clock, plans: PLANS };
  return {
    create: (actor: Actor, draft: SavedSearchDraft) => createSavedSearch(needs, actor, draft),
    change: (actor: Actor, id: string, change: { readonly query: string }) =>
      changeSavedSearch(needs, actor, id, change),
    remove: (actor: Actor, id: string) => deleteSavedSearch(needs, actor, id),
  };
}
