/** Queries of the services pages. They are refetched periodically: slots are measured without user action. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { allPages } from './all-pages.ts';

/** The shortest slot is a minute. */
const AGAIN_MS = 30_000;
/** New KPIs are measured immediately, and the user waits for the result. */
const SOON_MS = 5_000;
/** A history queries the event store once for each KPI. */
const HISTORY_AGAIN_MS = 60_000;

function againIn(isAwaited: boolean | undefined): number {
  return isAwaited === true ? SOON_MS : AGAIN_MS;
}

/** All service queries, to invalidate after a change. */
export const everyServiceQuery = { queryKey: ['services'] } as const;

export const servicesOverviewQuery = queryOptions({
  queryKey: ['services', 'overview'],
  queryFn: async ({ signal }) => (await call(api.readServicesOverview, {}, signal)).data,
  refetchInterval: ({ state: { data } }) =>
    againIn(data?.services.some(({ since, kpis }) => since === null && kpis > 0)),
});

export const serviceMapQuery = queryOptions({
  queryKey: ['services', 'map'],
  queryFn: async ({ signal }) => (await call(api.readServiceMap, {}, signal)).data,
  refetchInterval: AGAIN_MS,
});

export const serviceSuggestionsQuery = queryOptions({
  queryKey: ['services', 'suggestions'],
  queryFn: async ({ signal }) => (await call(api.readServiceSuggestions, {}, signal)).data,
  // What was found before may be watched by now.
  gcTime: 0,
});

export function serviceQuery(id: string) {
  return queryOptions({
    queryKey: ['services', 'one', id],
    queryFn: async ({ signal }) => (await call(api.readService, { params: { id } }, signal)).data,
  });
}

export function serviceHealthQuery(id: string) {
  return queryOptions({
    queryKey: ['services', 'health', id],
    queryFn: async ({ signal }) =>
      (await call(api.readServiceHealth, { params: { id } }, signal)).data,
    refetchInterval: ({ state: { data } }) =>
      againIn(data?.reasons.some(({ since }) => since === null)),
  });
}

export function kpiTemplatesQuery(id: string) {
  return queryOptions({
    queryKey: ['services', 'templates', id],
    queryFn: async ({ signal }) =>
      (await call(api.readKpiTemplates, { params: { id } }, signal)).data.templates,
    staleTime: HISTORY_AGAIN_MS,
  });
}

export function kpisQuery(serviceId: string) {
  return queryOptions({
    queryKey: ['services', 'kpis', serviceId],
    queryFn: async ({ signal }) =>
      allPages(async (query) => call(api.listKpis, { query: { ...query, serviceId } }, signal)),
    refetchInterval: ({ state: { data } }) =>
      againIn(data?.some(({ slot, isEnabled }) => slot === null && isEnabled)),
  });
}

export function kpiQuery(id: string) {
  return queryOptions({
    queryKey: ['services', 'kpi', id],
    queryFn: async ({ signal }) => (await call(api.readKpi, { params: { id } }, signal)).data,
  });
}

export function kpiHistoryQuery(id: string, hours: number, cells: number) {
  return queryOptions({
    queryKey: ['services', 'kpi-history', id, hours, cells],
    queryFn: async ({ signal }) =>
      (await call(api.readKpiHistory, { params: { id }, query: { hours, cells } }, signal)).data,
    staleTime: HISTORY_AGAIN_MS / 2,
    refetchInterval: ({ state: { data } }) =>
      data?.cells.every(({ slots }) => slots === 0) === true ? SOON_MS : HISTORY_AGAIN_MS,
  });
}
