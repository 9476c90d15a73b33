import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';

/** What the status page says, as the server read it last. */
export const platformStatusQuery = queryOptions({
  queryKey: ['platform-status'],
  queryFn: async ({ signal }) => (await call(api.getPlatformStatus, {}, signal)).data,
  // What is not known yet often is a moment later: the page starts beside the platform.
  refetchInterval: ({ state: { data } }) => (data?.state === 'unknown' ? 10_000 : 60_000),
  retry: false,
});
