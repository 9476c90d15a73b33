import { Readable } from 'node:stream';
import { isoTime, type Clock } from '../../base/clock.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { AuditRow } from '../../engines/metadata/tables/audit.ts';
import { sql } from '../../engines/store/sql.ts';
import type { LogStore } from '../../engines/store/store.ts';
import { AUDIT_INDEX } from '../../spec/audit.ts';
import { RESERVED_INDEXES } from '../../spec/reserved-indexes.ts';
import { DAY_MS } from '../../spec/units.ts';
import { readEntriesAfter, readEntryIds } from './audit-entries-table.ts';
import { ENTRY_FIELDS, storedEntries } from './export-audit.ts';

export interface KeptAuditNeeds {
  readonly store: Pick<LogStore, 'export'>;
  readonly metadata: Pick<Metadata, 'db'>;
  readonly clock: Clock;
}

/** One JSON object per line: the eight fields of an entry, and its id. */
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
      SELECT event_id AS id, ${ENTRY_FIELDS} FROM (${storedEntries(organization, from, now)})
      ORDER BY recorded_at, row_id`,
    'jsonl',
    { signal },
  );
  return Readable.from(lines());

  async function* lines(): AsyncGenerator<string> {
    for await (const stored of linesOf(content)) {
      const { details, ...entry } = JSON.parse(stored) as KeptLine;
      if (!recent.has(entry.id)) yield lineOf({ ...entry, details: objectIn(String(details)) });
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

async function* linesOf(content: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const chunks: AsyncIterable<Uint8Array> = content;
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function keptLine(row: AuditRow): KeptLine {
  const { id, actor, action, resource, resource_type, ip_address, user_agent } = row;
  const timestamp = isoTime(row.recorded_at);
  const entry = { id, timestamp, actor, action, resource, resource_type, ip_address, user_agent };
  return { ...entry, details: objectIn(row.details) };
}

function lineOf(line: KeptLine): string {
  return `${JSON.stringify(line)}\n`;
}

/** The text as it is where its end was cut off. */
function objectIn(details: string): unknown {
  try {
    return JSON.parse(details) as unknown;
  } catch {
    return details;
  }
}
