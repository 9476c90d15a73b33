/** A saved search as a state of the search page, and the other way round. */
import type { SavedSearch, SavedSearchDisplay } from '../../../src/contract/saved-searches.ts';
import { DEFAULT_STATE, type SearchState, writeState } from './search-state.ts';

/** What the page shows when the search is opened. */
export function stateOfSaved(
  saved: Pick<SavedSearch, 'id' | 'query' | 'earliest' | 'latest' | 'display'>,
): SearchState {
  const { id, query, earliest, latest, display } = saved;
  return {
    ...DEFAULT_STATE,
    query,
    earliest: earliest ?? DEFAULT_STATE.earliest,
    latest: latest ?? DEFAULT_STATE.latest,
    ...display,
    saved: id,
  };
}

/** The display settings of the search that differ from the defaults; null if none do. */
export function displayOf(state: SearchState): SavedSearchDisplay | null {
  const { mode, view, columns, sort, order, hasDistances, isLive } = state;
  const display: SavedSearchDisplay = {
    ...(mode === 'auto' ? {} : { mode }),
    ...(view === 'raw' ? {} : { view }),
    ...(columns.length === 0 ? {} : { columns: [...columns] }),
    ...(sort === 'newest' ? {} : { sort }),
    ...(order === undefined ? {} : { order }),
    ...(hasDistances ? { hasDistances } : {}),
    ...(isLive ? { isLive } : {}),
  };
  return Object.keys(display).length === 0 ? null : display;
}

/** The request body that saves the search in its current state. */
export function keptPart(
  state: SearchState,
): Pick<SavedSearch, 'query' | 'display'> & Readonly<Record<'earliest' | 'latest', string>> {
  const { query, earliest, latest } = state;
  return { query, earliest, latest, display: displayOf(state) };
}

/** Whether the page shows something else than what was saved; an open event is no part of a search. */
export function differsFromSaved(state: SearchState, saved: SavedSearch): boolean {
  const present = { ...state, event: undefined, saved: saved.id };
  return writeState(present) !== writeState(stateOfSaved(saved));
}

/** Starred ones first, each group in the order of the list. */
export function starredFirst(searches: readonly SavedSearch[]): SavedSearch[] {
  return searches.toSorted((left, right) => Number(right.isStarred) - Number(left.isStarred));
}
