/** Where values of fields lead in other tools, as the organization has set it. */
import { queryOptions } from '@tanstack/react-query';
import { fillLink } from '../../../src/contract/link-template.ts';
import { textOf } from '../../../src/charts/chart-data.ts';
import type { DataLink } from '../../../src/contract/data-links.ts';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { allPages } from './all-pages.ts';

export const dataLinksQuery = queryOptions({
  queryKey: ['data-links'],
  queryFn: async ({ signal }) =>
    allPages(async (query) => call(api.listDataLinks, { query }, signal)),
  staleTime: 60_000,
});

export interface RowLink {
  readonly id: string;
  readonly name: string;
  readonly href: string;
  readonly host: string;
}

/** The links of a field of a row, by name. A list of values is not one value, so it has none. */
export function linksOf(
  all: readonly DataLink[],
  row: Readonly<Record<string, unknown>>,
  field: string,
): RowLink[] {
  const valueOf = (name: string): string | undefined => {
    const value = Object.hasOwn(row, name) ? row[name] : undefined;
    return typeof value === 'object' ? undefined : textOf(value);
  };
  if ((valueOf(field) ?? '') === '') return [];
  return all
    .filter((link) => link.field === field)
    .toSorted((left, right) => left.name.localeCompare(right.name))
    .flatMap(({ id, name, url }) => {
      const filled = fillLink(url, valueOf);
      return filled === undefined ? [] : [{ id, name, ...filled }];
    });
}
