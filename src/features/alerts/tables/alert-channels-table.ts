import { organizationId, type OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertChannelRow } from '../../../engines/metadata/tables/alerts.ts';
import type { SecretKeeper } from '../../../engines/secrets/renew-secrets.ts';
import type { SecretPlace } from '../../../engines/secrets/secrets.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

/** In the order of their names. */
export async function readChannels(
  { db }: Reader,
  organization: OrganizationId,
): Promise<AlertChannelRow[]> {
  return db
    .selectFrom('alert_channels')
    .selectAll()
    .where('organization_id', '=', organization)
    .orderBy('name')
    .execute();
}

export async function findChannel(
  { db }: Reader,
  organization: OrganizationId,
  id: string,
): Promise<AlertChannelRow | undefined> {
  return db
    .selectFrom('alert_channels')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findChannels(
  { db }: Reader,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<AlertChannelRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('alert_channels')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('id', 'in', [...ids])
    .execute();
}

export async function countChannels({ db }: Reader, organization: OrganizationId): Promise<number> {
  const { count } = await db
    .selectFrom('alert_channels')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertChannel({ db }: Unit, row: AlertChannelRow): Promise<void> {
  await db.insertInto('alert_channels').values(row).execute();
}

/** The row as it is now; undefined when there is none. */
export async function updateChannel(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  set: Partial<AlertChannelRow>,
): Promise<AlertChannelRow | undefined> {
  return db
    .updateTable('alert_channels')
    .set(set)
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** The row that is gone; undefined when there was none. */
export async function removeChannel(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
): Promise<AlertChannelRow | undefined> {
  return db
    .deleteFrom('alert_channels')
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Of all organizations: channels that have been failing since before then, and that nobody was told of since. */
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

/** Where the secrets of a channel are kept. */
export function channelSecretPlace(organization: OrganizationId, id: string): SecretPlace {
  return { organization, purpose: 'alert-channel', row: id };
}

export function previousSecretPlace(organization: OrganizationId, id: string): SecretPlace {
  return { organization, purpose: 'alert-channel-previous', row: id };
}

/** For renewing the secrets of all organizations under another key. */
export function channelSecretKeepers({ db }: Pick<Metadata, 'db'>): readonly SecretKeeper[] {
  const keeperOf = (
    column: 'secret' | 'previous_secret',
    placeOf: typeof channelSecretPlace,
  ): SecretKeeper => ({
    readStale: async (prefix, after, max) => {
      let query = db
        .selectFrom('alert_channels')
        .select(['organization_id', 'id', column])
        .where(column, 'not like', `${prefix}%`);
      if (after !== undefined) {
        query = query.where((compare) =>
          compare(
            compare.refTuple('organization_id', 'id'),
            '>',
            compare.tuple(after.organization as string, after.row),
          ),
        );
      }
      const rows = await query.orderBy('organization_id').orderBy('id').limit(max).execute();
      return rows.map((row) => ({
        place: placeOf(organizationId(row.organization_id), row.id),
        kept: row[column] ?? '',
      }));
    },
    replace: async ({ place, kept }, renewed) => {
      await db
        .updateTable('alert_channels')
        .set({ [column]: renewed })
        .where('organization_id', '=', place.organization)
        .where('id', '=', place.row)
        .where(column, '=', kept)
        .execute();
    },
  });
  return [keeperOf('secret', channelSecretPlace), keeperOf('previous_secret', previousSecretPlace)];
}
