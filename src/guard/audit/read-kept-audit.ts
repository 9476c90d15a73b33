import { Readable } from 'node:stream';
import type { Clock } from '../../base/clock.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { AuditRow } from '../../engines/metadata/tables/audit.ts';
import { sql } from '../../engines/store/sql.ts';
import type { LogStore } from '../../engines/store/store.ts';
import { AUDIT_INDEX } from '../../spec/audit.ts';
import { RESERVED_INDEXES } from '../../spec/reserved-indexes.ts';
import { DAY_MS } from '../../spec/units.ts';
import { readEntriesAfter, readEntryIds } from './audit-entries-table.ts';
import { CHAIN_ORDER, ENTRY_FIELDS, storedEntries, untilNow } from './export-audit.ts';
import { fieldsOf } from './number-entries.ts';
import { linesOf } from './lines-of.ts';

export interface KeptAuditNeeds {
  readonly store: Pick<LogStore, 'export'>;
  readonly metadata: Pick<Metadata, 'db'>;
  readonly clock: Clock;
}

/** One JSON object per line: the fields of an entry, its id, and its place in the chain where it has one. */
type KeptLine = Readonly<Record<string, unknown>> & { readonly id: string };

const READ_AT_ONCE_MAX = 1_000;

/**
 * The audit log of an organization, whether it exists or not, oldest entry first. What its last day has added is read
 * from the metadata store, since it may have been on its way when the organization was deleted.
 */
export async function readKeptAudit(
  { store, metadata, clock }: KeptAuditNeeds,
  organization: OrganizationId,
  signal: AbortSignal,
): Promise<Readable> {
  const now = clock.now();
  const from = now - RESERVED_INDEXES[AUDIT_INDEX].keptDays * DAY_MS;
  const recent = await readEntryIds(metadata, organization);
  const { content } = await store.export(
    sql`
      SELECT event_id AS id, ${ENTRY_FIELDS} FROM (${storedEntries(organization, from, untilNow(now))})
      ORDER BY ${CHAIN_ORDER}`,
    'jsonl',
    { signal },
  );
  return Readable.from(lines());

  async function* lines(): AsyncGenerator<string> {
    for await (const stored of linesOf(content)) {
      const { details, seq, hash, previous_hash, ...entry } = JSON.parse(stored) as KeptLine;
      if (recent.has(entry.id)) continue;
      const place = seq === '' ? {} : { seq: Number(seq), hash, previous_hash };
      yield lineOf({ ...entry, details: objectIn(String(details)), ...place });
    }
    let after = { recorded_at: from, id: '' };
    for (;;) {
      const rows = await readEntriesAfter(metadata, organization, after, READ_AT_ONCE_MAX);
      for (const row of rows) yield lineOf(keptLine(row));
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }
}

function keptLine(row: AuditRow): KeptLine {
  const { id, seq, hash, previous_hash } = row;
  return { id, ...fieldsOf(row), ...(seq === null ? {} : { seq, hash, previous_hash }) };
}

function lineOf(line: KeptLine): string {
  return `${JSON.stringify(line)}\n`;
}

/** Returns the text unchanged if its end was cut off. */
function objectIn(details: string): unknown {
  try {
    return JSON.parse(details) as unknown;
  } catch {
    return details;
  }
}
