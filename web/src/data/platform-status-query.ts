import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';

/** What the status page says, as the server read it last. */
export const platformStatusQuery = queryOptions({
  queryKey: ['platform-status'],
  queryFn: async ({ signal }) => (await call(api.getPlatformStatus, {}, signal)).data,
  refetchInterval: 60_000,
  retry: false,
});
