import type { OrganizationId } from '../../../base/ids.ts';
import type { AlertSilenceSettings } from '../../../contract/alert-silences.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { AlertSilenceRow } from '../../../engines/metadata/tables/alerts.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export const {
  page: readSilences,
  find: findSilenceRow,
  insert: insertSilence,
  update: updateSilence,
  remove: removeSilence,
} = organizationRows('alert_silences');

export function settingsOf(row: AlertSilenceRow): AlertSilenceSettings {
  return JSON.parse(row.settings) as AlertSilenceSettings;
}

/** Returns silences that may apply at an instant, oldest first. */
export async function readSilencesAt(
  { db }: Reader,
  organization: OrganizationId,
  at: number,
): Promise<AlertSilenceRow[]> {
  return db
    .selectFrom('alert_silences')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('starts_at', '<=', at)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', at)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Counts silences that have not ended, except the given one. */
export async function countSilences(
  { db }: Reader,
  organization: OrganizationId,
  now: number,
  besides: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('alert_silences')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .where('id', '!=', besides)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return count;
}

/** Of one organization, those that ended before an instant. */
export async function removeSilencesBefore(
  { db }: Unit,
  organization: OrganizationId,
  before: number,
): Promise<void> {
  await db
    .deleteFrom('alert_silences')
    .where('organization_id', '=', organization)
    .where('ends_at', '<', before)
    .execute();
}
