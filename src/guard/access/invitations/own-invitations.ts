import { isoTime } from '../../../base/clock.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import { newId, organizationId, type OrganizationId, type UserId } from '../../../base/ids.ts';
import type { OwnInvitation } from '../../../contract/members.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { Role } from '../../../spec/roles.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { recordAuditFor } from '../../audit/index.ts';
import { changeAccess } from '../change-access.ts';
import { requireSeat } from './require-seat.ts';

export interface Invitee {
  readonly id: UserId;
  readonly email: string;
  /** The only organization whose invitations count; undefined: all. */
  readonly confinedTo: OrganizationId | undefined;
  readonly ipAddress: string;
  readonly userAgent: string;
}

export async function listOwnInvitations(
  needs: AccessNeeds,
  invitee: Invitee,
): Promise<OwnInvitation[]> {
  const rows = await needs.metadata.db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .select(['invitations.id', 'invitations.role', 'invitations.expires_at', 'organizations.name'])
    .where('invitations.email', '=', invitee.email.toLowerCase())
    .where('invitations.state', '=', 'pending')
    .where('invitations.expires_at', '>', needs.clock.now())
    .$if(invitee.confinedTo !== undefined, (waiting) =>
      waiting.where('invitations.organization_id', '=', invitee.confinedTo ?? ''),
    )
    .orderBy('invitations.created_at')
    .limit(100)
    .execute();
  return rows.map(({ id, role, expires_at, name }) => ({
    id,
    role,
    organizationName: name,
    expiresAt: isoTime(expires_at),
  }));
}

/** The invited address is the proof: whoever is signed in with it, confirmed, may join. */
export async function acceptInvitation(
  needs: AccessNeeds,
  invitee: Invitee,
  id: string,
): Promise<{ organizationId: string; role: Role }> {
  const now = needs.clock.now();
  const found = await needs.metadata.db
    .selectFrom('invitations')
    .select('organization_id')
    .where('id', '=', id)
    .where('email', '=', invitee.email.toLowerCase())
    .executeTakeFirst();
  if (found === undefined) throw notFound('invitation');
  const organization = organizationId(found.organization_id);
  if (organization !== (invitee.confinedTo ?? organization)) throw notFound('invitation');
  return changeAccess(needs, organization, async (unit) => {
    await requireConfirmed(unit, invitee);
    await unit.lockRow('organizations', { id: organization });
    const role = await takeInvitation(unit, organization, id, now);
    await requireSeat(needs, unit, organization);
    const joined = await unit.db
      .insertInto('members')
      .values({
        id: newId('member'),
        organization_id: organization,
        user_id: invitee.id,
        role,
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (joined === undefined) throw new AppError('CONFLICT', 'You are a member already.');
    const { email, ipAddress, userAgent } = invitee;
    const subject = { organization, actorName: email, ipAddress, userAgent };
    const event = {
      action: 'invitation.accepted',
      resource: id,
      details: { email, role },
    } as const;
    await recordAuditFor(unit, subject, event, now);
    return { organizationId: organization, role };
  });
}

/** Nobody can sign in before their address is confirmed; here it is what the invitation rests on. */
async function requireConfirmed(unit: Unit, invitee: Invitee): Promise<void> {
  const user = await unit.db
    .selectFrom('users')
    .select('email_verified')
    .where('id', '=', invitee.id)
    .where('email', '=', invitee.email.toLowerCase())
    .executeTakeFirst();
  if (user?.email_verified === 1) return;
  throw new AppError('EMAIL_NOT_VERIFIED', 'Confirm your address first.');
}

async function takeInvitation(
  unit: Unit,
  organization: OrganizationId,
  id: string,
  now: number,
): Promise<Role> {
  const row = await unit.db
    .selectFrom('invitations')
    .select(['state', 'role', 'expires_at'])
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();
  // The organization may have gone with it a moment ago.
  if (row === undefined) throw notFound('invitation');
  if (row.state !== 'pending') {
    throw new AppError('CONFLICT', `This invitation has been ${row.state}.`);
  }
  if (row.expires_at <= now) {
    throw new AppError('CONFLICT', 'This invitation has expired. Ask for it to be sent again.');
  }
  await unit.db
    .updateTable('invitations')
    .set({ state: 'accepted', ended_at: now })
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .execute();
  return row.role;
}
