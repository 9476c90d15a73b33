import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';

export const lookupsQuery = queryOptions({
  queryKey: ['lookups'],
  queryFn: async ({ signal }) => (await call(api.listLookups, {}, signal)).data,
});

export function lookupQuery(name: string, version: number) {
  return queryOptions({
    queryKey: ['lookup', name, version],
    queryFn: async ({ signal }) => (await call(api.readLookup, { params: { name } }, signal)).data,
  });
}
