import { organizationId } from '../../../src/base/ids.ts';
import type { PreparedSearch } from '../../../src/flow/search/prepare-search.ts';
import { prepareSearch } from '../../../src/flow/search/prepare-search.ts';
import type { SearchNeeds } from '../../../src/flow/search/search-needs.ts';
import { LIMITS } from '../limits.ts';
import { fakeLookups } from './fake-lookups.ts';

/** Reads and compiles a query, without a store: whatever a subsearch asks, there is nothing. */
export function prepareWithoutStore(query: string): Promise<PreparedSearch> {
  const { signal } = new AbortController();
  const actor = {
    organization: organizationId('org_test'),
    who: { kind: 'api_key', id: 'key_test', name: 'test' },
    permissions: new Set<never>(),
    ipAddress: '127.0.0.1',
    userAgent: '',
  } as const;
  return prepareSearch(needs(), actor, { query }, signal);
}

const NOTHING = {
  queryId: '',
  columns: [],
  rowCount: 0,
  statistics: { rowsRead: 0, bytesRead: 0, elapsedMs: 0 },
};

/** As much as compiling asks for. */
function needs(): SearchNeeds {
  const given = {
    store: { query: async () => NOTHING },
    clock: { now: () => Date.UTC(2026, 0, 31, 12) },
    limits: LIMITS,
    lookups: fakeLookups({}),
    cache: {
      get: (key: string) =>
        key.startsWith('indexes:') ? new Map([['main', 30]]) : { timezone: 'UTC' },
    },
  };
  return given as unknown as SearchNeeds;
}
