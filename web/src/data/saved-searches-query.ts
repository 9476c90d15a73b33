import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { allPages } from './all-pages.ts';

/** As many as one answer holds. */
const PAGE_ROWS = 200;

/** All of them: what is starred may be old, and stands first in menus. */
export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listSavedSearches, { query }, signal), PAGE_ROWS),
  staleTime: 60_000,
});
