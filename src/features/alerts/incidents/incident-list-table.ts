import { sql, type SqlBool } from 'kysely';
import type { Page } from '../../../base/cursor.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import type { IncidentStatus, Severity } from '../../../spec/alerts.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export interface IncidentFilter {
  readonly status?: IncidentStatus;
  readonly ruleId?: string;
  readonly severity?: Severity;
  /** Those that fired in this stretch, half open. */
  readonly from?: number;
  readonly to?: number;
}

/** Newest first, one more than the page holds. */
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

/** Open ones of all organizations that somebody is to be reminded of, the longest due first. */
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

/** Open incidents of a rule say when its snooze is over that they fire still, unless they speak up before. */
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

/** Those of all organizations that ended before a time, with their timelines. Says how many there were. */
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
