import type { AlertChannelRow } from '../../../engines/metadata/tables/alerts.ts';
import type { Role } from '../../../spec/roles.ts';

/** What may be shown of a channel, as its row keeps it. */
export interface ChannelSettings {
  readonly roles: readonly Role[];
  /** Ids of members. */
  readonly members: readonly string[];
  /** In small letters; each has to confirm unless it is a member's. */
  readonly addresses: readonly string[];
  readonly host: string | null;
  readonly lastFour: string | null;
  /** JSON with placeholders. */
  readonly template: string | null;
}

export const NO_SETTINGS: ChannelSettings = {
  roles: [],
  members: [],
  addresses: [],
  host: null,
  lastFour: null,
  template: null,
};

/** What people write of a channel, without its secrets. */
export function contentOf(row: AlertChannelRow) {
  const { roles, members, addresses, host, template } = settingsOf(row);
  return {
    name: row.name,
    kind: row.kind,
    roles,
    members,
    addresses,
    host,
    template,
    allowsSamples: row.kind === 'email' || row.allows_samples === 1,
    enabled: row.disabled_at === null,
  };
}

export function settingsOf({ settings }: Pick<AlertChannelRow, 'settings'>): ChannelSettings {
  return { ...NO_SETTINGS, ...(JSON.parse(settings) as Partial<ChannelSettings>) };
}
