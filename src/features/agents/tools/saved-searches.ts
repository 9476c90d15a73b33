import { createSavedSearch, listSavedSearches } from '../../../contract/saved-searches.ts';
import { nameMatches, wholeList } from './whole-list.ts';
import type { RunTool, ToolCaller } from './tool.ts';

export const savedSearches: RunTool<'saved_searches'> = async (caller, { text }) => {
  const { entries, isCut } = await allSearches(caller);
  const found = entries.filter(nameMatches(text));
  return {
    head: (shown) => `${shown} of ${found.length} saved searches`,
    tables: [
      {
        columns: ['id', 'name', 'query'],
        rows: found.map(({ id, name, query }) => [id, name, query]),
      },
    ],
    cut: isCut ? ['rows'] : [],
    next: 'logs_search with one of the queries',
  };
};

/** The same name with the same query is the same search: clients call tools again when an answer is lost. */
export const savedSearchCreate: RunTool<'saved_search_create'> = async (
  caller,
  { name, query },
) => {
  const { entries } = await allSearches(caller);
  const known = entries.find((each) => each.name === name.trim() && each.query === query);
  const { id } = known ?? (await caller.call(createSavedSearch, { body: { name, query } })).data;
  return { head: () => 'saved', tables: [{ columns: ['id'], rows: [[id]] }] };
};

async function allSearches(caller: ToolCaller) {
  return wholeList((page) => caller.call(listSavedSearches, { query: page }));
}
