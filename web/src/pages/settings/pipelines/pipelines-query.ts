import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../../../data/all-pages.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';

export const pipelinesQuery = queryOptions({
  queryKey: ['pipelines'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listPipelines, { query }, signal)),
});

export function pipelineQuery(id: string) {
  return queryOptions({
    queryKey: ['pipelines', id],
    queryFn: async ({ signal }) => (await call(api.readPipeline, { params: { id } }, signal)).data,
    // Never refetched, so that the form does not change while it is edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
