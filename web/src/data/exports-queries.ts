/** Queries of the exports pages. They are refetched periodically, more often while an export or import is running. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ExportRun } from '../../../src/contract/export-runs.ts';
import type { ScheduledExport } from '../../../src/contract/exports.ts';
import type { ArchiveImport } from '../../../src/contract/imports.ts';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { allPages } from './all-pages.ts';

const AGAIN_MS = 10_000;
const WHILE_WORKING_MS = 2_000;

/** Everything about exports, for what changes them. */
export const EXPORTS = { queryKey: ['exports'] } as const;

export const exportsQuery = queryOptions({
  queryKey: [...EXPORTS.queryKey, 'list'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listExports, { query }, signal)),
  refetchInterval: ({ state }) => againMs(state.data?.some(isBusy) === true),
});

export const exportFoldersQuery = queryOptions({
  queryKey: [...EXPORTS.queryKey, 'folders'],
  queryFn: async ({ signal }) => (await call(api.readExportFolders, {}, signal)).data.folders,
});

export function exportQuery(id: string) {
  return queryOptions({
    queryKey: [...EXPORTS.queryKey, 'one', id],
    queryFn: async ({ signal }) => (await call(api.readExport, { params: { id } }, signal)).data,
    refetchInterval: ({ state }) => againMs(state.data !== undefined && isBusy(state.data)),
  });
}

const RUNS_PER_PAGE = 25;

export function exportRunsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...EXPORTS.queryKey, 'runs', id],
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? {} : { cursor: pageParam };
      const query = { limit: RUNS_PER_PAGE, ...cursor };
      return call(api.listExportRuns, { params: { id }, query }, signal);
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) =>
      againMs(state.data?.pages.some(({ data }) => data.some(isOpenRun)) === true),
  });
}

/** One run with its files. */
export function exportRunQuery(id: string, run: string) {
  return queryOptions({
    queryKey: [...EXPORTS.queryKey, 'run', id, run],
    queryFn: async ({ signal }) =>
      (await call(api.readExportRun, { params: { id, run } }, signal)).data,
    refetchInterval: ({ state }) => againMs(state.data !== undefined && isOpenRun(state.data)),
  });
}

export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listImports, { query }, signal)),
  refetchInterval: ({ state }) => againMs(state.data?.some(isOpenImport) === true),
});

function isOpenRun({ state }: Pick<ExportRun, 'state'>): boolean {
  return state === 'waiting' || state === 'running' || state === 'retrying';
}

export function isOpenImport({ state }: Pick<ArchiveImport, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}

function isBusy({ running }: Pick<ScheduledExport, 'running'>): boolean {
  return running !== null;
}

function againMs(isWorking: boolean): number {
  return isWorking ? WHILE_WORKING_MS : AGAIN_MS;
}
