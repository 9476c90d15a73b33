import { isoTime } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Report } from '../../../contract/dashboard-reports.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { DashboardReportRow } from '../../../engines/metadata/tables/dashboards.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const dashboardReports = organizationRows('dashboard_reports');
export const { insert: insertReport } = dashboardReports;

/** Oldest first. */
export function readReports(
  reader: Reader,
  organization: OrganizationId,
  dashboard: string,
): Promise<DashboardReportRow[]> {
  return dashboardReports.list(
    reader,
    organization,
    { dashboard_id: dashboard },
    'created_at',
    'id',
  );
}

/** Of all dashboards, oldest first. */
export function readAllReports(
  reader: Reader,
  organization: OrganizationId,
): Promise<DashboardReportRow[]> {
  return dashboardReports.list(reader, organization, {}, 'created_at', 'id');
}

/** Returns the updated row; undefined if there is none. */
export function updateReport(
  unit: Unit,
  organization: OrganizationId,
  dashboard: string,
  id: string,
  set: Partial<DashboardReportRow>,
): Promise<DashboardReportRow | undefined> {
  return dashboardReports.update(unit, organization, { dashboard_id: dashboard, id }, set);
}

/** What became of a report that was due. */
export async function noteReport(
  { db }: Unit,
  row: DashboardReportRow,
  set: Partial<Pick<DashboardReportRow, 'last_sent_at' | 'last_error'>>,
): Promise<void> {
  await db
    .updateTable('dashboard_reports')
    .set(set)
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', row.id)
    .execute();
}

/** Returns the deleted row; undefined if there was none. */
export function removeReport(
  unit: Unit,
  organization: OrganizationId,
  dashboard: string,
  id: string,
): Promise<DashboardReportRow | undefined> {
  return dashboardReports.remove(unit, organization, { dashboard_id: dashboard, id });
}

/** `emails` are those of the members: who has left is not among the recipients any more. */
export function showReport(row: DashboardReportRow, emails: ReadonlyMap<string, string>): Report {
  return {
    id: row.id,
    name: row.name,
    schedule: JSON.parse(row.schedule) as Report['schedule'],
    recipients: recipientsOf(row, emails),
    earliest: row.earliest,
    latest: row.latest,
    variables: JSON.parse(row.variables) as Report['variables'],
    isEnabled: row.is_enabled === 1,
    nextAt: row.due_at === null ? null : isoTime(row.due_at),
    lastSentAt: row.last_sent_at === null ? null : isoTime(row.last_sent_at),
    lastError: row.last_error,
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}

export function recipientsOf(
  row: Pick<DashboardReportRow, 'recipients'>,
  emails: ReadonlyMap<string, string>,
): string[] {
  const ids = JSON.parse(row.recipients) as string[];
  return ids.flatMap((id) => emails.get(id) ?? []);
}
