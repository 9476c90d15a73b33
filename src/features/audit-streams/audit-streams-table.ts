import { sql } from 'kysely';
import type { Page } from '../../base/cursor.ts';
import { organizationId, type OrganizationId } from '../../base/ids.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import { newestFirst } from '../../engines/metadata/newest-first.ts';
import type { AuditStreamRow } from '../../engines/metadata/tables/audit-streams.ts';
import type { SecretKeeper } from '../../engines/secrets/renew-secrets.ts';
import { streamSecretPlace } from './stream-secret.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Told when a stream has something to send. */
export const STREAMS_CHANNEL = 'audit_streams';

/** Newest first, one more than the page holds. */
export async function readStreams(
  { db }: Reader,
  organization: OrganizationId,
  page: Page,
): Promise<AuditStreamRow[]> {
  const query = db
    .selectFrom('audit_streams')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('removed_at', 'is', null);
  return newestFirst(query, page).execute();
}

export async function findStream(
  { db }: Reader,
  organization: OrganizationId,
  id: string,
): Promise<AuditStreamRow | undefined> {
  return db
    .selectFrom('audit_streams')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function countStreams({ db }: Reader, organization: OrganizationId): Promise<number> {
  const row = await db
    .selectFrom('audit_streams')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertStream({ db }: Unit, row: AuditStreamRow): Promise<void> {
  await db.insertInto('audit_streams').values(row).execute();
}

export async function updateStream(
  { db }: Reader,
  organization: OrganizationId,
  id: string,
  set: Partial<AuditStreamRow>,
): Promise<void> {
  await db
    .updateTable('audit_streams')
    .set(set)
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .execute();
}

/** The last number of the request that begins behind what was sent; another node may have said it first. */
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

/** The row that is gone; undefined when there was none. */
export async function removeStream(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
): Promise<AuditStreamRow | undefined> {
  return db
    .deleteFrom('audit_streams')
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * There are entries to send. A stream that waits for its next try goes on waiting. Every row is written, so that
 * whoever is settling one is waited for: what it settles then cannot hide the new entries.
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

export function streamSecretKeeper({ db }: Pick<Metadata, 'db'>): SecretKeeper {
  return {
    async readStale(prefix, after, max) {
      let query = db
        .selectFrom('audit_streams')
        .select(['organization_id', 'id', 'secret'])
        .where('secret', 'not like', `${prefix}%`);
      if (after !== undefined) {
        query = query.where((eb) =>
          eb.or([
            eb('organization_id', '>', after.organization),
            eb.and([eb('organization_id', '=', after.organization), eb('id', '>', after.row)]),
          ]),
        );
      }
      const rows = await query.orderBy('organization_id').orderBy('id').limit(max).execute();
      return rows.map(({ organization_id: organization, id, secret }) => ({
        place: streamSecretPlace(organizationId(organization), id),
        kept: secret,
      }));
    },
    async replace({ place, kept }, renewed) {
      await db
        .updateTable('audit_streams')
        .set({ secret: renewed })
        .where('organization_id', '=', place.organization)
        .where('id', '=', place.row)
        .where('secret', '=', kept)
        .execute();
    },
  };
}
