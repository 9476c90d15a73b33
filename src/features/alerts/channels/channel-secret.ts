import { organizationId } from '../../../base/ids.ts';
import type { AlertChannelRow } from '../../../engines/metadata/tables/alerts.ts';
import { type Secrets, UnreadableSecret } from '../../../engines/secrets/secrets.ts';
import type { ChannelSecret } from '../messages/formats/format.ts';
import { channelSecretPlace, previousSecretPlace } from '../tables/alert-channels-table.ts';

type ChannelPlace = Pick<AlertChannelRow, 'id' | 'organization_id'>;

export function sealSecret(secrets: Secrets, channel: ChannelPlace, secret: ChannelSecret): string {
  return secrets.encryptSecret(placeOf(channel), JSON.stringify(secret));
}

/** Throws `UnreadableSecret` when the key of the installation is another one now. */
export function openSecret(
  secrets: Secrets,
  channel: ChannelPlace & Pick<AlertChannelRow, 'secret'>,
): ChannelSecret {
  if (channel.secret === null) throw new Error('a channel that is called has a secret');
  return JSON.parse(secrets.decryptSecret(placeOf(channel), channel.secret)) as ChannelSecret;
}

/** Undefined if no key of the installation can decrypt it any more: the secret must then be entered again. */
export function openReadable(
  secrets: Secrets,
  channel: ChannelPlace & Pick<AlertChannelRow, 'secret'>,
): ChannelSecret | undefined {
  try {
    return channel.secret === null ? undefined : openSecret(secrets, channel);
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined;
    throw error;
  }
}

export function sealPrevious(secrets: Secrets, channel: ChannelPlace, key: string): string {
  return secrets.encryptSecret(previousPlaceOf(channel), key);
}

/** The key that was replaced, while it still signs. */
export function openPrevious(
  secrets: Secrets,
  channel: AlertChannelRow,
  now: number,
): string | undefined {
  const { previous_secret: kept, previous_until: until } = channel;
  if (kept === null || until === null || until <= now) return undefined;
  return secrets.decryptSecret(previousPlaceOf(channel), kept);
}

function placeOf(channel: ChannelPlace) {
  return channelSecretPlace(organizationId(channel.organization_id), channel.id);
}

function previousPlaceOf(channel: ChannelPlace) {
  return previousSecretPlace(organizationId(channel.organization_id), channel.id);
}
