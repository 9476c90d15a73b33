import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { allPages } from './all-pages.ts';

export const tokensQuery = queryOptions({
  queryKey: ['access-tokens'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listAccessTokens, { query }, signal)),
});
