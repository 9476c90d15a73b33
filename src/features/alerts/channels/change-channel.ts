import type { Actor } from '../../../base/actor.ts';
import { invalid, notFound } from '../../../base/errors.ts';
import type { AlertChannelChange } from '../../../contract/alert-channel-settings.ts';
import type { AlertChannelWithSecret } from '../../../contract/alert-channels.ts';
import type { AlertChannelRow } from '../../../engines/metadata/tables/alerts.ts';
import { newWebhookKey } from '../../../engines/outbound/webhook-key.ts';
import { recordAudit } from '../../../guard/audit/index.ts';
import { askAddresses, findUnasked, noteAsked, requireAsking } from './ask-addresses.ts';
import type { ChannelNeeds } from './channel-needs.ts';
import { openReadable, sealSecret } from './channel-secret.ts';
import { type ChannelSettings, contentOf, settingsOf } from './channel-settings.ts';
import { updateChannel } from '../tables/alert-channels-table.ts';
import {
  checkBodyTemplate,
  checkName,
  checkRecipients,
  checkTaken,
  checkUrl,
  recipientsOf,
  secretOf,
  shownOf,
  takesKey,
} from './read-channel-input.ts';
import { requireOwn, requireVersion, withOwnName } from './require-channel.ts';
import { showChannel } from './show-channel.ts';
import { shownWith } from './shown-with.ts';

export async function changeChannel(
  needs: ChannelNeeds,
  actor: Actor,
  id: string,
  change: AlertChannelChange,
): Promise<AlertChannelWithSecret> {
  const { organization } = actor;
  const before = await requireOwn(needs, actor, id);
  checkTaken(before.kind, change);
  checkBodyTemplate(change.template);
  const settings = {
    ...settingsOf(before),
    ...recipientsOf(change),
    ...(change.template === undefined ? {} : { template: change.template }),
  };
  if (before.kind === 'email') await checkRecipients(needs.metadata, organization, settings);
  const unasked = await findUnasked(
    needs,
    organization,
    change.addresses === undefined ? [] : settings.addresses,
  );
  await requireAsking(needs, organization, unasked);
  const { set, secret } = changedSecret(needs, before, change, settings);
  const now = needs.clock.now();
  const row = await withOwnName(() =>
    needs.metadata.transaction(async (unit) => {
      const known = await requireVersion(unit, organization, id, change.version);
      const changed = await updateChannel(unit, organization, id, {
        ...set,
        ...changedState(needs, change),
        version: change.version + 1,
        updated_at: now,
      });
      if (changed === undefined) throw notFound('channel');
      await askAddresses(needs, unit, actor, unasked);
      const given = (['url', 'key'] as const).filter((name) => change[name] !== undefined);
      const secrets = secret === undefined ? given : [...given, 'secret'];
      const event = {
        action: 'alert_channel.updated',
        resource: id,
        details: { name: changed.name },
        change: { before: contentOf(known), after: contentOf(changed), secrets },
      } as const;
      await recordAudit(unit, actor, event, now);
      return changed;
    }),
  );
  await noteAsked(needs, organization, unasked);
  const shown = showChannel(row, await shownWith(needs, organization));
  return { ...shown, ...(secret === undefined ? {} : { secret }) };
}

interface Changed {
  readonly set: Partial<AlertChannelRow>;
  /** The key that signs from now on, where it is another one. */
  readonly secret?: string;
}

/** The settings, and the secret where the address or the key is another one. */
function changedSecret(
  needs: ChannelNeeds,
  before: AlertChannelRow,
  change: AlertChannelChange,
  settings: ChannelSettings,
): Changed {
  const { url, key } = change;
  if (url === undefined && key === undefined) {
    return { set: { settings: JSON.stringify(settings) } };
  }
  if (url !== undefined) checkUrl(needs.outbound, url);
  const old = openReadable(needs.secrets, before);
  const moved = url === undefined || isSameOrigin(old?.url, url) ? {} : movedKey(before, key);
  if (url === undefined && old === undefined) {
    throw invalid('url', 'Enter the address again. The stored one can no longer be decrypted.');
  }
  const entered = { ...(url === undefined ? {} : { url }), ...(key === undefined ? {} : { key }) };
  const secret = secretOf(before.kind, { ...entered, ...moved }, old);
  if (secret === undefined) return { set: {} };
  const set = {
    settings: JSON.stringify({ ...settings, ...shownOf(before.kind, secret) }),
    secret: sealSecret(needs.secrets, before, secret),
    ...(moved.key === undefined ? {} : { previous_secret: null, previous_until: null }),
    // It is another receiver now: nothing is known against it.
    failing_since: null,
    told_at: null,
    paused_until: null,
    last_error: null,
  };
  return { set, ...(moved.key === undefined ? {} : { secret: moved.key }) };
}

/**
 * Binds a key to the host it was entered for: otherwise anyone who may change an address could have the key of another
 * service sent to their own host. A key of ours, which only signs, is replaced by a new one.
 */
function movedKey(before: AlertChannelRow, entered: string | undefined): { readonly key?: string } {
  if (before.kind === 'webhook') return { key: newWebhookKey() };
  if (!takesKey(before.kind) || entered !== undefined) return {};
  const host = settingsOf(before).host ?? 'the previous host';
  throw invalid('key', `Enter the key again. The stored key is only sent to ${host}.`);
}

function isSameOrigin(before: string | undefined, url: string): boolean {
  return before !== undefined && new URL(before).origin === new URL(url).origin;
}

function changedState(needs: ChannelNeeds, change: AlertChannelChange): Partial<AlertChannelRow> {
  const { name, allowsSamples, enabled } = change;
  return {
    ...(name === undefined ? {} : { name: checkName(name) }),
    ...(allowsSamples === undefined ? {} : { allows_samples: allowsSamples ? 1 : 0 }),
    ...(enabled === undefined ? {} : enabled ? ENABLED : disabledAt(needs.clock.now())),
  };
}

const ENABLED = { disabled_at: null, disabled_reason: null, failing_since: null, told_at: null };

function disabledAt(now: number): Partial<AlertChannelRow> {
  return { disabled_at: now, disabled_reason: 'Disabled manually.' };
}
