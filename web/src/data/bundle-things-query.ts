import { queryOptions } from '@tanstack/react-query';
import type { BundleKind } from '../../../src/contract/bundle-kinds.ts';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';

/** The resources of a kind that have a key in a bundle. */
export const bundleThingsQuery = (kind: BundleKind) =>
  queryOptions({
    queryKey: ['bundle-things', kind],
    queryFn: async ({ signal }) =>
      (await call(api.listBundleThings, { query: { kind } }, signal)).data,
    staleTime: 60_000,
  });

/** One thing as a bundle would have it, and what was changed by hand. */
export const bundleThingQuery = (kind: BundleKind, id: string) =>
  queryOptions({
    queryKey: ['bundle-things', kind, id],
    queryFn: async ({ signal }) =>
      (await call(api.readBundleThing, { params: { kind, id } }, signal)).data,
  });
