import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../../../data/all-pages.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listInvitations, { query }, signal)),
});
