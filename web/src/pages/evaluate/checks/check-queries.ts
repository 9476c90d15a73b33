import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { allPages } from '../../../data/all-pages.ts';

/** As many as one answer holds. */
const PAGE_ROWS = 200;

export const checksQuery = queryOptions({
  queryKey: ['checks'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listChecks, { query }, signal), PAGE_ROWS),
});

export const checkQuery = (id: string) =>
  queryOptions({
    queryKey: [...checksQuery.queryKey, id],
    queryFn: async ({ signal }) => (await call(api.readCheck, { params: { id } }, signal)).data,
  });
