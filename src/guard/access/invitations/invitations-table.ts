import { isoTime } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Invitation } from '../../../contract/members.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { InvitationRow } from '../../../engines/metadata/tables/access.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const invitations = organizationRows('invitations');
export const {
  page: readInvitations,
  find: readInvitation,
  insert: insertInvitation,
} = invitations;

/** A pending invitation past its time has expired; nothing needs to write that down. */
export function invitationState(row: InvitationRow, now: number): Invitation['state'] {
  return row.state === 'pending' && row.expires_at <= now ? 'expired' : row.state;
}

export function showInvitation(row: InvitationRow, now: number, link: string | null): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    state: invitationState(row, now),
    invitedBy: row.invited_by,
    createdAt: isoTime(row.created_at),
    expiresAt: isoTime(row.expires_at),
    link,
  };
}

export async function updateInvitation({ db }: Unit, row: InvitationRow): Promise<void> {
  await db
    .updateTable('invitations')
    .set(row)
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', row.id)
    .execute();
}

export function findPendingInvitation(
  reader: Reader,
  organization: OrganizationId,
  email: string,
): Promise<InvitationRow | undefined> {
  return invitations.find(reader, organization, { email, state: 'pending' });
}

/** When an address was last written to; undefined when it never was. */
export async function readLastSent(
  { db }: Reader,
  organization: OrganizationId,
  email: string,
): Promise<number | undefined> {
  const last = await db
    .selectFrom('invitations')
    .select(({ fn }) => fn.max('sent_at').as('sentAt'))
    .where('organization_id', '=', organization)
    .where('email', '=', email)
    .executeTakeFirst();
  return last?.sentAt ?? undefined;
}

export function countPendingInvitations(
  reader: Reader,
  organization: OrganizationId,
): Promise<number> {
  return invitations.countWith(reader, organization, { state: 'pending' });
}

/** Those that wait for an address, in any organization or in the one that its session is confined to. */
export async function readOwnInvitations(
  { db }: Reader,
  { email, confinedTo }: { readonly email: string; readonly confinedTo: string | undefined },
  now: number,
  max: number,
) {
  const waiting = waitingInvitations({ db }, now)
    .where('invitations.email', '=', email)
    .orderBy('invitations.created_at')
    .limit(max);
  if (confinedTo === undefined) return waiting.execute();
  return waiting.where('invitations.organization_id', '=', confinedTo).execute();
}

/** For holders of the link, which contains the ID. */
export async function readWaitingInvitation({ db }: Reader, id: string, now: number) {
  return waitingInvitations({ db }, now).where('invitations.id', '=', id).executeTakeFirst();
}

/** With the inviter and the organization; without a name if a key created it. */
function waitingInvitations({ db }: Pick<Reader, 'db'>, now: number) {
  return db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .leftJoin('users', 'users.email', 'invitations.invited_by')
    .select(['invitations.id', 'invitations.role', 'invitations.expires_at', 'organizations.name'])
    .select(['invitations.email', 'users.name as inviter_name', 'users.email as inviter_email'])
    .where('invitations.state', '=', 'pending')
    .where('invitations.expires_at', '>', now);
}

export type WaitingInvitation = NonNullable<Awaited<ReturnType<typeof readWaitingInvitation>>>;

/** The organization that has invited an address with this invitation. */
export async function findInviter({ db }: Reader, id: string, email: string) {
  const found = await db
    .selectFrom('invitations')
    .select('organization_id')
    .where('id', '=', id)
    .where('email', '=', email)
    .executeTakeFirst();
  return found?.organization_id;
}

export async function noteAccepted(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ state: 'accepted', ended_at: now })
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .execute();
}

export async function isAddressConfirmed(
  { db }: Reader,
  user: string,
  email: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('email_verified')
    .where('id', '=', user)
    .where('email', '=', email)
    .executeTakeFirst();
  return found?.email_verified === 1;
}

/** One that waits for an address, from an organization or from any. */
export async function isInvitedBy(
  { db }: Reader,
  invitation: string,
  email: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('id', '=', invitation)
    .where('email', '=', email)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasInvitation(
  { db }: Reader,
  email: string,
  organization: OrganizationId | undefined,
  now: number,
): Promise<boolean> {
  let query = db
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', email)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now);
  if (organization !== undefined) query = query.where('organization_id', '=', organization);
  return (await query.executeTakeFirst()) !== undefined;
}
