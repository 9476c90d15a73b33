import { createByteCache } from '../../../src/flow/search/lookups/byte-cache.ts';
import type { LookupContent } from '../../../src/flow/search/lookups/content.ts';
import type { LookupTables } from '../../../src/flow/search/lookups/lookup-tables.ts';
import { openLookup } from '../../../src/flow/search/lookups/open-lookup.ts';
import type { OrganizationId } from '../../../src/base/ids.ts';
import { LIMITS } from '../../../src/spec/limits.ts';

/** A table as its lines: names first, commas between the values. */
export type LookupLines = readonly string[];

/** Lookup tables of one organization that live in memory; whoever asks is taken for it. */
export function fakeLookups(tables: Readonly<Record<string, LookupLines>>): LookupTables {
  const kept = new Map<string, Kept>(
    Object.entries(tables).map(([name, lines]) => [name, { version: 1, content: read(lines) }]),
  );
  const [matches, sent] = [createByteCache<never>(0), createByteCache<never>(0)];
  const matchesMax = LIMITS.query.lookupMatchesMax;
  const factsOf = (organization: OrganizationId, name: string, { version, content }: Kept) => ({
    id: name,
    organization_id: organization,
    name,
    version,
    columns: JSON.stringify(content.columns),
    row_count: content.lists[0]?.length ?? 0,
    bytes: 0,
    is_uploaded: null,
    member_version: null,
    created_at: 0,
    updated_at: 0,
    updated_by: 'system',
  });
  return {
    names: async () => [...kept.keys()].toSorted(),
    find: async (organization, name) => {
      const table = kept.get(name);
      return table && factsOf(organization, name, table);
    },
    open: async (_organization, name) => {
      const table = kept.get(name);
      if (table === undefined) return undefined;
      const seen = { id: name, version: table.version };
      return openLookup({ name, seen, content: table.content, matches, sent, matchesMax });
    },
    keep: async (actor, name, content) => {
      const version = (kept.get(name)?.version ?? 0) + 1;
      kept.set(name, { version, content });
      return factsOf(actor.organization, name, { version, content });
    },
  };
}

interface Kept {
  readonly version: number;
  readonly content: LookupContent;
}

function read([head = '', ...lines]: LookupLines): LookupContent {
  const columns = head.split(',');
  const rows = lines.map((line) => line.split(','));
  return { columns, lists: columns.map((_, i) => rows.map((row) => row[i] ?? '')) };
}
