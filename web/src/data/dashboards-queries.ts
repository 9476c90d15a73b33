/** What the pages of dashboards read. What their panels show comes by another way, which streams. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { allPages } from './all-pages.ts';

export const dashboardsQuery = queryOptions({
  queryKey: ['dashboards'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listDashboards, { query }, signal)),
  staleTime: 10_000,
});

export function dashboardQuery(id: string) {
  return queryOptions({
    queryKey: ['dashboard', id],
    queryFn: async ({ signal }) => (await call(api.readDashboard, { params: { id } }, signal)).data,
  });
}
