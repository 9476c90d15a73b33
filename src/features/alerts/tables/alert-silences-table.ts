import type { Page } from '../../../base/cursor.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { AlertSilenceSettings } from '../../../contract/alert-silences.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { newestFirst } from '../../../engines/metadata/newest-first.ts';
import type { AlertSilenceRow } from '../../../engines/metadata/tables/alerts.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export function settingsOf(row: AlertSilenceRow): AlertSilenceSettings {
  return JSON.parse(row.settings) as AlertSilenceSettings;
}

/** Newest first, one more than the page holds. */
export async function readSilences(
  { db }: Reader,
  organization: OrganizationId,
  page: Page,
): Promise<AlertSilenceRow[]> {
  const query = db
    .selectFrom('alert_silences')
    .selectAll()
    .where('organization_id', '=', organization);
  return newestFirst(query, page).execute();
}

/** Those that may hold at an instant, oldest first. */
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

export async function findSilenceRow(
  { db }: Reader,
  organization: OrganizationId,
  id: string,
): Promise<AlertSilenceRow | undefined> {
  return db
    .selectFrom('alert_silences')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Those that are not over, beside the one that is named. */
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

export async function insertSilence({ db }: Unit, row: AlertSilenceRow): Promise<void> {
  await db.insertInto('alert_silences').values(row).execute();
}

export async function updateSilence(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  set: Partial<AlertSilenceRow>,
): Promise<void> {
  await db
    .updateTable('alert_silences')
    .set(set)
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .execute();
}

/** The row that is gone; undefined when there was none. */
export async function removeSilence(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
): Promise<AlertSilenceRow | undefined> {
  return db
    .deleteFrom('alert_silences')
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
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
