import type { Actor } from '../../../base/actor.ts';
import { notFound } from '../../../base/errors.ts';
import type { AlertChannelChange } from '../../../contract/alert-channel-settings.ts';
import type { AlertChannel } from '../../../contract/alert-channels.ts';
import type { AlertChannelRow } from '../../../engines/metadata/tables/alerts.ts';
import { recordAudit } from '../../../guard/audit/index.ts';
import { askAddresses, findUnasked, noteAsked, requireAsking } from './ask-addresses.ts';
import type { ChannelNeeds } from './channel-needs.ts';
import { openSecret, sealSecret } from './channel-secret.ts';
import { type ChannelSettings, settingsOf } from './channel-settings.ts';
import { updateChannel } from './channels-table.ts';
import {
  checkBodyTemplate,
  checkName,
  checkRecipients,
  checkTaken,
  checkUrl,
  recipientsOf,
  secretOf,
  shownOf,
} from './read-channel-input.ts';
import { requireOwn, requireVersion, withOwnName } from './require-channel.ts';
import { showChannel } from './show-channel.ts';
import { shownWith } from './shown-with.ts';

export async function changeChannel(
  needs: ChannelNeeds,
  actor: Actor,
  id: string,
  change: AlertChannelChange,
): Promise<AlertChannel> {
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
  const set = { ...changedSecret(needs, before, change, settings), ...changedState(needs, change) };
  const now = needs.clock.now();
  const row = await withOwnName(() =>
    needs.metadata.transaction(async (unit) => {
      await requireVersion(unit, organization, id, change.version);
      const changed = await updateChannel(unit, organization, id, {
        ...set,
        version: change.version + 1,
        updated_at: now,
      });
      if (changed === undefined) throw notFound('channel');
      await askAddresses(needs, unit, actor, unasked);
      const fields = Object.keys(change).filter((name) => name !== 'version');
      const details = { name: changed.name, changed: fields };
      await recordAudit(
        unit,
        actor,
        { action: 'alert_channel.updated', resource: id, details },
        now,
      );
      return changed;
    }),
  );
  await noteAsked(needs, organization, unasked);
  return showChannel(row, await shownWith(needs, organization));
}

/** The settings, and the secret where the address or the key is another one. */
function changedSecret(
  needs: ChannelNeeds,
  before: AlertChannelRow,
  change: AlertChannelChange,
  settings: ChannelSettings,
): Partial<AlertChannelRow> {
  const { url, key } = change;
  if (url === undefined && key === undefined) return { settings: JSON.stringify(settings) };
  if (url !== undefined) checkUrl(needs.outbound, url);
  const input = { ...(url === undefined ? {} : { url }), ...(key === undefined ? {} : { key }) };
  // An address that no key opens any more is entered anew, so the old one is read only where it is needed.
  const isWhole = url !== undefined && (key !== undefined || !hasKey(before));
  const old = isWhole ? undefined : openSecret(needs.secrets, before);
  const secret = secretOf(before.kind, input, old);
  if (secret === undefined) return {};
  return {
    settings: JSON.stringify({ ...settings, ...shownOf(before.kind, secret) }),
    secret: sealSecret(needs.secrets, before, secret),
    // It is another receiver now: nothing is known against it.
    failing_since: null,
    told_at: null,
    paused_until: null,
    last_error: null,
  };
}

function hasKey({ kind }: AlertChannelRow): boolean {
  return kind === 'webhook' || kind === 'pagerduty' || kind === 'jsm';
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
  return { disabled_at: now, disabled_reason: 'Disabled by hand.' };
}
