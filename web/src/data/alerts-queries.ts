/** Queries of the alerts pages. Lists are refetched periodically: states change without user action. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { DeliveryState, IncidentStatus, Severity } from '../../../src/spec/alerts.ts';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { allPages } from './all-pages.ts';

const AGAIN_MS = 10_000;

export const alertRulesQuery = queryOptions({
  queryKey: ['alert-rules'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listAlertRules, { query }, signal)),
  refetchInterval: AGAIN_MS,
});

export function alertRuleQuery(id: string) {
  return queryOptions({
    queryKey: ['alert-rule', id],
    queryFn: async ({ signal }) => (await call(api.readAlertRule, { params: { id } }, signal)).data,
  });
}

export interface IncidentFilter {
  readonly status?: IncidentStatus;
  readonly severity?: Severity;
  readonly ruleId?: string;
}

export function incidentsQuery(filter: IncidentFilter) {
  return infiniteQueryOptions({
    queryKey: ['alerts', filter],
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? {} : { cursor: pageParam };
      return call(api.listAlerts, { query: { limit: 50, ...filter, ...cursor } }, signal);
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: AGAIN_MS,
  });
}

export function incidentQuery(id: string) {
  return queryOptions({
    queryKey: ['alert', id],
    queryFn: async ({ signal }) => (await call(api.readAlert, { params: { id } }, signal)).data,
    refetchInterval: AGAIN_MS,
  });
}

export const alertChannelsQuery = queryOptions({
  queryKey: ['alert-channels'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listAlertChannels, { query }, signal)),
  refetchInterval: 3 * AGAIN_MS,
});

export interface DeliveryFilter {
  readonly state?: DeliveryState;
}

export function deliveriesQuery(filter: DeliveryFilter) {
  return infiniteQueryOptions({
    queryKey: ['alert-deliveries', filter],
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? {} : { cursor: pageParam };
      return call(api.listAlertDeliveries, { query: { limit: 25, ...filter, ...cursor } }, signal);
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: AGAIN_MS,
  });
}

export const alertSilencesQuery = queryOptions({
  queryKey: ['alert-silences'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listAlertSilences, { query }, signal)),
  refetchInterval: 3 * AGAIN_MS,
});
