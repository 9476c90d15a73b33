import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { allPages } from './all-pages.ts';

/** The maximum of one response. */
const PAGE_ROWS = 200;

/** All macros: queries are also parsed here, with their macros expanded. */
export const macrosQuery = queryOptions({
  queryKey: ['macros'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listMacros, { query }, signal), PAGE_ROWS),
  staleTime: 60_000,
});
