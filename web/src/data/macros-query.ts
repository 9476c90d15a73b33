import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { allPages } from './all-pages.ts';

/** As many as one answer holds. */
const PAGE_ROWS = 200;

/** All of them: queries are read here, too, with what they stand for. */
export const macrosQuery = queryOptions({
  queryKey: ['macros'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listMacros, { query }, signal), PAGE_ROWS),
  staleTime: 60_000,
});
