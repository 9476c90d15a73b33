import type { Actor } from '../../../base/actor.ts';
import { notFound } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import type { AlertChannelDraft } from '../../../contract/alert-channel-settings.ts';
import type { AlertChannel, AlertChannelWithSecret } from '../../../contract/alert-channels.ts';
import type { AlertChannelRow } from '../../../engines/metadata/tables/alerts.ts';
import { actorName, recordAudit } from '../../../guard/audit/index.ts';
import { OWNERS_CHANNEL } from '../../../spec/alerts.ts';
import { giveUpWaiting } from '../tables/alert-deliveries-table.ts';
import { askAddresses, findUnasked, noteAsked, requireAsking } from './ask-addresses.ts';
import type { ChannelNeeds } from './channel-needs.ts';
import { newWebhookKey } from '../../../engines/outbound/webhook-key.ts';
import { sealSecret } from './channel-secret.ts';
import { contentOf, NO_SETTINGS } from './channel-settings.ts';
import { insertChannel, readChannels, removeChannel } from '../tables/alert-channels-table.ts';
import {
  checkBodyTemplate,
  checkName,
  checkRecipients,
  checkUrl,
  recipientsOf,
  secretOf,
  shownOf,
} from './read-channel-input.ts';
import { requireChannel, requireOwn, requirePlace, withOwnName } from './require-channel.ts';
import { showChannel, showOwners } from './show-channel.ts';
import { shownWith } from './shown-with.ts';

/** The Owners' channel first, then by name. */
export async function listChannels(needs: ChannelNeeds, actor: Actor): Promise<AlertChannel[]> {
  const rows = await readChannels(needs.metadata, actor.organization);
  const shown = await shownWith(needs, actor.organization);
  return [showOwners(shown), ...rows.map((row) => showChannel(row, shown))];
}

export async function readChannel(
  needs: ChannelNeeds,
  actor: Actor,
  id: string,
): Promise<AlertChannel> {
  const shown = await shownWith(needs, actor.organization);
  if (id === OWNERS_CHANNEL) return showOwners(shown);
  return showChannel(await requireChannel(needs, actor, id), shown);
}

export async function createChannel(
  needs: ChannelNeeds,
  actor: Actor,
  draft: AlertChannelDraft,
): Promise<AlertChannelWithSecret> {
  const { organization } = actor;
  const now = needs.clock.now();
  const key = draft.kind === 'webhook' ? { key: newWebhookKey() } : {};
  const secret = secretOf(draft.kind, { ...draft, ...key }, undefined);
  if (secret !== undefined) checkUrl(needs.outbound, secret.url);
  const template = draft.kind === 'webhook' ? (draft.template ?? null) : null;
  checkBodyTemplate(template);
  const settings = {
    ...NO_SETTINGS,
    ...(draft.kind === 'email' ? recipientsOf(draft) : {}),
    ...(secret === undefined ? {} : shownOf(draft.kind, secret)),
    template,
  };
  if (draft.kind === 'email') await checkRecipients(needs.metadata, organization, settings);
  const unasked = await findUnasked(needs, organization, settings.addresses);
  await requireAsking(needs, organization, unasked);
  const row: AlertChannelRow = {
    ...EMPTY_ROW,
    id: newId('alertChannel'),
    organization_id: organization,
    name: checkName(draft.name),
    kind: draft.kind,
    settings: JSON.stringify(settings),
    allows_samples: draft.kind !== 'email' && draft.allowsSamples === true ? 1 : 0,
    created_by: actorName(actor),
    created_at: now,
    updated_at: now,
  };
  if (secret !== undefined) row.secret = sealSecret(needs.secrets, row, secret);
  await withOwnName(() =>
    needs.metadata.transaction(async (unit) => {
      await requirePlace(unit, organization);
      await insertChannel(unit, row);
      await askAddresses(needs, unit, actor, unasked);
      const details = { name: row.name, kind: row.kind, allowsSamples: row.allows_samples === 1 };
      const change = { after: contentOf(row) };
      const event = { action: 'alert_channel.created', resource: row.id, details, change } as const;
      await recordAudit(unit, actor, event, now);
    }),
  );
  await noteAsked(needs, organization, unasked);
  const shown = showChannel(row, await shownWith(needs, organization));
  return { ...shown, ...(key.key === undefined ? {} : { secret: key.key }) };
}

/** Rules that reference it continue without it; pending messages for it are abandoned. */
export async function deleteChannel(needs: ChannelNeeds, actor: Actor, id: string): Promise<void> {
  const { organization } = actor;
  await requireOwn(needs, actor, id);
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    const row = await removeChannel(unit, organization, id);
    if (row === undefined) throw notFound('channel');
    await giveUpWaiting(unit, organization, id, { reason: 'The channel was deleted.', now });
    const details = { name: row.name, kind: row.kind };
    const change = { before: contentOf(row) };
    const event = { action: 'alert_channel.deleted', resource: id, details, change } as const;
    await recordAudit(unit, actor, event, now);
  });
}

const EMPTY_ROW = {
  version: 1,
  secret: null,
  previous_secret: null,
  previous_until: null,
  disabled_at: null,
  disabled_reason: null,
  paused_until: null,
  failing_since: null,
  told_at: null,
  last_sent_at: null,
  last_error: null,
} as const satisfies Partial<AlertChannelRow>;
