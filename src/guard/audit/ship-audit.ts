import type { Clock } from '../../base/clock.ts';
import { isoTime } from '../../base/clock.ts';
import { organizationId, type OrganizationId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { LogRecord } from '../../base/record.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import type { AuditRow } from '../../engines/metadata/tables/audit.ts';
import { AUDIT_INDEX, type AuditAction } from '../../spec/audit.ts';
import { LIMITS } from '../../spec/limits.ts';
import { RESERVED_INDEXES } from '../../spec/reserved-indexes.ts';
import { DAY_MS } from '../../spec/units.ts';
import {
  forgetDelivered,
  forgetOld,
  hasWaitingEntries,
  noteDelivered,
  readUndelivered,
  readWaitingOwners,
} from './audit-entries-table.ts';
import { forgetEndedChains } from './audit-chains-table.ts';
import { numberEntries } from './number-entries.ts';

export interface ShipNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Puts the records of one organization into the ingest queue; resolves once they are safe there. */
  readonly append: (organization: OrganizationId, records: readonly LogRecord[]) => Promise<void>;
  /** Called in the transaction that numbers entries of the organization. */
  readonly afterNumbering?: (
    unit: Unit,
    organization: OrganizationId,
    now: number,
  ) => Promise<void>;
}

const SHIPPED_AT_ONCE_MAX = 1_000;
/** This many in one run mean that the queue itself is unavailable: the next run tries again. */
const HELD_UP_MAX = 100;

/**
 * Moves waiting entries into the index `_audit`, the way every log takes. Each gets its number first, for good. It is
 * marked only after the queue has it, so a crash in between sends it twice, under the same id, rather than never.
 */
export async function shipAudit(needs: ShipNeeds, signal?: AbortSignal): Promise<number> {
  let shipped = 0;
  // An organization whose queue currently accepts nothing must not block the others.
  const heldUp = new Set<string>();
  while (signal?.aborted !== true) {
    const owners = await readWaitingOwners(needs.metadata, heldUp, SHIPPED_AT_ONCE_MAX);
    for (const organization of new Set(owners)) {
      try {
        shipped += await shipOrganization(needs, organizationId(organization));
      } catch (error) {
        heldUp.add(organization);
        needs.log.warn({ err: error, organization }, 'audit entries not shipped, retrying later');
      }
    }
    if (owners.length < SHIPPED_AT_ONCE_MAX || heldUp.size >= HELD_UP_MAX) break;
  }
  return shipped;
}

export async function hasAuditToShip({ metadata }: Pick<ShipNeeds, 'metadata'>): Promise<boolean> {
  return hasWaitingEntries(metadata);
}

async function shipOrganization(needs: ShipNeeds, organization: OrganizationId): Promise<number> {
  const { metadata, clock } = needs;
  const now = clock.now();
  await metadata.transaction(async (unit) => {
    const numbered = await numberEntries(unit, organization, now, SHIPPED_AT_ONCE_MAX);
    if (numbered > 0) await needs.afterNumbering?.(unit, organization, now);
  });
  const entries = await readUndelivered(metadata, organization, SHIPPED_AT_ONCE_MAX);
  // Another node may have shipped them.
  if (entries.length === 0) return 0;
  await needs.append(
    organization,
    entries.map((entry) => auditRecord(entry, now)),
  );
  const ids = entries.map(({ id }) => id);
  await noteDelivered(metadata, organization, ids, now);
  return entries.length;
}

/**
 * Delivered entries remain in the index; here they are kept for a day, to investigate delays, and for some days where a
 * stream may have to resend them. Those of a deleted organization are kept as long as the index keeps the others: its
 * queue was emptied, so they may exist nowhere else.
 */
export async function forgetShippedAudit({
  metadata,
  clock,
}: Pick<ShipNeeds, 'metadata' | 'clock'>): Promise<void> {
  const now = clock.now();
  await forgetDelivered(metadata, now - DAY_MS, now - LIMITS.audit.streamQuickMsMax);
  const before = now - RESERVED_INDEXES[AUDIT_INDEX].keptDays * DAY_MS;
  await forgetOld(metadata, before);
  await forgetEndedChains(metadata, before);
}

const REFUSALS: readonly AuditAction[] = ['user.login_failed', 'access.refused'];

/**
 * All eight fields of an entry and its place in the chain are fields of the event; details can also be searched
 * individually.
 */
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
      ['seq', String(entry.seq)],
      ['hash', String(entry.hash)],
      ['previous_hash', String(entry.previous_hash)],
      ...fields,
    ],
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
