import { openMemoryCounters } from '../../src/engines/counters/memory/open-memory-counters.ts';
import type { SearchNeeds } from '../../src/flow/search/search-needs.ts';
import { LIMITS } from './limits.ts';
import { type LookupLines, fakeLookups } from './search/fake-lookups.ts';

export interface SettingWithoutStore {
  /** What the clock stands at. */
  readonly now: number;
  readonly timezone?: string;
  readonly indexes?: readonly string[];
  /** The text of saved searches by name. */
  readonly savedSearches?: Readonly<Record<string, string>>;
  /** Lookup tables by name. */
  readonly lookups?: Readonly<Record<string, LookupLines>>;
  /** Where addresses are. */
  readonly geoip?: SearchNeeds['geoip'];
  /** Takes what `collect` writes. */
  readonly collect?: SearchNeeds['collect'];
}

/** What a search asks for beside the store and what mines its rows, for tests. */
export function needsWithoutStore(
  setting: SettingWithoutStore,
): Omit<SearchNeeds, 'store' | 'mining'> {
  const clock = { now: () => setting.now };
  const indexes = setting.indexes ?? ['main', '_audit'];
  return {
    clock,
    limits: LIMITS,
    ...(setting.geoip === undefined ? {} : { geoip: setting.geoip }),
    ...(setting.collect === undefined ? {} : { collect: setting.collect }),
    counters: openMemoryCounters({ clock, limits: LIMITS.counters }),
    lookups: fakeLookups(setting.lookups ?? {}),
    metadata: { db: savedSearchesOnly(setting.savedSearches ?? {}) },
    cache: {
      get: <T>(key: string): T =>
        (key.startsWith('indexes:')
          ? new Map(indexes.map((name) => [name, 30]))
          : { timezone: setting.timezone ?? 'UTC' }) as T,
    },
  };
}

/** As much of the metadata store as a query asks for: the text of a saved search. */
function savedSearchesOnly(saved: Readonly<Record<string, string>>): SearchNeeds['metadata']['db'] {
  const find = (wanted: Readonly<Record<string, unknown>>) => ({
    selectAll: () => find(wanted),
    where: (column: string, _is: string, value: unknown) => find({ ...wanted, [column]: value }),
    executeTakeFirst: async () => {
      const query = saved[String(wanted['name'])];
      return query === undefined ? undefined : { query };
    },
  });
  return { selectFrom: () => find({}) } as never;
}
