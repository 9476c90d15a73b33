import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { allPages } from './all-pages.ts';

/** The maximum of one response. */
const PAGE_ROWS = 200;

/** All saved searches: starred ones may be old, and are first in menus. */
export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listSavedSearches, { query }, signal), PAGE_ROWS),
  staleTime: 60_000,
});
