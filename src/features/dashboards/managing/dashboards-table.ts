import { isoTime } from '../../../base/clock.ts';
import type { Page } from '../../../base/cursor.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { DashboardDefinition } from '../../../contract/dashboard-definition.ts';
import type { Dashboard, DashboardSummary } from '../../../contract/dashboards.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { newestFirst, organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { DashboardRow } from '../../../engines/metadata/tables/dashboards.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const dashboards = organizationRows('dashboards');
export const {
  count: countDashboards,
  insert: insertDashboard,
  remove: removeDashboard,
} = dashboards;

/** Newest first, one row more than the page size. */
export async function readDashboards(
  { db }: Reader,
  organization: OrganizationId,
  page: Page,
  key?: string,
): Promise<DashboardRow[]> {
  const rows = db.selectFrom('dashboards').selectAll().where('organization_id', '=', organization);
  return newestFirst(key === undefined ? rows : rows.where('key', '=', key), page).execute();
}

export async function findDashboard(
  { db }: Reader,
  organization: OrganizationId,
  by: { readonly id: string } | { readonly key: string },
): Promise<DashboardRow | undefined> {
  const rows = db.selectFrom('dashboards').selectAll().where('organization_id', '=', organization);
  const found = 'id' in by ? rows.where('id', '=', by.id) : rows.where('key', '=', by.key);
  return found.executeTakeFirst();
}

/** Those of the ids that the organization has. */
export async function knownDashboards(
  { db }: Reader,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('dashboards')
    .select('id')
    .where('organization_id', '=', organization)
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns the updated row; undefined if somebody else has saved meanwhile, or there is none. */
export function updateDashboard(
  unit: Unit,
  organization: OrganizationId,
  id: string,
  madeOn: number,
  set: Partial<DashboardRow>,
): Promise<DashboardRow | undefined> {
  return dashboards.update(unit, organization, { id, version: madeOn }, set);
}

/** Stored rows were checked when saved. */
export function definitionOf({
  definition,
}: Pick<DashboardRow, 'definition'>): DashboardDefinition {
  return JSON.parse(definition) as DashboardDefinition;
}

export function showDashboard(row: DashboardRow, isStarred: boolean): Dashboard {
  return { ...aboutOf(row, isStarred), definition: definitionOf(row) };
}

export function showSummary(row: DashboardRow, isStarred: boolean): DashboardSummary {
  return {
    ...aboutOf(row, isStarred),
    key: row.key,
    name: row.name,
    description: row.description,
    tags: JSON.parse(row.tags) as string[],
    panels: row.panel_count,
  };
}

function aboutOf(row: DashboardRow, isStarred: boolean) {
  return {
    id: row.id,
    version: row.version,
    isStarred,
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    updatedBy: row.updated_by,
    updatedAt: isoTime(row.updated_at),
  };
}
