import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';

/** The domain of an address that is complete as far as it looks. */
export function domainOf(email: string): string | undefined {
  return /^\S+@((?:[a-z0-9-]+\.)+[a-z]{2,})$/.exec(email.trim().toLowerCase())?.[1];
}

/** Identity providers for people of a domain. Nothing but the domain leaves the page. */
export function connectionsOf(domain: string | undefined) {
  return queryOptions({
    queryKey: ['connections-of', domain ?? ''],
    enabled: domain !== undefined,
    queryFn: async ({ signal }) =>
      (await call(api.findConnections, { query: { domain: domain ?? '' } }, signal)).connections,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
