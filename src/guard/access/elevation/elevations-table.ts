import { isoTime } from '../../../base/clock.ts';
import type { Page } from '../../../base/cursor.ts';
import type { OrganizationId, UserId } from '../../../base/ids.ts';
import type { Elevation } from '../../../contract/elevation-fields.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { ElevationRow } from '../../../engines/metadata/tables/access.ts';
import { MINUTE_MS } from '../../../spec/units.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export const { insert: insertElevation } = organizationRows('elevations');

export interface ElevationFacts extends ElevationRow {
  readonly user_id: string;
  readonly email: string;
}

function elevationQuery({ db }: Reader, organization: OrganizationId) {
  return db
    .selectFrom('elevations')
    .innerJoin('members', 'members.id', 'elevations.member_id')
    .innerJoin('users', 'users.id', 'members.user_id')
    .selectAll('elevations')
    .select(['members.user_id', 'users.email'])
    .where('elevations.organization_id', '=', organization);
}

/** Newest first, one more than the page size; of one user if given. */
export async function readElevations(
  reader: Reader,
  organization: OrganizationId,
  user: UserId | undefined,
  page: Page,
): Promise<ElevationFacts[]> {
  let query = elevationQuery(reader, organization);
  if (user !== undefined) query = query.where('members.user_id', '=', user);
  const { after } = page;
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(
        eb.refTuple('elevations.requested_at', 'elevations.id'),
        '<',
        eb.tuple(after.at, after.id),
      ),
    );
  }
  return query
    .orderBy('elevations.requested_at', 'desc')
    .orderBy('elevations.id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

export async function readElevation(
  reader: Reader,
  organization: OrganizationId,
  id: string,
): Promise<ElevationFacts | undefined> {
  return elevationQuery(reader, organization).where('elevations.id', '=', id).executeTakeFirst();
}

/** Waiting for a decision, or running now. */
export async function hasOpenElevation(
  { db }: Reader,
  memberId: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('elevations')
    .select('id')
    .where('member_id', '=', memberId)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'requested'),
        eb.and([eb('state', '=', 'approved'), eb('ends_at', '>', now)]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** An approved one past its time has ended, whether or not that is written down yet. */
export function elevationState(row: ElevationRow, now: number): Elevation['state'] {
  return row.state === 'approved' && (row.ends_at ?? 0) <= now ? 'ended' : row.state;
}

export function showElevation(row: ElevationFacts, now: number): Elevation {
  return {
    id: row.id,
    memberId: row.member_id,
    email: row.email,
    role: row.role,
    reason: row.reason,
    minutes: Math.round(row.duration_ms / MINUTE_MS),
    state: elevationState(row, now),
    requestedAt: isoTime(row.requested_at),
    decidedBy: row.decided_by,
    endsAt: row.ends_at === null ? null : isoTime(row.ends_at),
  };
}

export async function updateElevation(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  change: Partial<ElevationRow>,
): Promise<void> {
  await db
    .updateTable('elevations')
    .set(change)
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .execute();
}

/** The one of a member that lasts longest, among those that run. */
export async function findLongestElevation(
  { db }: Reader,
  organization: OrganizationId,
  memberId: string,
  now: number,
) {
  return db
    .selectFrom('elevations')
    .select(['role', 'ends_at'])
    .where('organization_id', '=', organization)
    .where('member_id', '=', memberId)
    .where('state', '=', 'approved')
    .where('ends_at', '>', now)
    .orderBy('ends_at', 'desc')
    .executeTakeFirst();
}

/** Expired elevations of all organizations that are not recorded as ended. */
export async function readOverdueElevations({ db }: Reader, now: number, max: number) {
  return db
    .selectFrom('elevations')
    .select(['id', 'organization_id', 'role'])
    .where('state', '=', 'approved')
    .where('ends_at', '<=', now)
    .limit(max)
    .execute();
}

/** False if it was recorded as ended meanwhile. */
export async function noteEnded(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
): Promise<boolean> {
  const ended = await db
    .updateTable('elevations')
    .set({ state: 'ended' })
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Ends all requests and temporary roles of a member. */
export async function endAllOf(
  { db }: Unit,
  organization: OrganizationId,
  memberId: string,
  now: number,
) {
  return db
    .updateTable('elevations')
    .set((eb) => ({
      state: 'ended',
      ends_at: eb.case().when('ends_at', '>', now).then(now).else(eb.ref('ends_at')).end(),
    }))
    .where('organization_id', '=', organization)
    .where('member_id', '=', memberId)
    .where('state', 'in', ['requested', 'approved'])
    .returning(['id', 'role'])
    .execute();
}
