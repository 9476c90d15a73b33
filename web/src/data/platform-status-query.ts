import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';

/** The state of the status page, as last read by the server. */
export const platformStatusQuery = queryOptions({
  queryKey: ['platform-status'],
  queryFn: async ({ signal }) => (await call(api.getPlatformStatus, {}, signal)).data,
  // An unknown state is often known a moment later: the status page starts at the same time as the platform.
  refetchInterval: ({ state: { data } }) => (data?.state === 'unknown' ? 10_000 : 60_000),
  retry: false,
});
