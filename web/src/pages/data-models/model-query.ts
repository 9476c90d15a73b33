import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { allPages } from '../../data/all-pages.ts';

const PAGE_ROWS = 100;

export const modelsQuery = queryOptions({
  queryKey: ['data-models'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listDataModels, { query }, signal), PAGE_ROWS),
});

export const modelQuery = (id: string) =>
  queryOptions({
    queryKey: [...modelsQuery.queryKey, id],
    queryFn: async ({ signal }) => (await call(api.readDataModel, { params: { id } }, signal)).data,
  });

export const builtInModelsQuery = queryOptions({
  queryKey: [...modelsQuery.queryKey, 'built-in'],
  queryFn: async ({ signal }) => (await call(api.listBuiltInDataModels, {}, signal)).data,
  staleTime: Number.POSITIVE_INFINITY,
});
