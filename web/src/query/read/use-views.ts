/** What stands beside the rows: counts over time, fields, and the facts of the organization. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';

export interface ViewInput {
  readonly organization: string;
  readonly query: string;
  readonly earliest: string;
  readonly latest: string;
  readonly run: number;
}

function keyOf(name: string, input: ViewInput): readonly unknown[] {
  const { organization, query, earliest, latest, run } = input;
  return [name, organization, query, earliest, latest, run];
}

const LASTING = { staleTime: Infinity, refetchOnReconnect: false } as const;

export function useHistogram(input: ViewInput, isEnabled: boolean) {
  const { query, earliest, latest } = input;
  return useQuery({
    queryKey: keyOf('histogram', input),
    queryFn: async ({ signal }) =>
      (await call(api.histogram, { query: { query, earliest, latest } }, signal)).data,
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    ...LASTING,
  });
}

export function useFields(input: ViewInput, isEnabled: boolean) {
  return useQuery({
    ...fieldsQuery(input),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
}

export function fieldsQuery(input: ViewInput) {
  const { query, earliest, latest } = input;
  return queryOptions({
    queryKey: keyOf('fields', input),
    queryFn: async ({ signal }) =>
      (await call(api.listFields, { query: { query, earliest, latest } }, signal)).data,
    ...LASTING,
  });
}

export function usePatterns(input: ViewInput) {
  const { query, earliest, latest } = input;
  return useQuery({
    queryKey: keyOf('patterns', input),
    queryFn: async ({ signal }) =>
      (await call(api.listPatterns, { query: { query, earliest, latest } }, signal)).data,
    ...LASTING,
  });
}

export function useTimeZone(organization: string): string {
  const facts = useQuery({
    queryKey: ['organization', organization],
    queryFn: async ({ signal }) => (await call(api.getOrganization, {}, signal)).data,
    staleTime: 5 * 60_000,
  });
  return facts.data?.timezone ?? 'UTC';
}

export function useIndexes(organization: string) {
  return useQuery({
    queryKey: ['indexes', organization],
    queryFn: async ({ signal }) => (await call(api.listIndexes, {}, signal)).data,
    staleTime: 60_000,
  });
}

export function useLookups(organization: string) {
  return useQuery({
    queryKey: ['lookups', organization],
    queryFn: async ({ signal }) => (await call(api.listLookups, {}, signal)).data,
    staleTime: 60_000,
  });
}

export function useSavedSearches(organization: string) {
  return useQuery({
    queryKey: ['saved-searches', organization],
    queryFn: async ({ signal }) =>
      (await call(api.listSavedSearches, { query: { limit: 200 } }, signal)).data,
    staleTime: 60_000,
  });
}
