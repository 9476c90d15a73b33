import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../../../data/all-pages.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';

export const allOrganizationsQuery = queryOptions({
  queryKey: ['installation', 'organizations'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listAllOrganizations, { query }, signal)),
});

export const operatorsQuery = queryOptions({
  queryKey: ['installation', 'operators'],
  queryFn: async ({ signal }) => (await call(api.listOperators, {}, signal)).data,
});

/** The newest page is enough to show recent actions; the API returns the rest. */
export const operatorEntriesQuery = queryOptions({
  queryKey: ['installation', 'audit'],
  queryFn: async ({ signal }) => (await call(api.listOperatorEntries, {}, signal)).data,
});
