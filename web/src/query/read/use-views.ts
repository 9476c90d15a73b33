/** Data shown next to the rows: counts over time, fields, and patterns. */
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

export function useHistogram(input: ViewInput, isEnabled: boolean, compare?: string) {
  const { query, earliest, latest } = input;
  const asked = { query, earliest, latest, ...(compare === undefined ? {} : { compare }) };
  return useQuery({
    queryKey: [...keyOf('histogram', input), compare],
    queryFn: async ({ signal }) => (await call(api.histogram, { query: asked }, signal)).data,
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
