/** Learns what became of mails after they were handed over: only then it is known whether a message arrived. */
import type { Clock } from '../../../base/clock.ts';
import { organizationId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import {
  type MailState,
  readGivenUpMail,
  readMailStates,
  removeGivenUpMail,
} from '../../../engines/mail/mail.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertChannelRow, AlertDeliveryRow } from '../../../engines/metadata/tables/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS } from '../../../spec/units.ts';
import {
  findChannel,
  readFailingMailChannels,
  updateChannel,
} from '../tables/alert-channels-table.ts';
import { mailPrefix } from './deliver-by-mail.ts';
import type { DeliverNeeds } from './deliver-needs.ts';
import {
  findDeliveryOfMail,
  readSentIds,
  updateDelivery,
} from '../tables/alert-deliveries-table.ts';
import { noteDead } from './settle-delivery.ts';

export interface FollowNeeds extends Pick<DeliverNeeds, 'noteOutcome'> {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Mail ids of messages begin with the id of the message. */
const OF_MESSAGES = 'dlv_';
const AT_ONCE_MAX = 500;
/** Number of messages checked to detect that a channel works again. */
const SENT_MAX = 20;

export async function followMails(needs: FollowNeeds, signal: AbortSignal): Promise<void> {
  const mails = await readGivenUpMail(needs.metadata.db, OF_MESSAGES, AT_ONCE_MAX);
  for (const id of new Set(mails.map((mail) => mail.split('-')[0] ?? mail))) {
    if (signal.aborted) return;
    await settleGivenUp(needs, id);
  }
  for (const channel of await readFailingMailChannels(needs.metadata, AT_ONCE_MAX)) {
    if (signal.aborted) return;
    await noteRecovered(needs, channel);
  }
}

/**
 * Marks a message as dead and its channel as failing if one of its mails was given up; Owners are notified as for any
 * other channel. The channel that mails the Owners has no row, so nobody is mailed about failing mail. The mail itself
 * is removed: if the message is retried, it goes to those who have not received it.
 */
async function settleGivenUp(needs: FollowNeeds, id: string): Promise<void> {
  const now = needs.clock.now();
  const dead = await needs.metadata.transaction(async (unit) => {
    await unit.lockRow('alert_deliveries', { id });
    const row = await findDeliveryOfMail(unit, id);
    const mails = await readMailStates(unit.db, mailPrefix(id));
    const givenUp = mails.filter(({ state }) => state === 'given_up');
    await removeGivenUpMail(
      unit.db,
      givenUp.map((mail) => mail.id),
    );
    if (row?.state !== 'sent' || givenUp.length === 0) return undefined;
    const reason = reasonOf(givenUp, mails.length);
    await noteGivenUp(unit, row, reason, now);
    return { row, reason };
  });
  if (dead === undefined) return;
  needs.noteOutcome?.('email', 'dead');
  const fields = { delivery: id, channel: dead.row.channel_id, reason: dead.reason };
  needs.log.error(fields, 'alert notification failed');
}

async function noteGivenUp(
  unit: Unit,
  row: AlertDeliveryRow,
  reason: string,
  now: number,
): Promise<void> {
  const organization = organizationId(row.organization_id);
  await updateDelivery(unit, organization, row.id, {
    state: 'dead',
    ended_at: now,
    last_error: reason,
  });
  await unit.lockRow('alert_channels', { id: row.channel_id });
  const channel = await findChannel(unit, organization, row.channel_id);
  if (channel !== undefined) {
    const since = channel.failing_since ?? now;
    await updateChannel(unit, organization, channel.id, {
      failing_since: since,
      last_error: reason,
    });
  }
  await noteDead(unit, row, channel?.name ?? row.channel_id, reason, now);
}

/** The mail server's response may reveal details of the operator's machines, so it is only in the log. */
function reasonOf(givenUp: readonly MailState[], total: number): string {
  const { waitMsMax, attemptsMax } = LIMITS.mail;
  const isLate = givenUp.some((mail) => (mail.ended_at ?? 0) - mail.created_at >= waitMsMax);
  const isTried = givenUp.some(({ attempts }) => attempts >= attemptsMax);
  const what = total === 1 ? 'the email' : `${givenUp.length} of ${total} emails`;
  if (isLate) return `The mail server didn't accept ${what} within ${waitMsMax / HOUR_MS} hours.`;
  if (isTried) return `The mail server didn't accept ${what} in ${attemptsMax} attempts.`;
  return `The mail server rejected ${what}.`;
}

/** Works again: every mail of a message has gone out since. */
async function noteRecovered(
  { metadata }: FollowNeeds,
  { id, organization_id: owner, failing_since: failingSince }: AlertChannelRow,
): Promise<void> {
  if (failingSince === null) return;
  const organization = organizationId(owner);
  const bounds = { since: failingSince - LIMITS.mail.waitMsMax, rowsMax: SENT_MAX };
  for (const delivery of await readSentIds(metadata, organization, id, bounds)) {
    const mails = await readMailStates(metadata.db, mailPrefix(delivery));
    const isOut = mails.length > 0 && mails.every(({ state }) => state === 'sent');
    if (!isOut || mails.every(({ ended_at: endedAt }) => (endedAt ?? 0) <= failingSince)) continue;
    await metadata.transaction((unit) =>
      updateChannel(unit, organization, id, {
        failing_since: null,
        told_at: null,
        last_error: null,
      }),
    );
    return;
  }
}
