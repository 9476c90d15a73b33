import { sql } from 'kysely';
import type { Page } from '../../base/cursor.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import { organizationRows } from '../../engines/metadata/organization-rows.ts';
import type { AuditStreamRow } from '../../engines/metadata/tables/audit-streams.ts';
import type { SecretKeeper } from '../../engines/secrets/renew-secrets.ts';
import { secretColumn } from '../../engines/secrets/secret-columns-table.ts';
import { streamSecretPlace } from './stream-secret.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const auditStreams = organizationRows('audit_streams');
export const {
  find: findStream,
  insert: insertStream,
  update: updateStream,
  remove: removeStream,
} = auditStreams;

/** Notified when a stream has entries to send. */
export const STREAMS_CHANNEL = 'audit_streams';

/** Newest first, one row more than the page size. */
export function readStreams(
  reader: Reader,
  organization: OrganizationId,
  page: Page,
): Promise<AuditStreamRow[]> {
  return auditStreams.page(reader, organization, page, { removed_at: null });
}

export function countStreams(reader: Reader, organization: OrganizationId): Promise<number> {
  return auditStreams.countWith(reader, organization, { removed_at: null });
}

/**
 * Stores the last sequence number of the request that follows the sent entries; another node may have stored it first.
 */
export async function freezeBatch(
  unit: Unit,
  { organization_id: organization, id }: Pick<AuditStreamRow, 'organization_id' | 'id'>,
  to: number,
): Promise<void> {
  await unit.db
    .updateTable('audit_streams')
    .set({ batch_to: to })
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .where('batch_to', 'is', null)
    .execute();
}

/**
 * Wakes streams, since there are entries to send. A stream that waits for its next attempt keeps waiting. Every row is
 * written, so that this waits for a concurrent settlement, which then cannot hide the new entries.
 */
export async function wakeStreams(
  unit: Unit,
  organization: OrganizationId,
  now: number,
): Promise<void> {
  const woken = await unit.db
    .updateTable('audit_streams')
    .set({
      due_at: sql<number>`case when due_at is null or lease_until is not null then ${now} else due_at end`,
    })
    .where('organization_id', '=', organization)
    .where('enabled', '=', 1)
    .returning('id')
    .execute();
  if (woken.length > 0) await unit.notify(STREAMS_CHANNEL, organization);
}

/** Of every organization: enabled streams, for the metrics and to tell Owners. */
export async function readEnabledStreams({ db }: Reader): Promise<AuditStreamRow[]> {
  return db.selectFrom('audit_streams').selectAll().where('enabled', '=', 1).execute();
}

export function streamSecretKeeper(metadata: Pick<Metadata, 'db'>): SecretKeeper {
  const at = { table: 'audit_streams', column: 'secret', row: 'id', placeOf: streamSecretPlace };
  return secretColumn(metadata, at);
}
