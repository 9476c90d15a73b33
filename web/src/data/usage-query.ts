import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';

/** The current usage of the plan. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: async ({ signal }) => (await call(api.getUsage, {}, signal)).data,
  refetchInterval: 60_000,
});
