import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { macrosQuery } from '../../data/macros-query.ts';

export const macroQuery = (id: string) =>
  queryOptions({
    queryKey: [...macrosQuery.queryKey, id],
    queryFn: async ({ signal }) => (await call(api.readMacro, { params: { id } }, signal)).data,
  });

export const builtInMacrosQuery = queryOptions({
  queryKey: [...macrosQuery.queryKey, 'built-in'],
  queryFn: async ({ signal }) => (await call(api.listBuiltInMacros, {}, signal)).data,
  staleTime: Number.POSITIVE_INFINITY,
});
