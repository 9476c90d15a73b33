import { type Clock, isoTime } from '../../../base/clock.ts';
import { organizationId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { AlertChannelRow } from '../../../engines/metadata/tables/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { findChannel, readFailingChannels, updateChannel } from '../tables/alert-channels-table.ts';
import type { SettleNeeds } from '../states/settle-needs.ts';
import { noteEvents } from '../tables/alert-events-table.ts';

export interface FailingNeeds extends Pick<SettleNeeds, 'queueNotice'> {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
}

const AT_ONCE_MAX = 100;

/** A channel that has been failing for a while: Owners hear of it by mail, once, then daily. */
export async function notifyFailingChannels(
  needs: FailingNeeds,
  signal: AbortSignal,
): Promise<void> {
  const now = needs.clock.now();
  const bounds = {
    failingBefore: now - LIMITS.alerts.channelFailingMs,
    notifiedBefore: now - LIMITS.alerts.noticeEveryMs,
  };
  for (const channel of await readFailingChannels(needs.metadata, bounds, AT_ONCE_MAX)) {
    if (signal.aborted) return;
    await tellOne(needs, channel, now);
  }
}

async function tellOne(
  { metadata, queueNotice }: FailingNeeds,
  { id, organization_id: owner }: AlertChannelRow,
  now: number,
): Promise<void> {
  const organization = organizationId(owner);
  await metadata.transaction(async (unit) => {
    await unit.lockRow('alert_channels', { organization_id: owner, id });
    const channel = await findChannel(unit, organization, id);
    // It may have worked meanwhile.
    if (channel === undefined || channel.failing_since === null) return;
    const { name, kind, last_error: error, failing_since: since } = channel;
    const details = { channel: name, channel_kind: kind, since: isoTime(since) };
    const text = `Channel ${name} has been failing since ${isoTime(since)}`;
    await noteEvents(unit, organization, [{ kind: 'channel_failing', text, details }], now);
    await queueNotice(unit, organization, {
      title: `Alert channel failing: ${name}`,
      body:
        `Notifications to the channel “${name}” (${kind}) have been failing since ${isoTime(since)}. ` +
        `${error ?? ''}\n\nXplain retries for 24 hours. Check its URL, or send a test notification.`,
      to: 'owners',
      key: `channel-failing:${id}`,
    });
    await updateChannel(unit, organization, id, { told_at: now });
  });
}
