import { isoTime } from '../../../base/clock.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import { organizationId, type OrganizationId, type UserId } from '../../../base/ids.ts';
import type { OwnInvitation } from '../../../contract/members.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { Role } from '../../../spec/roles.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { recordAuditFor } from '../../audit/index.ts';
import { changeAccess } from '../change-access.ts';
import { insertMember } from '../members/members-table.ts';
import {
  findInviter,
  isAddressConfirmed,
  noteAccepted,
  readInvitation,
  readOwnInvitations,
  readWaitingInvitation,
  type WaitingInvitation,
} from './invitations-table.ts';
import { requireSeat } from './require-seat.ts';

export interface Invitee {
  readonly id: UserId;
  readonly email: string;
  /** The only organization whose invitations count; undefined: all. */
  readonly confinedTo: OrganizationId | undefined;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** Upper bound of pending invitations shown to a person. */
const OWN_MAX = 100;

export async function listOwnInvitations(
  needs: AccessNeeds,
  invitee: Invitee,
): Promise<OwnInvitation[]> {
  const rows = await readOwnInvitations(
    needs.metadata,
    { email: invitee.email.toLowerCase(), confinedTo: invitee.confinedTo },
    needs.clock.now(),
    OWN_MAX,
  );
  return rows.map(showWaiting);
}

/** Shown before sign-in to holders of the link; the ID alone reveals nothing. */
export async function previewInvitation(
  needs: Pick<AccessNeeds, 'metadata' | 'clock' | 'vouchers'>,
  id: string,
  voucher: string,
): Promise<OwnInvitation> {
  const row = await readWaitingInvitation(needs.metadata, id, needs.clock.now());
  if (row === undefined || !needs.vouchers.isGood(id, row.email, voucher)) {
    throw notFound('invitation');
  }
  return showWaiting(row);
}

function showWaiting(row: WaitingInvitation): OwnInvitation {
  const { id, role, expires_at, name, inviter_name, inviter_email } = row;
  return {
    id,
    role,
    organizationName: name,
    invitedBy: inviter_email === null ? null : { name: inviter_name ?? '', email: inviter_email },
    expiresAt: isoTime(expires_at),
  };
}

/** The email address is the proof: a person signed in with it, confirmed, can join. */
export async function acceptInvitation(
  needs: AccessNeeds,
  invitee: Invitee,
  id: string,
): Promise<{ organizationId: string; role: Role }> {
  const now = needs.clock.now();
  const inviter = await findInviter(needs.metadata, id, invitee.email.toLowerCase());
  if (inviter === undefined) throw notFound('invitation');
  const organization = organizationId(inviter);
  if (organization !== (invitee.confinedTo ?? organization)) throw notFound('invitation');
  return changeAccess(needs, organization, async (unit) => {
    await requireConfirmed(unit, invitee);
    await unit.lockRow('organizations', { id: organization });
    const role = await takeInvitation(unit, organization, id, now);
    await requireSeat(needs, unit, organization);
    const joined = await insertMember(unit, { organization, user: invitee.id, role }, now);
    if (joined === undefined) {
      throw new AppError('CONFLICT', 'You are already a member, or your directory suspended you.');
    }
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

/** Sign-in requires a confirmed address anyway; here the invitation depends on it. */
async function requireConfirmed(unit: Unit, invitee: Invitee): Promise<void> {
  if (await isAddressConfirmed(unit, invitee.id, invitee.email.toLowerCase())) return;
  throw new AppError('EMAIL_NOT_VERIFIED', 'Confirm your email address first.');
}

async function takeInvitation(
  unit: Unit,
  organization: OrganizationId,
  id: string,
  now: number,
): Promise<Role> {
  const row = await readInvitation(unit, organization, id);
  // The organization may have gone with it a moment ago.
  if (row === undefined) throw notFound('invitation');
  if (row.state !== 'pending') {
    throw new AppError('CONFLICT', `This invitation has been ${row.state}.`);
  }
  if (row.expires_at <= now) {
    throw new AppError('CONFLICT', 'This invitation has expired. Ask for a new one.');
  }
  await noteAccepted(unit, organization, id, now);
  return row.role;
}
