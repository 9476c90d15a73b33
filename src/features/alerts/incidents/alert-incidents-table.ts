import { newId, type OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type {
  AlertIncidentEventRow,
  AlertIncidentRow,
} from '../../../engines/metadata/tables/alerts.ts';
import type { Rule } from '../rule.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export async function insertIncidents(
  { db }: Unit,
  rows: readonly AlertIncidentRow[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('alert_incidents')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}

const ROWS_AT_ONCE = 200;

export async function findIncident(
  { db }: Reader,
  organization: OrganizationId,
  id: string,
): Promise<AlertIncidentRow | undefined> {
  return db
    .selectFrom('alert_incidents')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Of one rule; those that are named, or all. */
export async function readOpenIncidents(
  { db }: Reader,
  { id, organization }: Pick<Rule, 'id' | 'organization'>,
  group?: string,
): Promise<AlertIncidentRow[]> {
  const open = db
    .selectFrom('alert_incidents')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('rule_id', '=', id)
    .where('status', '=', 'firing');
  const those = group === undefined ? open : open.where('group_hash', '=', group);
  return those.orderBy('fired_at').orderBy('id').execute();
}

/** The rows as they are now. Those that have ended meanwhile are left out. */
export async function updateOpenIncidents(
  { db }: Unit,
  organization: string,
  ids: readonly string[],
  set: Partial<AlertIncidentRow>,
): Promise<AlertIncidentRow[]> {
  const rows: AlertIncidentRow[] = [];
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const changed = await db
      .updateTable('alert_incidents')
      .set(set)
      .where('organization_id', '=', organization)
      .where('id', 'in', ids.slice(from, from + ROWS_AT_ONCE))
      .where('status', '=', 'firing')
      .returningAll()
      .execute();
    rows.push(...changed);
  }
  return rows;
}

export interface TimelineEntry {
  readonly incidentId: string;
  readonly kind: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export async function insertTimeline(
  { db }: Unit,
  organization: string,
  entries: readonly TimelineEntry[],
  at: number,
): Promise<void> {
  const rows = entries.map(({ incidentId, kind, details }): AlertIncidentEventRow => ({
    id: newId('alertIncidentEvent'),
    organization_id: organization,
    incident_id: incidentId,
    at,
    kind,
    details: JSON.stringify(details),
  }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('alert_incident_events')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}

/** The newest ones, oldest first. */
export async function readTimeline(
  { db }: Reader,
  organization: OrganizationId,
  incident: string,
  entriesMax: number,
): Promise<AlertIncidentEventRow[]> {
  const rows = await db
    .selectFrom('alert_incident_events')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('incident_id', '=', incident)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(entriesMax)
    .execute();
  return rows.toReversed();
}
