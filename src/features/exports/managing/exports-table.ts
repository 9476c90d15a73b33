import type { Page } from '../../../base/cursor.ts';
import { type OrganizationId, organizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { newestFirst } from '../../../engines/metadata/newest-first.ts';
import type { ExportRow } from '../../../engines/metadata/tables/exports.ts';
import type { SecretKeeper } from '../../../engines/secrets/renew-secrets.ts';
import { exportSecretPlace } from './export-secret.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Newest first, one more than the page holds. */
export async function readExports(
  { db }: Reader,
  organization: OrganizationId,
  page: Page,
): Promise<ExportRow[]> {
  const query = db.selectFrom('exports').selectAll().where('organization_id', '=', organization);
  return newestFirst(query, page).execute();
}

export async function findExport(
  { db }: Reader,
  organization: OrganizationId,
  id: string,
): Promise<ExportRow | undefined> {
  return db
    .selectFrom('exports')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function countExports({ db }: Reader, organization: OrganizationId): Promise<number> {
  const row = await db
    .selectFrom('exports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertExport({ db }: Unit, row: ExportRow): Promise<void> {
  await db.insertInto('exports').values(row).execute();
}

/** The row as it is now; undefined when there is none. */
export async function updateExport(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  set: Partial<ExportRow>,
): Promise<ExportRow | undefined> {
  return db
    .updateTable('exports')
    .set(set)
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** The row that is gone; undefined when there was none. */
export async function removeExport(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
): Promise<ExportRow | undefined> {
  return db
    .deleteFrom('exports')
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Of every organization: archives that are switched on and were not brought further since. */
export async function readLagging({ db }: Reader, before: number): Promise<ExportRow[]> {
  return db
    .selectFrom('exports')
    .selectAll()
    .where('enabled', '=', 1)
    .where('watermark', '<', before)
    .execute();
}

/** Whether a node works on another export of the organization. */
export async function isOtherRunning(
  { db }: Reader,
  organization: OrganizationId,
  id: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('exports')
    .select('id')
    .where('organization_id', '=', organization)
    .where('id', '<>', id)
    .where('lease_until', '>', now)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('export_runs')
        .select('export_id')
        .where('organization_id', '=', organization)
        .where('state', '=', 'running'),
    )
    .executeTakeFirst();
  return row !== undefined;
}

export function exportSecretKeeper({ db }: Pick<Metadata, 'db'>): SecretKeeper {
  return {
    async readStale(prefix, after, max) {
      let query = db
        .selectFrom('exports')
        .select(['organization_id', 'id', 'secret'])
        .where('secret', 'is not', null)
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
        place: exportSecretPlace(organizationId(organization), id),
        kept: secret ?? '',
      }));
    },
    async replace({ place, kept }, renewed) {
      await db
        .updateTable('exports')
        .set({ secret: renewed })
        .where('organization_id', '=', place.organization)
        .where('id', '=', place.row)
        .where('secret', '=', kept)
        .execute();
    },
  };
}
