import { createHash } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Counters, WindowState } from '../../engines/counters/counters.ts';
import type { Limits } from '../../spec/limits.ts';
import { SECOND_MS } from '../../spec/units.ts';

/** Limits mails to addresses that the sender chooses, at sign-up and for invitations. */
export interface AllowanceNeeds {
  readonly counters: Pick<Counters, 'hit' | 'peek'>;
  readonly mailLimits: Limits['accountMails'];
}

/** Whether the address may get one more today; counts nothing. */
export async function mayMail(needs: AllowanceNeeds, address: string): Promise<boolean> {
  const { perRecipientMax, windowMs } = needs.mailLimits;
  return (await needs.counters.peek(keyOf(address), perRecipientMax, windowMs)).isAllowed;
}

/** Called once the mail is sure to be sent. */
export async function noteMail(needs: AllowanceNeeds, address: string): Promise<void> {
  const { perRecipientMax, windowMs } = needs.mailLimits;
  await needs.counters.hit(keyOf(address), perRecipientMax, windowMs);
}

/** An invitation, or a question whether an address wants alerts, counts for its recipient and for the organization that sends it. */
export async function requireInvitationMail(
  needs: AllowanceNeeds,
  organization: OrganizationId,
  address: string,
): Promise<void> {
  const { perRecipientMax, perOrganizationMax, windowMs } = needs.mailLimits;
  const { counters } = needs;
  const sent = await counters.peek(keyOfSender(organization), perOrganizationMax, windowMs);
  if (!sent.isAllowed) {
    throw tooManyMails(
      sent,
      `This organization sends at most ${perOrganizationMax} invitations and links a day.`,
    );
  }
  const received = await counters.peek(keyOf(address), perRecipientMax, windowMs);
  if (received.isAllowed) return;
  throw tooManyMails(received, 'Too many emails were sent to this address today.');
}

export async function noteInvitationMail(
  needs: AllowanceNeeds,
  organization: OrganizationId,
  address: string,
): Promise<void> {
  const { perOrganizationMax, windowMs } = needs.mailLimits;
  await needs.counters.hit(keyOfSender(organization), perOrganizationMax, windowMs);
  await noteMail(needs, address);
}

export function tooManyMails(
  { retryAfterMs }: Pick<WindowState, 'retryAfterMs'>,
  message: string,
): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / SECOND_MS));
  return new AppError('RATE_LIMITED', message, { retryAfterSeconds });
}

function keyOfSender(organization: OrganizationId): string {
  return `mail-from:${organization}`;
}

function keyOf(address: string): string {
  return `mail-to:${createHash('sha256').update(address.toLowerCase()).digest('hex')}`;
}
