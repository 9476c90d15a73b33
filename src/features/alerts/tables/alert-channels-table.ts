import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { AlertChannelRow } from '../../../engines/metadata/tables/alerts.ts';
import type { SecretKeeper } from '../../../engines/secrets/renew-secrets.ts';
import { secretColumn } from '../../../engines/secrets/secret-columns-table.ts';
import type { SecretPlace } from '../../../engines/secrets/secrets.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const alertChannels = organizationRows('alert_channels');
export const {
  find: findChannel,
  among: findChannels,
  count: countChannels,
  insert: insertChannel,
  update: updateChannel,
  remove: removeChannel,
} = alertChannels;

/** In the order of their names. */
export function readChannels(
  reader: Reader,
  organization: OrganizationId,
): Promise<AlertChannelRow[]> {
  return alertChannels.list(reader, organization, {}, 'name');
}

/** Returns channels of all organizations that have been failing since before a time, without a notice since. */
export async function readFailingChannels(
  { db }: Reader,
  {
    failingBefore,
    notifiedBefore,
  }: { readonly failingBefore: number; readonly notifiedBefore: number },
  rowsMax: number,
): Promise<AlertChannelRow[]> {
  return db
    .selectFrom('alert_channels')
    .selectAll()
    .where('failing_since', '<=', failingBefore)
    .where('disabled_at', 'is', null)
    .where((compare) =>
      compare.or([compare('told_at', 'is', null), compare('told_at', '<', notifiedBefore)]),
    )
    .orderBy('failing_since')
    .limit(rowsMax)
    .execute();
}

/** Of all organizations: channels by mail that fail. */
export async function readFailingMailChannels(
  { db }: Reader,
  rowsMax: number,
): Promise<AlertChannelRow[]> {
  return db
    .selectFrom('alert_channels')
    .selectAll()
    .where('kind', '=', 'email')
    .where('failing_since', 'is not', null)
    .orderBy('failing_since', 'desc')
    .limit(rowsMax)
    .execute();
}

/** Returns the place of a channel's secrets. */
export function channelSecretPlace(organization: OrganizationId, id: string): SecretPlace {
  return { organization, purpose: 'alert-channel', row: id };
}

export function previousSecretPlace(organization: OrganizationId, id: string): SecretPlace {
  return { organization, purpose: 'alert-channel-previous', row: id };
}

/** For renewing the secrets of all organizations under another key. */
export function channelSecretKeepers(metadata: Pick<Metadata, 'db'>): readonly SecretKeeper[] {
  const at = { table: 'alert_channels', row: 'id' };
  return [
    secretColumn(metadata, { ...at, column: 'secret', placeOf: channelSecretPlace }),
    secretColumn(metadata, { ...at, column: 'previous_secret', placeOf: previousSecretPlace }),
  ];
}
