import { isoTime } from '../../base/clock.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { ShortLink } from '../../contract/short-links.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import { organizationRows } from '../../engines/metadata/organization-rows.ts';
import type { ShortLinkRow } from '../../engines/metadata/tables/short-links.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export const shortLinkRows = organizationRows('short_links');

export async function countLiveLinks(
  { db }: Reader,
  organization: OrganizationId,
  now: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('short_links')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Of all organizations. */
export async function removeExpiredLinks({ db }: Reader, before: number): Promise<void> {
  await db.deleteFrom('short_links').where('expires_at', '<', before).execute();
}

export function showShortLink(row: ShortLinkRow, publicUrl: string): ShortLink {
  return {
    id: row.id,
    url: `${publicUrl}/s/${row.id}`,
    title: row.title,
    path: row.path,
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    expiresAt: isoTime(row.expires_at),
  };
}
