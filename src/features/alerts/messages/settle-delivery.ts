/** Records the outcome of an attempt, and what it implies for the channel. */
import { organizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertChannelRow, AlertDeliveryRow } from '../../../engines/metadata/tables/alerts.ts';
import { type Claim, insist } from '../../../engines/schedule/schedule.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { updateChannel } from '../tables/alert-channels-table.ts';
import { updateDelivery } from '../tables/alert-deliveries-table.ts';
import { type AlertEvent, noteEvents } from '../tables/alert-events-table.ts';
import type { DeliverNeeds } from './deliver-needs.ts';
import { queueNotice } from './queue-notice.ts';
import { retryDelayMs } from './retry-delay.ts';
import type { SendResult } from './send-message.ts';

export async function noteSent(
  needs: DeliverNeeds,
  row: AlertDeliveryRow,
  channel: AlertChannelRow,
  claim: Claim,
  status: number,
): Promise<void> {
  const organization = organizationId(row.organization_id);
  await insist(() =>
    needs.metadata.transaction(async (unit) => {
      const now = needs.clock.now();
      await claim.settle(unit, { dueAt: null, attempts: claim.attempts });
      await updateDelivery(unit, organization, row.id, {
        state: 'sent',
        content: null,
        ended_at: now,
        last_status: status,
        last_error: null,
      });
      await updateChannel(unit, organization, channel.id, {
        last_sent_at: now,
        failing_since: null,
        told_at: null,
        last_error: null,
      });
    }),
  );
  needs.noteOutcome?.(channel.kind, 'sent');
  needs.log.info({ delivery: row.id, attempts: row.attempts }, 'alert notification delivered');
}

/** Schedules a retry, until the last attempt; the message is then kept as dead, where people can retry it. */
export async function noteFailed(
  needs: DeliverNeeds,
  row: AlertDeliveryRow,
  channel: AlertChannelRow,
  claim: Claim,
  result: SendResult & { readonly kind: 'failed' },
): Promise<void> {
  const organization = organizationId(row.organization_id);
  const { status, error, retryAt, isGone } = result;
  const isDead = isGone || result.isHopeless || claim.attempts >= LIMITS.alerts.triesMax;
  await needs.metadata.transaction(async (unit) => {
    const now = needs.clock.now();
    const delayMs = retryDelayMs(claim.attempts, needs.random());
    const dueAt = isDead ? null : Math.max(now + delayMs, retryAt ?? 0);
    await claim.settle(unit, { dueAt, attempts: claim.attempts });
    await updateDelivery(unit, organization, row.id, {
      last_status: status,
      last_error: error,
      ...(isDead ? { state: 'dead', content: null, ended_at: now } : {}),
    });
    await updateChannel(unit, organization, channel.id, {
      failing_since: channel.failing_since ?? now,
      last_error: error,
      ...(retryAt === undefined ? {} : { paused_until: retryAt }),
    });
    if (isDead) await noteDead(unit, row, channel.name, error, now);
    if (isGone) await disable(needs, unit, channel, now);
  });
  needs.noteOutcome?.(channel.kind, isDead ? 'dead' : 'failed');
  const fields = {
    delivery: row.id,
    channel: channel.id,
    attempts: row.attempts,
    status,
    reason: error,
  };
  if (isDead) needs.log.error(fields, 'alert notification failed');
  else needs.log.warn(fields, 'alert notification will be retried');
}

/** The receiver reported that it no longer exists: nothing is sent there until the channel is enabled again. */
async function disable(
  needs: DeliverNeeds,
  unit: Unit,
  channel: AlertChannelRow,
  now: number,
): Promise<void> {
  const organization = organizationId(channel.organization_id);
  const reason = 'The receiver returned 410 Gone.';
  await updateChannel(unit, organization, channel.id, {
    disabled_at: now,
    disabled_reason: reason,
    version: channel.version + 1,
  });
  await queueNotice(needs, unit, organization, {
    title: `Alert channel disabled: ${channel.name}`,
    body: [
      `Xplain disabled the channel “${channel.name}” (${channel.kind}). ${reason}`,
      'Its notifications are no longer sent. Change its URL and enable it, or delete it:',
      `${needs.publicOrigin()}/alerts/channels`,
    ].join('\n'),
    to: 'owners',
    key: `channel-disabled:${channel.id}`,
  });
}

/** Given up without a try. */
export async function endDelivery(
  needs: DeliverNeeds,
  row: AlertDeliveryRow,
  claim: Claim,
  reason: string,
): Promise<void> {
  await needs.metadata.transaction(async (unit) => {
    await claim.settle(unit, { dueAt: null, attempts: claim.attempts });
    await updateDelivery(unit, organizationId(row.organization_id), row.id, {
      state: 'dead',
      ...(row.kind === 'notice' ? {} : { content: null }),
      ended_at: needs.clock.now(),
      last_error: reason,
    });
    await noteDead(unit, row, row.channel_id, reason, needs.clock.now());
  });
  needs.log.warn(
    { delivery: row.id, channel: row.channel_id, reason },
    'alert notification failed',
  );
}

/** Nobody receives it: the index of alerts records that. */
export async function noteDead(
  unit: Unit,
  row: AlertDeliveryRow,
  channel: string,
  reason: string,
  now: number,
): Promise<void> {
  const event: AlertEvent = {
    kind: 'delivery_dead',
    text: `Notification to ${channel} failed: ${reason}`,
    ...(row.rule_id === null ? {} : { ruleId: row.rule_id }),
    ...(row.incident_id === null ? {} : { incidentId: row.incident_id }),
    details: { delivery: row.id, channel, reason },
  };
  await noteEvents(unit, organizationId(row.organization_id), [event], now);
}
