import type { Clock } from '../../base/clock.ts';
import { isoTime } from '../../base/clock.ts';
import { organizationId, type OrganizationId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { LogRecord } from '../../base/record.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { AuditRow } from '../../engines/metadata/tables/audit.ts';
import { AUDIT_INDEX, type AuditAction } from '../../spec/audit.ts';
import { RESERVED_INDEXES } from '../../spec/reserved-indexes.ts';
import { DAY_MS } from '../../spec/units.ts';
import {
  forgetDelivered,
  forgetOld,
  hasWaitingEntries,
  noteDelivered,
  readWaitingEntries,
} from './audit-entries-table.ts';

export interface ShipNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Puts the records of one organization into the ingest queue; resolves once they are safe there. */
  readonly append: (organization: OrganizationId, records: readonly LogRecord[]) => Promise<void>;
}

const SHIPPED_AT_ONCE_MAX = 1_000;
/** So many in one go mean that the queue itself is away: the next run tries again. */
const HELD_UP_MAX = 100;

/**
 * Moves waiting entries into the index `_audit`, the way every log takes. An entry is marked only after
 * the queue has it, so a crash in between sends it twice, under the same id, rather than never.
 */
export async function shipAudit(needs: ShipNeeds, signal?: AbortSignal): Promise<number> {
  let shipped = 0;
  // An organization whose queue takes nothing right now must not hold up the others.
  const heldUp = new Set<string>();
  while (signal?.aborted !== true) {
    const rows = await readWaitingEntries(needs.metadata, heldUp, SHIPPED_AT_ONCE_MAX);
    if (rows.length === 0) break;
    for (const [organization, entries] of Map.groupBy(rows, (row) => row.organization_id)) {
      try {
        await shipOrganization(needs, organizationId(organization), entries);
        shipped += entries.length;
      } catch (error) {
        heldUp.add(organization);
        needs.log.warn({ err: error, organization }, 'audit entries wait');
      }
    }
    if (heldUp.size >= HELD_UP_MAX) break;
  }
  return shipped;
}

export async function hasAuditToShip({ metadata }: Pick<ShipNeeds, 'metadata'>): Promise<boolean> {
  return hasWaitingEntries(metadata);
}

async function shipOrganization(
  needs: ShipNeeds,
  organization: OrganizationId,
  entries: readonly AuditRow[],
): Promise<void> {
  const now = needs.clock.now();
  await needs.append(
    organization,
    entries.map((entry) => auditRecord(entry, now)),
  );
  const ids = entries.map(({ id }) => id);
  await noteDelivered(needs.metadata, organization, ids, now);
}

/**
 * Delivered entries live on in the index; here they stay a day, for whoever looks into a hold-up. Those of a deleted
 * organization stay as long as the index keeps the others: its queue was emptied, so they may be nowhere else.
 */
export async function forgetShippedAudit({
  metadata,
  clock,
}: Pick<ShipNeeds, 'metadata' | 'clock'>): Promise<void> {
  await forgetDelivered(metadata, clock.now() - DAY_MS);
  await forgetOld(metadata, clock.now() - RESERVED_INDEXES[AUDIT_INDEX].keptDays * DAY_MS);
}

const REFUSALS: readonly AuditAction[] = ['user.login_failed', 'access.refused'];

/** All eight fields of an entry are fields of the event; details can also be searched one by one. */
function auditRecord(entry: AuditRow, receivedAt: number): LogRecord {
  const details = JSON.parse(entry.details) as Record<string, unknown>;
  const fields = Object.entries(details).map(
    ([name, value]) => [`details.${name}`, textOf(value)] as const,
  );
  return {
    organization: organizationId(entry.organization_id),
    index: AUDIT_INDEX,
    timestamp: entry.recorded_at,
    receivedAt,
    retentionDays: RESERVED_INDEXES[AUDIT_INDEX].keptDays,
    level: REFUSALS.includes(entry.action) ? 'warn' : 'info',
    source: 'xplain',
    id: entry.id,
    body: `${entry.action} ${entry.resource} by ${entry.actor}`,
    attributes: [
      ['timestamp', isoTime(entry.recorded_at)],
      ['actor', entry.actor],
      ['action', entry.action],
      ['resource', entry.resource],
      ['resource_type', entry.resource_type],
      ['ip_address', entry.ip_address],
      ['user_agent', entry.user_agent],
      ['details', entry.details],
      ...fields,
    ],
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
