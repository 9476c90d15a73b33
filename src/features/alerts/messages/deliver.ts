import { organizationId, type OrganizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertChannelRow, AlertDeliveryRow } from '../../../engines/metadata/tables/alerts.ts';
import type { Claim, DueWork } from '../../../engines/schedule/schedule.ts';
import { OWNERS_CHANNEL } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { findChannel, updateChannel } from '../tables/alert-channels-table.ts';
import { composeMessage } from './compose-message.ts';
import { deliverByMail } from './deliver-by-mail.ts';
import {
  countWaiting,
  DELIVERIES_CHANNEL,
  freezeContent,
  updateDelivery,
} from '../tables/alert-deliveries-table.ts';
import type { DeliverNeeds } from './deliver-needs.ts';
import { findEarlier } from '../tables/alert-delivery-items-table.ts';
import type { Frozen } from './formats/format.ts';
import { FORMATS, isChat } from './formats/formats.ts';
import { settingsOf } from '../channels/channel-settings.ts';
import { retryDelayMs } from './retry-delay.ts';
import { type CalledChannel, isCalled, sendMessage } from './send-message.ts';
import { endDelivery, noteFailed, noteSent } from './settle-delivery.ts';

/**
 * Sends every due message. Each is claimed before it is sent and keeps its id over all attempts: if a node dies between
 * the receiver's acceptance and our record of it, the receiver can recognise the second copy as a duplicate.
 */
export function deliverMessages(needs: DeliverNeeds): DueWork<AlertDeliveryRow> {
  const { sendsPerNode, sendsPerOrganization, sendLeaseMs, sendEveryMs, triesMax } = LIMITS.alerts;
  return {
    name: 'alert-messages',
    table: 'alert_deliveries',
    owner: 'organization_id',
    placesMax: sendsPerNode,
    perOwnerMax: sendsPerOrganization,
    leaseMs: sendLeaseMs,
    everyMs: sendEveryMs,
    channel: DELIVERIES_CHANNEL,
    attemptsMax: triesMax,
    retryDelayMs: (attempts) => retryDelayMs(attempts, needs.random()),
    work: (row, claim) => deliver(needs, row, claim),
    giveUp: (row, claim) => endDelivery(needs, row, claim, 'All attempts timed out.'),
  };
}

async function deliver(needs: DeliverNeeds, row: AlertDeliveryRow, claim: Claim): Promise<void> {
  const organization = organizationId(row.organization_id);
  if (row.channel_id === OWNERS_CHANNEL) {
    const isTurn = await begin(needs, organization, row, claim);
    return isTurn ? deliverByMail(needs, row, undefined, claim) : undefined;
  }
  const channel = await findChannel(needs.metadata, organization, row.channel_id);
  if (channel === undefined) return endDelivery(needs, row, claim, 'The channel was deleted.');
  if (channel.disabled_at !== null) {
    return endDelivery(needs, row, claim, 'The channel is disabled.');
  }
  if (!(await begin(needs, organization, row, claim))) return;
  if (isCalled(channel)) await deliverByCall(needs, row, channel, claim);
  else await deliverByMail(needs, row, channel, claim);
}

/**
 * Closes the message, so that nothing is added any more. False if it must wait: the receiver requested a pause, or an
 * earlier message about the same incident is not sent yet. Waiting does not count as an attempt.
 */
async function begin(
  needs: DeliverNeeds,
  organization: OrganizationId,
  row: AlertDeliveryRow,
  claim: Claim,
): Promise<boolean> {
  const now = needs.clock.now();
  return needs.metadata.transaction(async (unit) => {
    await unit.lockRow('alert_channels', { id: row.channel_id });
    const channel = await findChannel(unit, organization, row.channel_id);
    const laterAt = await notBefore(needs, unit, row, channel);
    if (laterAt !== undefined) {
      await claim.settle(unit, { dueAt: laterAt, attempts: claim.attempts - 1 });
      return false;
    }
    if (channel !== undefined && isChat(channel.kind)) {
      const paused = { paused_until: now + LIMITS.alerts.chatEveryMs };
      await updateChannel(unit, organization, channel.id, paused);
    }
    await updateDelivery(unit, organization, row.id, { is_closed: 1 });
    return true;
  });
}

async function notBefore(
  { clock, random }: DeliverNeeds,
  unit: Unit,
  row: AlertDeliveryRow,
  channel: AlertChannelRow | undefined,
): Promise<number | undefined> {
  const { orderWaitMs, chatEveryMs, sendsPerNode } = LIMITS.alerts;
  const now = clock.now();
  const pausedUntil = channel?.paused_until ?? 0;
  if (pausedUntil > now) {
    // If many messages wait for a chat, not all of them retry each second.
    const waiting = await countWaiting(unit, organizationId(row.organization_id), row.channel_id);
    return pausedUntil + Math.floor((random() * waiting) / sendsPerNode) * chatEveryMs;
  }
  const earlier = await findEarlier(unit, row);
  if (earlier === undefined) return undefined;
  return Math.max(earlier.due_at ?? 0, now + orderWaitMs);
}

async function deliverByCall(
  needs: DeliverNeeds,
  row: AlertDeliveryRow,
  channel: CalledChannel,
  claim: Claim,
): Promise<void> {
  const frozen = await freeze(needs, row, channel, claim.signal);
  if (frozen === undefined) return endDelivery(needs, row, claim, 'The incident was deleted.');
  const result = await sendMessage(needs, channel, { id: row.id, frozen }, claim.signal);
  if (result.kind === 'sent') await noteSent(needs, row, channel, claim, result.status);
  else await noteFailed(needs, row, channel, claim, result);
}

/** The content of the first attempt is reused for all attempts. */
async function freeze(
  needs: DeliverNeeds,
  row: AlertDeliveryRow,
  channel: CalledChannel,
  signal: AbortSignal,
): Promise<Frozen | undefined> {
  if (row.content !== null) return JSON.parse(row.content) as Frozen;
  const manner = { kind: channel.kind, allowsSamples: channel.allows_samples === 1 };
  const message = await composeMessage(needs, row, manner, signal);
  if (message === undefined) return undefined;
  const frozen = FORMATS[channel.kind].freeze(message, settingsOf(channel).template);
  const content = JSON.stringify(frozen);
  const kept = await needs.metadata.transaction((unit) =>
    freezeContent(unit, organizationId(row.organization_id), row.id, content),
  );
  return JSON.parse(kept) as Frozen;
}
