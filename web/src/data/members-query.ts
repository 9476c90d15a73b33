import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { allPages } from './all-pages.ts';

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listMembers, { query }, signal)),
});
