import type { Actor } from '../../../base/actor.ts';
import { AppError, invalid, notFound } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import { pageOfWhole, type PageQuery } from '../../../base/page-of-whole.ts';
import type { Report, ReportChange, ReportDraft } from '../../../contract/dashboard-reports.ts';
import { completeDefinition } from '../../../contract/definition-form.ts';
import type {
  DashboardReportRow,
  DashboardRow,
} from '../../../engines/metadata/tables/dashboards.ts';
import { type SearchNeeds, searchZone } from '../../../flow/search/index.ts';
import { emailsOfMembers } from './emails-of-members.ts';
import { actorName, recordAudit } from '../../../guard/audit/index.ts';
import { lockPlan } from '../../../guard/limits/index.ts';
import { parseTime } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { chosenValues, refuseUnknown } from '../refreshing/bind-variables.ts';
import { definitionOf } from '../managing/dashboards-table.ts';
import { type DashboardNeeds, requireDashboard } from '../managing/manage-dashboards.ts';
import {
  insertReport,
  readReports,
  removeReport,
  showReport,
  updateReport,
} from './dashboard-reports-table.ts';
import { nextReport } from './report-times.ts';

export interface ReportNeeds extends DashboardNeeds {
  readonly search: SearchNeeds;
}

export async function listReports(
  needs: ReportNeeds,
  actor: Actor,
  dashboard: string,
  page: PageQuery,
): Promise<{ data: Report[]; nextCursor: string | null }> {
  await requireDashboard(needs, actor, dashboard);
  const rows = await readReports(needs.metadata, actor.organization, dashboard);
  const emails = await emailsOfMembers(needs.metadata, actor.organization);
  return pageOfWhole(
    rows.map((row) => showReport(row, emails)),
    page,
    ({ id }) => id,
  );
}

export async function createReport(
  needs: ReportNeeds,
  actor: Actor,
  id: string,
  draft: ReportDraft,
): Promise<Report> {
  const { organization } = actor;
  const dashboard = await requireDashboard(needs, actor, id);
  checkView(dashboard, draft);
  const emails = await emailsOfMembers(needs.metadata, organization);
  const now = needs.clock.now();
  const isEnabled = draft.isEnabled ?? true;
  const row: DashboardReportRow = {
    id: newId('report'),
    organization_id: organization,
    dashboard_id: id,
    name: draft.name ?? dashboard.name,
    schedule: JSON.stringify(draft.schedule),
    recipients: JSON.stringify(requireMembers(emails, draft.recipients)),
    earliest: draft.earliest ?? null,
    latest: draft.latest ?? null,
    variables: JSON.stringify(draft.variables ?? {}),
    is_enabled: isEnabled ? 1 : 0,
    due_at: isEnabled ? await nextTime(needs, dashboard, draft.schedule, now) : null,
    lease_until: null,
    claimed_by: null,
    fence: 0,
    attempts: 0,
    last_sent_at: null,
    last_error: null,
    created_by: actorName(actor),
    created_at: now,
    updated_at: now,
  };
  await needs.metadata.transaction(async (unit) => {
    // Also locks the organization, so that only one of two concurrent reports gets the last place.
    await lockPlan(unit, organization);
    const { length } = await readReports(unit, organization, id);
    if (length >= LIMITS.dashboards.reportsPerDashboardMax) throw tooMany();
    await insertReport(unit, row);
    const details = { name: row.name, dashboard: id, recipients: draft.recipients };
    const event = {
      action: 'report.created',
      resource: row.id,
      details,
      change: { after: contentOf(row, emails) },
    } as const;
    await recordAudit(unit, actor, event, now);
  });
  return showReport(row, emails);
}

export async function changeReport(
  needs: ReportNeeds,
  actor: Actor,
  id: string,
  report: string,
  change: ReportChange,
): Promise<Report> {
  const { organization } = actor;
  const dashboard = await requireDashboard(needs, actor, id);
  const before = (await readReports(needs.metadata, organization, id)).find(
    (each) => each.id === report,
  );
  if (before === undefined) throw notFound('report');
  checkView(dashboard, change);
  const emails = await emailsOfMembers(needs.metadata, organization);
  const now = needs.clock.now();
  const schedule = change.schedule ?? (JSON.parse(before.schedule) as Report['schedule']);
  const isEnabled = change.isEnabled ?? before.is_enabled === 1;
  const { name, recipients, earliest, latest, variables } = change;
  const set = {
    ...(name === undefined ? {} : { name }),
    ...(earliest === undefined ? {} : { earliest }),
    ...(latest === undefined ? {} : { latest }),
    ...(variables === undefined ? {} : { variables: JSON.stringify(variables) }),
    ...(recipients === undefined
      ? {}
      : { recipients: JSON.stringify(requireMembers(emails, recipients)) }),
    schedule: JSON.stringify(schedule),
    is_enabled: isEnabled ? 1 : 0,
    due_at: isEnabled ? await nextTime(needs, dashboard, schedule, now) : null,
    updated_at: now,
  };
  const row = await needs.metadata.transaction(async (unit) => {
    const changed = await updateReport(unit, organization, id, report, set);
    if (changed === undefined) throw notFound('report');
    const event = {
      action: 'report.updated',
      resource: report,
      details: { name: changed.name, dashboard: id },
      change: { before: contentOf(before, emails), after: contentOf(changed, emails) },
    } as const;
    await recordAudit(unit, actor, event, now);
    return changed;
  });
  return showReport(row, emails);
}

export async function deleteReport(
  needs: ReportNeeds,
  actor: Actor,
  id: string,
  report: string,
): Promise<void> {
  const now = needs.clock.now();
  const emails = await emailsOfMembers(needs.metadata, actor.organization);
  await needs.metadata.transaction(async (unit) => {
    const row = await removeReport(unit, actor.organization, id, report);
    if (row === undefined) throw notFound('report');
    const event = {
      action: 'report.deleted',
      resource: report,
      details: { name: row.name, dashboard: id },
      change: { before: contentOf(row, emails) },
    } as const;
    await recordAudit(unit, actor, event, now);
  });
}

/** What people write of a report. */
function contentOf(row: DashboardReportRow, emails: ReadonlyMap<string, string>) {
  const {
    nextAt: _nextAt,
    lastSentAt: _sentAt,
    lastError: _error,
    ...content
  } = showReport(row, emails);
  return content;
}

/** In the zone of the dashboard, by default that of the organization. */
export async function nextTime(
  { search }: { readonly search: SearchNeeds },
  dashboard: DashboardRow,
  schedule: Report['schedule'],
  after: number,
): Promise<number> {
  const organization = dashboard.organization_id as Actor['organization'];
  const { timeZone } = definitionOf(dashboard);
  const zone = await searchZone(search, organization, timeZone ?? undefined);
  return nextReport(schedule, zone, after);
}

function checkView(dashboard: DashboardRow, change: ReportChange): void {
  const { earliest, latest, variables = {} } = change;
  for (const [path, text] of Object.entries({ earliest, latest })) {
    if (text === undefined || text === null) continue;
    const time = parseTime(text);
    if (time.kind === 'problem') throw invalid(path, time.message);
  }
  const { variables: known } = completeDefinition(definitionOf(dashboard));
  refuseUnknown(known, variables);
  for (const variable of known) chosenValues(variable, variables);
}

/** Log contents are sent only to members. */
function requireMembers(
  emails: ReadonlyMap<string, string>,
  recipients: readonly string[],
): string[] {
  const ids = new Map([...emails].map(([id, email]) => [email.toLowerCase(), id]));
  return recipients.map((address, at) => {
    const id = ids.get(address.toLowerCase());
    if (id === undefined) {
      throw invalid(`recipients.${at}`, 'Recipients must be members of the organization.');
    }
    return id;
  });
}

function tooMany(): AppError {
  const message = `A dashboard can have at most ${LIMITS.dashboards.reportsPerDashboardMax} reports.`;
  return new AppError('CONFLICT', message);
}
