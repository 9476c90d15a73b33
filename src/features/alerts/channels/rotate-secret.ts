import type { Actor } from '../../../base/actor.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import type { AlertChannelWithSecret } from '../../../contract/alert-channels.ts';
import { recordAudit } from '../../../guard/audit/index.ts';
import { OWNERS_CHANNEL } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { ChannelNeeds } from './channel-needs.ts';
import { newWebhookKey } from '../../../engines/outbound/webhook-key.ts';
import { openSecret, sealPrevious, sealSecret } from './channel-secret.ts';
import { findChannel, updateChannel } from '../tables/alert-channels-table.ts';
import { showChannel } from './show-channel.ts';
import { shownWith } from './shown-with.ts';

/** For a day both keys sign, so that the receiver can change over without losing a message. */
export async function rotateSecret(
  needs: ChannelNeeds,
  actor: Actor,
  id: string,
): Promise<AlertChannelWithSecret> {
  const { organization } = actor;
  const now = needs.clock.now();
  const key = newWebhookKey();
  const row = await needs.metadata.transaction(async (unit) => {
    await unit.lockRow('alert_channels', { id });
    const before = await findChannel(unit, organization, id);
    if (before === undefined && id !== OWNERS_CHANNEL) throw notFound('channel');
    if (before?.kind !== 'webhook') {
      throw new AppError(
        'CONFLICT',
        'Only webhooks have a signing secret. Change the key instead.',
      );
    }
    const secret = openSecret(needs.secrets, before);
    const changed = await updateChannel(unit, organization, id, {
      secret: sealSecret(needs.secrets, before, { ...secret, key }),
      previous_secret:
        secret.key === undefined ? null : sealPrevious(needs.secrets, before, secret.key),
      previous_until: now + LIMITS.alerts.secretOverlapMs,
      version: before.version + 1,
      updated_at: now,
    });
    if (changed === undefined) throw notFound('channel');
    const event = {
      action: 'alert_channel.secret_rotated',
      resource: id,
      details: { name: changed.name },
      change: { secrets: ['secret'] },
    } as const;
    await recordAudit(unit, actor, event, now);
    return changed;
  });
  return { ...showChannel(row, await shownWith(needs, organization)), secret: key };
}
