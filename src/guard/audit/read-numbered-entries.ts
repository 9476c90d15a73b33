import type { Clock } from '../../base/clock.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { HashedEntry } from '../../contract/audit-chain.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import { float64, sql, uint64 } from '../../engines/store/sql.ts';
import type { LogStore } from '../../engines/store/store.ts';
import { AUDIT_INDEX } from '../../spec/audit.ts';
import { RESERVED_INDEXES } from '../../spec/reserved-indexes.ts';
import { DAY_MS } from '../../spec/units.ts';
import { readNumbered } from './audit-entries-table.ts';
import { CHAIN_ORDER, ENTRY_FIELDS, storedEntries, untilNow } from './export-audit.ts';
import { linesOf } from './lines-of.ts';
import { hashedEntry } from './number-entries.ts';
import { storedEntry } from './stored-entry.ts';

export interface NumberedNeeds {
  readonly store: Pick<LogStore, 'export'>;
  readonly metadata: Pick<Metadata, 'db'>;
  readonly clock: Clock;
}

type PlacedEntry = HashedEntry & { readonly previous_hash: string };

/**
 * Entries from a given number on, in order and without gaps. Empty if they cannot be read yet; if the entries before
 * have expired, `keptFrom` is the first number that is still kept.
 */
export interface NumberedEntries {
  readonly entries: readonly HashedEntry[];
  readonly previousHash: string;
  readonly keptFrom?: number;
}

/** Reads entries of the last days from the metadata store, older ones from the index. */
export async function readNumberedEntries(
  needs: NumberedNeeds,
  organization: OrganizationId,
  from: number,
  max: number,
  signal: AbortSignal,
): Promise<NumberedEntries> {
  const rows = await readNumbered(needs.metadata, organization, from, max);
  const recent = rows.map((row) => ({
    ...hashedEntry(row),
    previous_hash: row.previous_hash ?? '',
  }));
  if (recent[0]?.seq === from) return inSequence(recent);
  const stored = await readStored(needs, organization, from, max, signal);
  const [first] = [...stored, ...recent];
  if (first === undefined || first.seq === from) return inSequence(stored);
  const kept = needs.clock.now() - RESERVED_INDEXES[AUDIT_INDEX].keptDays * DAY_MS;
  const isEnd = Date.parse(first.timestamp) < kept + DAY_MS;
  return { entries: [], previousHash: '', ...(isEnd ? { keptFrom: first.seq } : {}) };
}

async function readStored(
  { store, clock }: NumberedNeeds,
  organization: OrganizationId,
  from: number,
  max: number,
  signal: AbortSignal,
): Promise<PlacedEntry[]> {
  const now = clock.now();
  const kept = now - RESERVED_INDEXES[AUDIT_INDEX].keptDays * DAY_MS;
  const { content } = await store.export(
    sql`
      SELECT ${ENTRY_FIELDS} FROM (${storedEntries(organization, kept, untilNow(now))})
      WHERE toFloat64OrNull(attributes['seq']) >= ${float64(from)}
      ORDER BY ${CHAIN_ORDER} LIMIT ${uint64(2 * max)}`,
    'jsonl',
    { signal },
  );
  const entries: PlacedEntry[] = [];
  for await (const line of linesOf(content)) entries.push(storedEntry(line));
  return entries;
}

/** As long as each follows the one before. What was shipped twice is there once. */
function inSequence(found: readonly PlacedEntry[]): NumberedEntries {
  const entries: HashedEntry[] = [];
  for (const { previous_hash: _, ...entry } of found) {
    const last = entries.at(-1)?.seq;
    if (entry.seq === last) continue;
    if (last !== undefined && entry.seq !== last + 1) break;
    entries.push(entry);
  }
  return { entries, previousHash: found[0]?.previous_hash ?? '' };
}
