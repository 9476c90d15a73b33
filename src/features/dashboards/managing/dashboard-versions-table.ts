import { isoTime } from '../../../base/clock.ts';
import type { Page } from '../../../base/cursor.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { DashboardVersion } from '../../../contract/dashboards.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { DashboardVersionRow } from '../../../engines/metadata/tables/dashboards.ts';
import { LIMITS } from '../../../spec/limits.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const dashboardVersions = organizationRows('dashboard_versions');

/** Newest first, one row more than the page size. */
export async function readVersions(
  { db }: Reader,
  organization: OrganizationId,
  dashboard: string,
  { limit, after }: Page,
): Promise<DashboardVersionRow[]> {
  const rows = db
    .selectFrom('dashboard_versions')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('dashboard_id', '=', dashboard)
    .orderBy('version', 'desc')
    .limit(limit + 1);
  return (after === undefined ? rows : rows.where('version', '<', after.at)).execute();
}

export function findVersion(
  reader: Reader,
  organization: OrganizationId,
  dashboard: string,
  version: number,
): Promise<DashboardVersionRow | undefined> {
  return dashboardVersions.find(reader, organization, { dashboard_id: dashboard, version });
}

/** Stores a version and deletes the oldest ones beyond the limit. */
export async function insertVersion({ db }: Unit, row: DashboardVersionRow): Promise<void> {
  await db.insertInto('dashboard_versions').values(row).execute();
  await db
    .deleteFrom('dashboard_versions')
    .where('organization_id', '=', row.organization_id)
    .where('dashboard_id', '=', row.dashboard_id)
    .where('version', '<=', row.version - LIMITS.dashboards.versionsMax)
    .execute();
}

export function showVersion(row: DashboardVersionRow): DashboardVersion {
  return {
    version: row.version,
    note: row.note,
    name: row.name,
    savedBy: row.saved_by,
    savedAt: isoTime(row.saved_at),
  };
}
