import { sql, type SqlBool } from 'kysely';
import type { Page } from '../../../base/cursor.ts';
import { newId, type OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type {
  AlertIncidentEventRow,
  AlertIncidentRow,
} from '../../../engines/metadata/tables/alerts.ts';
import type { IncidentStatus, Severity } from '../../../spec/alerts.ts';
import type { Rule } from '../rule.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export const { find: findIncident } = organizationRows('alert_incidents');

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

/** Returns the updated rows. Incidents that have ended since are omitted. */
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

export interface IncidentFilter {
  readonly status?: IncidentStatus;
  readonly ruleId?: string;
  readonly severity?: Severity;
  /** Those that fired in this stretch, half open. */
  readonly from?: number;
  readonly to?: number;
}

/** Newest first, one row more than the page size. */
export async function readIncidents(
  { db }: Reader,
  organization: OrganizationId,
  { limit, after }: Page,
  { status, ruleId, severity, from, to }: IncidentFilter,
): Promise<AlertIncidentRow[]> {
  let query = db
    .selectFrom('alert_incidents')
    .selectAll()
    .where('organization_id', '=', organization);
  if (status !== undefined) query = query.where('status', '=', status);
  if (ruleId !== undefined) query = query.where('rule_id', '=', ruleId);
  if (severity !== undefined) query = query.where('severity', '=', severity);
  if (from !== undefined) query = query.where('fired_at', '>=', from);
  if (to !== undefined) query = query.where('fired_at', '<', to);
  if (after !== undefined) {
    query = query.where(sql<SqlBool>`(fired_at, id) < (${after.at}, ${after.id})`);
  }
  return query
    .orderBy('fired_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Returns open incidents of all organizations with a due reminder, the longest due first. */
export async function readReminders(
  { db }: Reader,
  now: number,
  max: number,
): Promise<Pick<AlertIncidentRow, 'id' | 'organization_id' | 'rule_id'>[]> {
  return db
    .selectFrom('alert_incidents')
    .select(['id', 'organization_id', 'rule_id'])
    .where('remind_at', '<=', now)
    .where('status', '=', 'firing')
    .orderBy('remind_at')
    .limit(max)
    .execute();
}

/** Schedules reminders for open incidents of a rule at the end of its snooze, unless one is due earlier. */
export async function remindAfterSnooze(
  { db }: Unit,
  organization: OrganizationId,
  rule: string,
  until: number,
): Promise<void> {
  await db
    .updateTable('alert_incidents')
    .set({ remind_at: until })
    .where('organization_id', '=', organization)
    .where('rule_id', '=', rule)
    .where('status', '=', 'firing')
    .execute();
}

/** Removes incidents of all organizations that ended before a time, with their timelines. Returns their number. */
export async function removeEnded({ db }: Reader, before: number, max: number): Promise<number> {
  const removed = await db
    .deleteFrom('alert_incidents')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('alert_incidents as ended')
        .select('ended.id')
        .where('ended.resolved_at', '<', before)
        .orderBy('ended.resolved_at')
        .limit(max),
    )
    .returning('id')
    .execute();
  return removed.length;
}
