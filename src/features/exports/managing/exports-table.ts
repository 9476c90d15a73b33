import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { ExportRow } from '../../../engines/metadata/tables/exports.ts';
import type { SecretKeeper } from '../../../engines/secrets/renew-secrets.ts';
import { secretColumn } from '../../../engines/secrets/secret-columns-table.ts';
import { exportSecretPlace } from './export-secret.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export const {
  page: readExports,
  find: findExport,
  count: countExports,
  insert: insertExport,
  update: updateExport,
  remove: removeExport,
} = organizationRows('exports');

/** Those that have written events to files, which are not deleted with the events. */
export async function readArchives(
  { db }: Reader,
  organization: OrganizationId,
): Promise<Pick<ExportRow, 'id' | 'name'>[]> {
  return db
    .selectFrom('exports')
    .select(['id', 'name'])
    .where('organization_id', '=', organization)
    .where('mode', '=', 'archive')
    .where('manifest', 'is not', null)
    .orderBy('name')
    .execute();
}

/** For all organizations: enabled archives whose watermark has not advanced since. */
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

export function exportSecretKeeper(metadata: Pick<Metadata, 'db'>): SecretKeeper {
  const at = { table: 'exports', column: 'secret', row: 'id', placeOf: exportSecretPlace };
  return secretColumn(metadata, at);
}
