/** Preconditions that channel operations check before they change anything. */
import type { Actor } from '../../../base/actor.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import { orTaken, type Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertChannelRow } from '../../../engines/metadata/tables/alerts.ts';
import { OWNERS_CHANNEL } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { tooMany } from '../too-many.ts';
import type { ChannelNeeds } from './channel-needs.ts';
import { countChannels, findChannel } from '../tables/alert-channels-table.ts';

export const withOwnName = orTaken({
  alert_channels_organization_id_name_key: 'A channel with this name already exists.',
});

export async function requireChannel(
  { metadata }: Pick<ChannelNeeds, 'metadata'>,
  actor: Actor,
  id: string,
): Promise<AlertChannelRow> {
  const row = await findChannel(metadata, actor.organization, id);
  if (row === undefined) throw notFound('channel');
  return row;
}

/** The Owners' channel cannot be changed. */
export async function requireOwn(
  needs: Pick<ChannelNeeds, 'metadata'>,
  actor: Actor,
  id: string,
): Promise<AlertChannelRow> {
  if (id !== OWNERS_CHANNEL) return requireChannel(needs, actor, id);
  throw new AppError('CONFLICT', "The default channel to the Owners can't be changed or deleted.");
}

/**
 * Requires room for one more channel. Locks the organization's row, so that two requests cannot both take the last
 * place.
 */
export async function requirePlace(unit: Unit, organization: OrganizationId): Promise<void> {
  const { channelsMax } = LIMITS.alerts;
  await unit.lockRow('organizations', { id: organization });
  if ((await countChannels(unit, organization)) < channelsMax) return;
  throw tooMany('alertChannels', 'channels', channelsMax);
}

/** Requires that the caller has seen the current version. */
export async function requireVersion(
  unit: Unit,
  organization: OrganizationId,
  id: string,
  version: number,
): Promise<AlertChannelRow> {
  await unit.lockRow('alert_channels', { id });
  const row = await findChannel(unit, organization, id);
  if (row === undefined) throw notFound('channel');
  if (row.version === version) return row;
  throw new AppError(
    'CONFLICT',
    'The channel was changed by someone else. Reload the latest version.',
    {
      fields: { version: row.version },
    },
  );
}
