import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { allPages } from '../../../data/all-pages.ts';

/** Deliveries continue while the page is open. */
const FRESH_MS = 5_000;
const PAGE_ROWS = 100;

export const streamsQuery = queryOptions({
  queryKey: ['audit-streams'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listAuditStreams, { query }, signal), PAGE_ROWS),
  refetchInterval: FRESH_MS,
});
