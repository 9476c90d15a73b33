import { pickFields } from '../../../base/pick-fields.ts';
import type { Definition } from '../../../contract/check-bundle.ts';
import type {
  AlertChannelChange,
  AlertChannelDraft,
} from '../../../contract/alert-channel-settings.ts';
import type { AlertChannelRow } from '../../../engines/metadata/tables/alerts.ts';
import type { ManagedKind, ManagedThing } from '../../../room.ts';
import { findChannel, readChannels } from '../tables/alert-channels-table.ts';
import { changeChannel } from './change-channel.ts';
import type { ChannelNeeds } from './channel-needs.ts';
import { openReadable } from './channel-secret.ts';
import { settingsOf } from './channel-settings.ts';
import { createChannel, deleteChannel } from './manage-channels.ts';
import { defaultUrl, takesKey } from './read-channel-input.ts';

/** Channels as code. Addresses and keys are secrets. */
export function channelKind(needs: ChannelNeeds): ManagedKind {
  return {
    kind: 'channels',
    permissions: { read: 'alert-rules:read', write: 'channels:manage', delete: 'channels:manage' },
    needsStandingRole: true,
    hasUniqueNames: true,
    fixed: ['kind'],
    defaults,
    complete: (definition) => ({ ...defaults(definition), ...definition, ...lowered(definition) }),
    async list(metadata, { organization }) {
      const rows = await readChannels(metadata, organization);
      return rows.toSorted((a, b) => a.created_at - b.created_at).map(thingOf);
    },
    async secretsOf(metadata, { organization }, id) {
      const row = await findChannel(metadata, organization, id);
      const kept = row === undefined ? undefined : openReadable(needs.secrets, row);
      if (kept === undefined) return {};
      return { url: kept.url, ...(kept.key === undefined ? {} : { key: kept.key }) };
    },
    async create(metadata, actor, { enabled, ...definition }) {
      const within = { ...needs, metadata };
      const { id } = await createChannel(within, actor, definition as AlertChannelDraft);
      if (enabled === false) await changeChannel(within, actor, id, { version: 1, enabled });
      return id;
    },
    async update(metadata, actor, id, definition, { fields }) {
      const row = await findChannel(metadata, actor.organization, id);
      const changed = pickFields(definition, fields);
      // Another name for a secret that stays is no change of the channel.
      if (Object.keys(changed).length === 0) return;
      const change = { ...changed, version: row?.version ?? 0 } as AlertChannelChange;
      await changeChannel({ ...needs, metadata }, actor, id, change);
    },
    remove: (metadata, actor, { id }) => deleteChannel({ ...needs, metadata }, actor, id),
  };
}

function defaults({ kind }: Definition): Definition {
  if (kind === 'email') return { roles: [], members: [], addresses: [], enabled: true };
  const called = { allowsSamples: false, enabled: true };
  return kind === 'webhook' ? { ...called, template: null } : called;
}

/** Addresses are stored in lower case, without duplicates. */
function lowered({ addresses }: Definition): Definition {
  if (!Array.isArray(addresses)) return {};
  return { addresses: [...new Set(addresses.map((email) => String(email).toLowerCase()))] };
}

function thingOf(row: AlertChannelRow): ManagedThing {
  const { roles, members, addresses, template, host } = settingsOf(row);
  const { id, kind, name } = row;
  const common = { kind, name, enabled: row.disabled_at === null };
  if (kind === 'email') {
    return { id, name, definition: { ...common, roles, members, addresses } };
  }
  const called = { ...common, allowsSamples: row.allows_samples === 1 };
  const isUsual = takesKey(kind) && host === new URL(defaultUrl(kind)).host;
  return {
    id,
    name,
    definition: kind === 'webhook' ? { ...called, template } : called,
    secrets: [...(isUsual ? [] : ['url']), ...(takesKey(kind) ? ['key'] : [])],
  };
}
