import { queryOptions } from '@tanstack/react-query';
import { allPages } from './all-pages.ts';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';

export const keysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listApiKeys, { query }, signal)),
});
