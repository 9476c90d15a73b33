import type { OrganizationId, UserId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { SuspendedMemberRow } from '../../../engines/metadata/tables/access.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const rows = organizationRows('suspended_members');
export const { insert: insertSuspended } = rows;

/** The membership that a directory has suspended. */
export async function findSuspended(
  reader: Reader,
  organization: OrganizationId,
  user: string,
): Promise<SuspendedMemberRow | undefined> {
  return rows.find(reader, organization, { user_id: user });
}

export async function removeSuspended(
  unit: Unit,
  organization: OrganizationId,
  user: string,
): Promise<void> {
  await rows.remove(unit, organization, { user_id: user });
}

/** As it was before, but for the role. */
export async function restoreMember(
  { db }: Unit,
  { organization_id, user_id, member_id, created_at }: SuspendedMemberRow,
  role: SuspendedMemberRow['role'],
  managedBy: string | null,
): Promise<void> {
  await db
    .insertInto('members')
    .values({
      id: member_id,
      organization_id,
      user_id,
      role,
      role_connection_id: managedBy,
      created_at,
    })
    .execute();
}

/**
 * Ends sessions in an organization that the person left: those limited to it or with it selected, or all if it was
 * their only one. Other sessions continue.
 */
export async function endSessionsIn(
  { db }: Unit,
  organization: OrganizationId,
  user: UserId,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', user)
    .where((eb) =>
      eb.or([
        eb('confined_to', '=', organization),
        eb('active_organization_id', '=', organization),
      ]),
    )
    .execute();
}

export async function endAllSessions({ db }: Unit, user: UserId): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', user).execute();
}

/** Neither a member nor suspended anywhere, nor an operator. */
export async function holdsNothing({ db }: Unit, user: UserId): Promise<boolean> {
  const held = await db
    .selectFrom('members')
    .select('user_id')
    .where('user_id', '=', user)
    .union(db.selectFrom('suspended_members').select('user_id').where('user_id', '=', user))
    .union(db.selectFrom('operators').select('user_id').where('user_id', '=', user))
    .executeTakeFirst();
  return held === undefined;
}
