import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';

export const indexesQuery = queryOptions({
  queryKey: ['indexes'],
  queryFn: async ({ signal }) => (await call(api.listIndexes, {}, signal)).data,
});
