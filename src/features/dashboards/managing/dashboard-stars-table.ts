import type { OrganizationId, UserId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Those of the given dashboards that the user has starred. */
export async function readStars(
  { db }: Reader,
  organization: OrganizationId,
  user: UserId | undefined,
  dashboards: readonly string[],
): Promise<ReadonlySet<string>> {
  if (user === undefined || dashboards.length === 0) return new Set();
  const rows = await db
    .selectFrom('dashboard_stars')
    .select('dashboard_id')
    .where('organization_id', '=', organization)
    .where('user_id', '=', user)
    .where('dashboard_id', 'in', [...dashboards])
    .execute();
  return new Set(rows.map(({ dashboard_id }) => dashboard_id));
}

/** Repeating it does no harm. */
export async function setStar(
  { db }: Unit,
  organization: OrganizationId,
  user: UserId,
  dashboard: string,
  isStarred: boolean,
): Promise<void> {
  if (isStarred) {
    await db
      .insertInto('dashboard_stars')
      .values({ dashboard_id: dashboard, organization_id: organization, user_id: user })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  await db
    .deleteFrom('dashboard_stars')
    .where('organization_id', '=', organization)
    .where('user_id', '=', user)
    .where('dashboard_id', '=', dashboard)
    .execute();
}
