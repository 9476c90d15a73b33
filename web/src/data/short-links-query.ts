import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { allPages } from './all-pages.ts';

/** As many as one answer holds. */
const PAGE_ROWS = 200;

/** Those that somebody may revoke. */
export const shortLinksQuery = queryOptions({
  queryKey: ['short-links'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listShortLinks, { query }, signal), PAGE_ROWS),
});
