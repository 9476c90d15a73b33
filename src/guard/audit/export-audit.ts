import { pipeline, type Readable } from 'node:stream';
import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { OrganizationId } from '../../base/ids.ts';
import { instant, type Sql, sql, string } from '../../engines/store/sql.ts';
import type { LogStore } from '../../engines/store/store.ts';
import { escapeCsv } from '../../http/escape-csv.ts';
import { AUDIT_INDEX } from '../../spec/audit.ts';
import { RESERVED_INDEXES } from '../../spec/reserved-indexes.ts';
import { DAY_MS } from '../../spec/units.ts';
import { recordAudit } from './record-audit.ts';
import { unpackEntries } from './unpack-details.ts';

export interface ExportNeeds {
  readonly store: Pick<LogStore, 'export'>;
  readonly metadata: Pick<Metadata, 'transaction'>;
  readonly clock: Clock;
}

export interface AuditRange {
  readonly format: 'csv' | 'jsonl';
  readonly earliest: string | undefined;
  readonly latest: string | undefined;
  /** CSV cells as they are, also those that a spreadsheet would run. */
  readonly raw: boolean;
}

/** The eight fields and the place in the chain, as text, for rows of `storedEntries`. */
export const ENTRY_FIELDS = sql`
  attributes['timestamp'] AS timestamp, attributes['actor'] AS actor,
  attributes['action'] AS action, attributes['resource'] AS resource,
  attributes['resource_type'] AS resource_type, attributes['ip_address'] AS ip_address,
  attributes['user_agent'] AS user_agent, attributes['details'] AS details,
  attributes['seq'] AS seq, attributes['hash'] AS hash,
  attributes['previous_hash'] AS previous_hash`;

/** By number, which is stored as text; entries without a number are older. */
export const CHAIN_ORDER = sql`
  length(attributes['seq']), attributes['seq'], recorded_at, row_id`;

/** Entries of a clock that was ahead and set back since are there, too. */
export function untilNow(now: number): number {
  return now + DAY_MS;
}

export function storedEntries(organization: OrganizationId, from: number, to: number): Sql {
  return sql`
    SELECT attributes, timestamp AS recorded_at, row_id, event_id FROM logs
    WHERE organization = ${string(organization)} AND index_name = ${string(AUDIT_INDEX)}
      AND timestamp >= ${instant(from)} AND timestamp < ${instant(to)}`;
}

/** Every entry of the organization in the range, oldest first, straight from the store. */
export async function exportAudit(
  needs: ExportNeeds,
  actor: Actor,
  { format, earliest, latest, raw }: AuditRange,
  signal: AbortSignal,
): Promise<Readable> {
  const now = needs.clock.now();
  const kept = now - RESERVED_INDEXES[AUDIT_INDEX].keptDays * DAY_MS;
  const asked = earliest === undefined ? kept : Date.parse(earliest);
  const to = latest === undefined ? untilNow(now) : Date.parse(latest);
  if ((latest === undefined ? now : to) < asked && earliest !== undefined) {
    throw invalid('latest', 'The end must be after the start.');
  }
  const from = Math.max(kept, asked);
  await needs.metadata.transaction((unit) => {
    const event = { action: 'log.exported', resource: AUDIT_INDEX, details: { format } } as const;
    return recordAudit(unit, actor, event, now);
  });
  const entries = storedEntries(actor.organization, from, to);
  const { content } = await needs.store.export(
    sql`SELECT ${ENTRY_FIELDS} FROM (${entries}) ORDER BY ${CHAIN_ORDER}`,
    format,
    { signal },
  );
  if (format === 'csv' && raw) return content;
  const written = format === 'csv' ? escapeCsv() : unpackEntries();
  // An error on either side ends both, so the reader sees a truncated file.
  pipeline(content, written, () => {});
  return written;
}
