import { isoTime } from '../../../base/clock.ts';
import type { Page } from '../../../base/cursor.ts';
import { newId, type OrganizationId, type UserId } from '../../../base/ids.ts';
import type { Member } from '../../../contract/members.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { Role } from '../../../spec/roles.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export const { remove: deleteMember } = organizationRows('members');

export interface MemberFacts {
  readonly id: string;
  readonly user_id: string;
  readonly role: Role;
  readonly role_connection_id: string | null;
  readonly created_at: number;
  readonly name: string;
  readonly email: string;
}

function memberQuery({ db }: Reader, organization: OrganizationId) {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.id', 'members.user_id', 'members.role', 'members.created_at'])
    .select('members.role_connection_id')
    .select(['users.name', 'users.email'])
    .where('members.organization_id', '=', organization);
}

/** Oldest first, one more than the page size. */
export async function readMembers(
  reader: Reader,
  organization: OrganizationId,
  page: Page,
): Promise<MemberFacts[]> {
  let query = memberQuery(reader, organization);
  const { after } = page;
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple('members.created_at', 'members.id'), '>', eb.tuple(after.at, after.id)),
    );
  }
  return query
    .orderBy('members.created_at')
    .orderBy('members.id')
    .limit(page.limit + 1)
    .execute();
}

export async function readMember(
  reader: Reader,
  organization: OrganizationId,
  id: string,
): Promise<MemberFacts | undefined> {
  return memberQuery(reader, organization).where('members.id', '=', id).executeTakeFirst();
}

export async function countMembers(
  { db }: Reader,
  organization: OrganizationId,
  role?: Role,
): Promise<number> {
  let query = db
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization);
  if (role !== undefined) query = query.where('role', '=', role);
  return (await query.executeTakeFirstOrThrow()).count;
}

export interface RunningElevation {
  readonly member_id: string;
  readonly role: Role;
  readonly ends_at: number | null;
}

export async function readRunningElevations(
  { db }: Reader,
  organization: OrganizationId,
  now: number,
): Promise<RunningElevation[]> {
  return db
    .selectFrom('elevations')
    .select(['member_id', 'role', 'ends_at'])
    .where('organization_id', '=', organization)
    .where('state', '=', 'approved')
    .where('ends_at', '>', now)
    .execute();
}

export function showMember(member: MemberFacts, running: readonly RunningElevation[]): Member {
  const elevation = running.find((candidate) => candidate.member_id === member.id);
  return {
    id: member.id,
    userId: member.user_id,
    name: member.name,
    email: member.email,
    role: member.role,
    isRoleManaged: member.role_connection_id !== null,
    elevatedTo: elevation?.role ?? null,
    elevatedUntil:
      elevation === undefined || elevation.ends_at === null ? null : isoTime(elevation.ends_at),
    joinedAt: isoTime(member.created_at),
  };
}

export async function readOwnerEmails(
  reader: Reader,
  organization: OrganizationId,
): Promise<string[]> {
  const owners = await memberQuery(reader, organization)
    .where('members.role', '=', 'owner')
    .execute();
  return owners.map(({ email }) => email);
}

/** Where each member is reached, in small letters; `user_id` names the person. */
export async function readMemberAddresses(
  reader: Reader,
  organization: OrganizationId,
): Promise<Pick<MemberFacts, 'id' | 'user_id' | 'role' | 'email'>[]> {
  const members = await memberQuery(reader, organization).execute();
  return members.map(({ id, user_id, role, email }) => ({
    id,
    user_id,
    role,
    email: email.toLowerCase(),
  }));
}

/** Undefined when they are a member already, or suspended. */
export async function insertMember(
  { db }: Unit,
  member: {
    readonly organization: OrganizationId;
    readonly user: string;
    readonly role: Role;
    readonly managedBy?: string | null;
  },
  now: number,
): Promise<string | undefined> {
  // Only the directory that suspended a member can resume them.
  const suspended = await db
    .selectFrom('suspended_members')
    .select('member_id')
    .where('organization_id', '=', member.organization)
    .where('user_id', '=', member.user)
    .executeTakeFirst();
  if (suspended !== undefined) return undefined;
  const joined = await db
    .insertInto('members')
    .values({
      id: newId('member'),
      organization_id: member.organization,
      user_id: member.user,
      role: member.role,
      role_connection_id: member.managedBy ?? null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return joined?.id;
}

export async function setMemberRole(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  role: Role,
  managedBy: string | null = null,
): Promise<void> {
  await db
    .updateTable('members')
    .set({ role, role_connection_id: managedBy })
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .execute();
}

/** What a connection has managed is changed by hand again. */
export async function releaseRoles(
  { db }: Unit,
  organization: OrganizationId,
  connection: string,
): Promise<void> {
  await db
    .updateTable('members')
    .set({ role_connection_id: null })
    .where('organization_id', '=', organization)
    .where('role_connection_id', '=', connection)
    .execute();
}

/** The membership of a user, with their address. */
export async function findMemberOf({ db }: Reader, organization: OrganizationId, user: string) {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.id', 'members.role', 'members.role_connection_id', 'users.email'])
    .where('members.organization_id', '=', organization)
    .where('members.user_id', '=', user)
    .executeTakeFirst();
}

export async function findMemberByAddress(
  reader: Reader,
  organization: OrganizationId,
  email: string,
): Promise<MemberFacts | undefined> {
  return memberQuery(reader, organization).where('users.email', '=', email).executeTakeFirst();
}

/** Their sessions choose another organization. */
export async function leaveSessions(
  { db }: Unit,
  organization: OrganizationId,
  user: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ active_organization_id: null })
    .where('user_id', '=', user)
    .where('active_organization_id', '=', organization)
    .execute();
}

/** Ids of the user's organizations, oldest membership first. */
export async function readMemberships({ db }: Reader, user: UserId): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('organization_id')
    .where('user_id', '=', user)
    .orderBy('created_at')
    .orderBy('organization_id')
    .execute();
  return rows.map((row) => row.organization_id);
}
