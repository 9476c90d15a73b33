import { isoTime } from '../../../base/clock.ts';
import type { AlertChannel } from '../../../contract/alert-channels.ts';
import type { AlertChannelRow } from '../../../engines/metadata/tables/alerts.ts';
import { OWNERS_CHANNEL } from '../../../spec/alerts.ts';
import { settingsOf } from './channel-settings.ts';

/** Data shown in addition to the row. */
export interface ShownWith {
  /** Addresses that get mail: confirmed, or a member's. */
  readonly confirmed: ReadonlySet<string>;
  readonly dead: ReadonlyMap<string, number>;
  /** When the Owners' channel, which has no row, last sent a message. */
  readonly ownersSentAt: number | null;
  readonly now: number;
}

/** Never the address or the key: only the host and the last four characters. */
export function showChannel(
  row: AlertChannelRow,
  { confirmed, dead, now }: ShownWith,
): AlertChannel {
  const { roles, members, addresses, host, lastFour, template } = settingsOf(row);
  const time = (at: number | null): string | null => (at === null ? null : isoTime(at));
  const future = (at: number | null): string | null =>
    at !== null && at > now ? isoTime(at) : null;
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    version: row.version,
    isBuiltIn: false,
    roles: [...roles],
    members: [...members],
    addresses: addresses.map((email) => ({ email, confirmed: confirmed.has(email) })),
    host,
    lastFour,
    template,
    allowsSamples: row.kind === 'email' || row.allows_samples === 1,
    enabled: row.disabled_at === null,
    disabledReason: row.disabled_reason,
    pausedUntil: future(row.paused_until),
    failingSince: time(row.failing_since),
    lastSentAt: time(row.last_sent_at),
    lastError: row.last_error,
    dead: dead.get(row.id) ?? 0,
    previousSecretUntil: future(row.previous_until),
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}

/** The channel that every organization has. It has no row, so nothing can change it. */
export function showOwners({
  dead,
  ownersSentAt,
}: Pick<ShownWith, 'dead' | 'ownersSentAt'>): AlertChannel {
  return {
    id: OWNERS_CHANNEL,
    name: OWNERS_NAME,
    kind: 'email',
    version: 1,
    isBuiltIn: true,
    roles: ['owner'],
    members: [],
    addresses: [],
    host: null,
    lastFour: null,
    template: null,
    allowsSamples: true,
    enabled: true,
    disabledReason: null,
    pausedUntil: null,
    failingSince: null,
    lastSentAt: ownersSentAt === null ? null : isoTime(ownersSentAt),
    lastError: null,
    dead: dead.get(OWNERS_CHANNEL) ?? 0,
    previousSecretUntil: null,
    createdBy: null,
    createdAt: null,
    updatedAt: null,
  };
}

export const OWNERS_NAME = 'Owners';
