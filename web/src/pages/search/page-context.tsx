/** Context shared by all parts of the search page, to avoid passing props through the parts between. */
import { createContext, useContext } from 'react';
import type { Filter } from '../../query/text/edit-query.ts';
import type { LogEvent } from '../../query/rows/log-event.ts';
import type { SearchState } from '../../data/search-state.ts';
import type { Preferences } from './logic/preferences.ts';
import type { ChangePreferences } from './hooks/use-preferences.ts';

export interface PageActions {
  /** Runs the query in the editor with a filter changed. */
  readonly filter: (filter: Filter) => void;
  /** Runs another query in place of the current one. */
  readonly run: (query: string, part?: Partial<SearchState>) => void;
  /** Changes the query in the editor and runs it. */
  readonly edit: (change: (query: string) => string, part?: Partial<SearchState>) => void;
  readonly change: (part: Partial<SearchState>, options?: { readonly replace?: boolean }) => void;
  readonly toggleColumn: (field: string) => void;
  readonly openEvent: (id: string | undefined) => void;
  /** The address of the page with this event open. */
  readonly linkTo: (event: LogEvent) => string;
}

export interface Page {
  readonly actions: PageActions;
  readonly timeZone: string;
  readonly preferences: Preferences;
  readonly setPreferences: ChangePreferences;
}

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('This is a part of the search page.');
  return page;
}
