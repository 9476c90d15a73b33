import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';

/** As many as one answer holds: menus and completion offer no more. */
export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: async ({ signal }) =>
    (await call(api.listSavedSearches, { query: { limit: 200 } }, signal)).data,
  staleTime: 60_000,
});
