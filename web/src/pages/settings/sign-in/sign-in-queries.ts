import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { allPages } from '../../../data/all-pages.ts';

const PAGE_ROWS = 100;

export const domainsQuery = queryOptions({
  queryKey: ['organization', 'domains'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listDomains, { query }, signal), PAGE_ROWS),
});

export const connectionsQuery = queryOptions({
  queryKey: ['organization', 'connections'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listConnections, { query }, signal), PAGE_ROWS),
});

export const enforcementQuery = queryOptions({
  queryKey: ['organization', 'enforcement'],
  queryFn: async ({ signal }) => (await call(api.readEnforcement, {}, signal)).data,
});

export function testQuery(id: string) {
  return queryOptions({
    queryKey: ['organization', 'connections', id, 'test'],
    queryFn: async ({ signal }) =>
      (await call(api.readConnectionTest, { params: { id } }, signal)).data,
  });
}
