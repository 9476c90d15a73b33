import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: async ({ signal }) => (await call(api.getOrganization, {}, signal)).data,
});

/** Undefined until it is known. */
export function useOrganization() {
  return useQuery({ ...organizationQuery, staleTime: 5 * 60_000 }).data;
}

/** The clock that the organization has chosen; UTC until it is known. */
export function useTimeZone(): string {
  return useOrganization()?.timezone ?? 'UTC';
}
