import type { OrganizationId, UserId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** Saved searches that a user has starred. */
export async function readSearchStars(
  { db }: Reader,
  organization: OrganizationId,
  user: UserId | undefined,
  searches: readonly string[],
): Promise<ReadonlySet<string>> {
  if (user === undefined || searches.length === 0) return new Set();
  const rows = await db
    .selectFrom('saved_search_stars')
    .select('saved_search_id')
    .where('organization_id', '=', organization)
    .where('user_id', '=', user)
    .where('saved_search_id', 'in', [...searches])
    .execute();
  return new Set(rows.map(({ saved_search_id }) => saved_search_id));
}

/** Repeating it does no harm. */
export async function setSearchStar(
  { db }: Unit,
  organization: OrganizationId,
  user: UserId,
  search: string,
  isStarred: boolean,
): Promise<void> {
  if (isStarred) {
    await db
      .insertInto('saved_search_stars')
      .values({ saved_search_id: search, organization_id: organization, user_id: user })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  await db
    .deleteFrom('saved_search_stars')
    .where('organization_id', '=', organization)
    .where('user_id', '=', user)
    .where('saved_search_id', '=', search)
    .execute();
}
