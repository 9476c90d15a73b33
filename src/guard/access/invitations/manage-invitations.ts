import type { Actor } from '../../../base/actor.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { AppError, invalid, notFound } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import type { Invitation, InvitationDraft } from '../../../contract/members.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { InvitationRow } from '../../../engines/metadata/tables/access.ts';
import { HOUR_MS } from '../../../spec/units.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { actorName, recordAudit } from '../../audit/index.ts';
import { noteInvitationMail, requireInvitationMail, tooManyMails } from '../mail-allowance.ts';
import { findMemberByAddress } from '../members/members-table.ts';
import { requireGrantable } from '../members/standing-role.ts';
import { readOrganization } from '../organizations/organizations-table.ts';
import {
  countPendingInvitations,
  findPendingInvitation,
  insertInvitation,
  invitationState,
  readInvitation,
  readInvitations,
  readLastSent,
  showInvitation,
  updateInvitation,
} from './invitations-table.ts';
import { linksFor, sealedLink } from './invitation-link.ts';
import { requireSeat } from './require-seat.ts';

export async function listInvitations(
  needs: AccessNeeds,
  actor: Actor,
  page: Page,
): Promise<{ data: Invitation[]; nextCursor: string | null }> {
  const now = needs.clock.now();
  const linkOf = await linksFor(needs, actor);
  const rows = await readInvitations(needs.metadata, actor.organization, page);
  return pageAnswer(
    rows,
    page.limit,
    (row) => ({ at: row.created_at, id: row.id }),
    (row) => showInvitation(row, now, linkOf(row)),
  );
}

/** One pending invitation per address; an expired one is renewed with the requested role. */
export async function createInvitation(
  needs: AccessNeeds,
  actor: Actor,
  draft: InvitationDraft,
): Promise<Invitation> {
  const now = needs.clock.now();
  const email = plainEmail(draft.email);
  await requireInvitationMail(needs, actor.organization, email);
  const linkOf = await linksFor(needs, actor);
  const invitation = await needs.metadata.transaction(async (unit) => {
    // Locks the organization, so that two invitations of one address come one after the other.
    await requireSeat(needs, unit, actor.organization);
    await requireGrantable(unit, actor, draft.role);
    await requireStranger(unit, actor, email);
    const pending = await findPending(unit, actor, email);
    if (pending !== undefined && pending.expires_at > now) {
      throw new AppError('CONFLICT', 'This address already has an invitation. You can resend it.');
    }
    await requirePause(needs, unit, actor, email);
    const row: InvitationRow = {
      id: pending?.id ?? newId('invitation'),
      organization_id: actor.organization,
      email,
      role: draft.role,
      state: 'pending',
      invited_by: actorName(actor),
      created_at: pending?.created_at ?? now,
      sent_at: now,
      expires_at: now + needs.limits.invitationMsMax,
      ended_at: null,
    };
    if (pending === undefined) {
      await requireFewPending(needs, unit, actor);
      await insertInvitation(unit, row);
    } else await updateInvitation(unit, row);
    const details = { email, role: row.role };
    await recordAudit(unit, actor, { action: 'member.invited', resource: row.id, details }, now);
    await mailInvitation(needs, unit, actor, row);
    return showInvitation(row, now, linkOf(row));
  });
  await noteInvitationMail(needs, actor.organization, email);
  return invitation;
}

/** The same invitation, with a new time and a new mail. */
export async function resendInvitation(
  needs: AccessNeeds,
  actor: Actor,
  id: string,
): Promise<Invitation> {
  const now = needs.clock.now();
  const known = await readInvitation(needs.metadata, actor.organization, id);
  if (known === undefined) throw notFound('invitation');
  await requireInvitationMail(needs, actor.organization, known.email);
  const linkOf = await linksFor(needs, actor);
  const invitation = await needs.metadata.transaction(async (unit) => {
    const row = await lockPending(unit, actor, id, now);
    await requirePause(needs, unit, actor, row.email);
    const renewed = { ...row, sent_at: now, expires_at: now + needs.limits.invitationMsMax };
    await updateInvitation(unit, renewed);
    const details = { email: row.email };
    await recordAudit(unit, actor, { action: 'invitation.resent', resource: id, details }, now);
    await mailInvitation(needs, unit, actor, renewed);
    return showInvitation(renewed, now, linkOf(renewed));
  });
  await noteInvitationMail(needs, actor.organization, known.email);
  return invitation;
}

export async function revokeInvitation(
  needs: AccessNeeds,
  actor: Actor,
  id: string,
): Promise<Invitation> {
  const now = needs.clock.now();
  return needs.metadata.transaction(async (unit) => {
    const row = await lockPending(unit, actor, id, now);
    const revoked = { ...row, state: 'revoked', ended_at: now } as const;
    await updateInvitation(unit, revoked);
    const details = { email: row.email };
    await recordAudit(unit, actor, { action: 'invitation.revoked', resource: id, details }, now);
    return showInvitation(revoked, now, null);
  });
}

/** Pending or expired; what was accepted or revoked has ended. */
async function lockPending(
  unit: Unit,
  actor: Actor,
  id: string,
  now: number,
): Promise<InvitationRow> {
  await unit.lockRow('organizations', { id: actor.organization });
  const row = await readInvitation(unit, actor.organization, id);
  if (row === undefined) throw notFound('invitation');
  if (row.state === 'pending') return row;
  throw new AppError('CONFLICT', `This invitation has been ${invitationState(row, now)}.`);
}

async function findPending(
  unit: Unit,
  actor: Actor,
  email: string,
): Promise<InvitationRow | undefined> {
  return findPendingInvitation(unit, actor.organization, email);
}

async function requireStranger(unit: Unit, actor: Actor, email: string): Promise<void> {
  if ((await findMemberByAddress(unit, actor.organization, email)) === undefined) return;
  throw new AppError('CONFLICT', 'This address already belongs to a member.');
}

/** Also applies after revoking: inviting, revoking and inviting again would send one mail after another. */
async function requirePause(
  needs: AccessNeeds,
  unit: Unit,
  actor: Actor,
  email: string,
): Promise<void> {
  const sentAt = await readLastSent(unit, actor.organization, email);
  const retryAfterMs =
    (sentAt ?? -Infinity) + needs.mailLimits.invitationEveryMs - needs.clock.now();
  if (retryAfterMs <= 0) return;
  throw tooManyMails(
    { retryAfterMs },
    'An invitation was just sent to this address. Wait a minute.',
  );
}

/** Pending invitations are limited: each is an unsolicited mail. */
async function requireFewPending(needs: AccessNeeds, unit: Unit, actor: Actor): Promise<void> {
  const { pendingInvitationsMax } = needs.limits;
  const count = await countPendingInvitations(unit, actor.organization);
  if (count < pendingInvitationsMax) return;
  throw new AppError(
    'CONFLICT',
    `Too many pending invitations (maximum ${pendingInvitationsMax}). Revoke one you no longer need.`,
  );
}

/**
 * Addresses are compared in lower case. Only ASCII is accepted, to prevent lookalikes; internationalized domains have
 * an ASCII form (`xn--…`) that mail servers use anyway.
 */
function plainEmail(text: string): string {
  const email = text.trim();
  if (/^[\x21-\x7e]+$/.test(email)) return email.toLowerCase();
  throw invalid('email', 'An email address must be ASCII and must not contain spaces.');
}

async function mailInvitation(
  needs: AccessNeeds,
  unit: Unit,
  actor: Actor,
  row: InvitationRow,
): Promise<void> {
  const { name } = await readOrganization(unit, actor.organization);
  const link = sealedLink(needs, row);
  const hours = Math.round(needs.limits.invitationMsMax / HOUR_MS);
  await needs.enqueueMail(unit, {
    to: row.email,
    subject: `Invitation to ${name} on Xplain`,
    text: [
      `${actor.who.kind === 'user' ? `${row.invited_by} invites you` : 'You are invited'} to join ${name} as ${row.role}.`,
      '',
      `Accept within ${hours} hours: ${link}`,
      '',
      `Don't share this link. Anyone who has it can sign up with your email address (${row.email}).`,
    ].join('\n'),
  });
}
