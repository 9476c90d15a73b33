import { createHash } from 'node:crypto';
import { organizationId } from '../../../base/ids.ts';
import { enqueueMail, type Mail } from '../../../engines/mail/mail.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertChannelRow, AlertDeliveryRow } from '../../../engines/metadata/tables/alerts.ts';
import type { Claim } from '../../../engines/schedule/schedule.ts';
import { readMemberAddresses } from '../../../guard/access/index.ts';
import { NO_SETTINGS, settingsOf } from '../channels/channel-settings.ts';
import { updateChannel } from '../tables/alert-channels-table.ts';
import { findRecipients } from '../channels/find-recipients.ts';
import { composeMessage, plainMessage } from './compose-message.ts';
import { updateDelivery } from '../tables/alert-deliveries-table.ts';
import type { DeliverNeeds } from './deliver-needs.ts';
import { mailOf } from './formats/email.ts';
import type { Message } from './message.ts';
import type { NoticeContent } from './queue-notice.ts';
import { endDelivery } from './settle-delivery.ts';

/** Hands the mails to the outbox in the transaction that settles the message: both happen, or neither. */
export async function deliverByMail(
  needs: DeliverNeeds,
  row: AlertDeliveryRow,
  channel: AlertChannelRow | undefined,
  claim: Claim,
): Promise<void> {
  const organization = organizationId(row.organization_id);
  const notice = row.kind === 'notice' ? noticeOf(row) : undefined;
  const message =
    notice === undefined
      ? await composeMessage(needs, row, { kind: 'email', allowsSamples: true }, claim.signal)
      : plainMessage(row, notice, '');
  if (message === undefined) return endDelivery(needs, row, claim, 'The incident was deleted.');
  const settings = channel === undefined ? NO_SETTINGS : settingsOf(channel);
  await needs.metadata.transaction(async (unit) => {
    const now = needs.clock.now();
    const recipients = await findRecipients(unit, organization, settings);
    const also = notice === undefined ? [] : await findMembers(unit, row, notice);
    await claim.settle(unit, { dueAt: null, attempts: claim.attempts });
    await enqueueMails(needs, unit, message, [...new Set([...recipients, ...also])]);
    await updateDelivery(unit, organization, row.id, {
      state: 'sent',
      content: null,
      ended_at: now,
      last_error: outboxNote(needs),
    });
    if (channel !== undefined) {
      await updateChannel(unit, organization, channel.id, { last_sent_at: now });
    }
  });
  needs.noteOutcome?.('email', 'sent');
}

/** What keeps a message from its recipients although it left the queue; null where mails are sent. */
export function outboxNote({ isMailSent }: { readonly isMailSent: boolean }): string | null {
  if (isMailSent) return null;
  return "Written to the folder `outbox` on the server: this installation doesn't send email.";
}

/** Queues the mails of one message; the Message-ID of each is derived from the message and its recipient. */
export async function enqueueMails(
  { clock }: Pick<DeliverNeeds, 'clock'>,
  unit: Unit,
  message: Message,
  recipients: readonly string[],
): Promise<void> {
  for (const to of recipients) {
    const mail: Mail = mailOf(message, to);
    await enqueueMail({ clock, newId: () => mailId(message.id, to) }, unit, mail);
  }
}

/** Returns the common id prefix of all mails of a message. */
export function mailPrefix(delivery: string): string {
  return `${delivery}-`;
}

function mailId(delivery: string, to: string): string {
  return `${mailPrefix(delivery)}${createHash('sha256').update(to).digest('hex').slice(0, 16)}`;
}

function noticeOf(row: AlertDeliveryRow): NoticeContent {
  if (row.content === null) throw new Error('a notice has words');
  return JSON.parse(row.content) as NoticeContent;
}

/** Returns the additional addresses that still belong to members. */
async function findMembers(
  unit: Unit,
  row: AlertDeliveryRow,
  { also }: NoticeContent,
): Promise<string[]> {
  if (also.length === 0) return [];
  const everyone = await readMemberAddresses(unit, organizationId(row.organization_id));
  const named = new Set(also.map((email) => email.toLowerCase()));
  return everyone.filter(({ email }) => named.has(email)).map(({ email }) => email);
}
