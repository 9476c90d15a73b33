import type { OrganizationId } from '../../base/ids.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { AccessCache } from '../../guard/access/index.ts';
import { DEFAULT_INDEX } from '../../spec/audit.ts';
import { LIMITS } from '../../spec/limits.ts';
import { RESERVED_INDEX_NAMES, RESERVED_INDEXES } from '../../spec/reserved-indexes.ts';
import { DAY_MS, MINUTE_MS } from '../../spec/units.ts';
import { readRetentions } from './indexes-table.ts';

/** The indexes of an organization, each with the days it keeps events. */
export type IndexFacts = ReadonlyMap<string, number>;

export interface FactsNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly cache: Pick<AccessCache, 'get'>;
}

/** Synchronous if cached. Every organization has `main` and the reserved indexes. */
export function indexFacts(
  needs: FactsNeeds,
  organization: OrganizationId,
): IndexFacts | Promise<IndexFacts> {
  const known = needs.cache.get<IndexFacts>(`indexes:${organization}`, async () => {
    const { usualDays, indexes } = await readRetentions(needs.metadata, organization);
    const usual = usualDays ?? LIMITS.indexes.retentionDaysDefault;
    const value = new Map<string, number>([
      [DEFAULT_INDEX, usual],
      ...indexes.map((row) => [row.name, row.retention_days ?? usual] as const),
      ...RESERVED_INDEX_NAMES.map((name) => [name, RESERVED_INDEXES[name].keptDays] as const),
    ]);
    return { subject: organization, value };
  });
  if (known instanceof Promise) return known.then((facts) => facts ?? new Map());
  return known ?? new Map();
}

/** The oldest moment each index still shows, rounded down to a whole minute. */
export function keptSince(facts: IndexFacts, now: number): ReadonlyMap<string, number> {
  return new Map(
    [...facts].map(([index, days]) => [
      index,
      Math.floor((now - days * DAY_MS) / MINUTE_MS) * MINUTE_MS,
    ]),
  );
}
