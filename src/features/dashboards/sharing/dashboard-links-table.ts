import { isoTime } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { DashboardLink } from '../../../contract/dashboard-sharing.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { DashboardLinkRow } from '../../../engines/metadata/tables/dashboards.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const dashboardLinks = organizationRows('dashboard_links');
export const { insert: insertLink } = dashboardLinks;

/** Those that have not ended, newest first. */
export async function readLinks(
  { db }: Reader,
  organization: OrganizationId,
  dashboard: string,
  now: number,
): Promise<DashboardLinkRow[]> {
  return db
    .selectFrom('dashboard_links')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('dashboard_id', '=', dashboard)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function countLinks(
  { db }: Reader,
  organization: OrganizationId,
  now: number,
): Promise<number> {
  const row = await db
    .selectFrom('dashboard_links')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** The only place where a link is found without its organization: its token identifies it. */
export async function findLinkByHash(
  { db }: Reader,
  hash: string,
): Promise<DashboardLinkRow | undefined> {
  return db
    .selectFrom('dashboard_links')
    .selectAll()
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

/** Likewise by the id in the address of its page, which tells no more than who may frame it. */
export async function findEmbedOrigins(
  { db }: Reader,
  id: string,
  now: number,
): Promise<readonly string[]> {
  const row = await db
    .selectFrom('dashboard_links')
    .select('embed_origins')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row === undefined ? [] : (JSON.parse(row.embed_origins) as string[]);
}

/** Returns the deleted row; undefined if there was none. */
export function removeLink(
  unit: Unit,
  organization: OrganizationId,
  dashboard: string,
  id: string,
): Promise<DashboardLinkRow | undefined> {
  return dashboardLinks.remove(unit, organization, { dashboard_id: dashboard, id });
}

/** For all organizations: expired links show nothing any more. */
export async function removeEndedLinks({ db }: Reader, now: number): Promise<void> {
  await db.deleteFrom('dashboard_links').where('expires_at', '<=', now).execute();
}

export function showLink(row: DashboardLinkRow): DashboardLink {
  return {
    id: row.id,
    version: row.version,
    indexes: JSON.parse(row.indexes) as string[],
    rawRows: row.raw_rows === 1,
    embedOrigins: JSON.parse(row.embed_origins) as string[],
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    expiresAt: isoTime(row.expires_at),
  };
}
