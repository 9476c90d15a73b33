/** Makes the reports that are due, and hands them to the mail. */
import { systemActor } from '../../../base/actor.ts';
import { organizationId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import type { DashboardData } from '../../../contract/dashboard-data.ts';
import type { Report } from '../../../contract/dashboard-reports.ts';
import { type CompleteDefinition, completeDefinition } from '../../../contract/definition-form.ts';
import type { Mail } from '../../../engines/mail/mail.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type {
  DashboardReportRow,
  DashboardRow,
} from '../../../engines/metadata/tables/dashboards.ts';
import type { Claim, DueWork } from '../../../engines/schedule/schedule.ts';
import { emailsOfMembers } from './emails-of-members.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import { beginRefresh } from '../refreshing/begin-refresh.ts';
import type { RefreshNeeds } from '../refreshing/refresh.ts';
import { gatherRefresh } from '../refreshing/tell-refresh.ts';
import { definitionOf, findDashboard } from '../managing/dashboards-table.ts';
import { noteReport, recipientsOf } from './dashboard-reports-table.ts';
import { nextTime, type ReportNeeds } from './manage-reports.ts';
import { writeReport } from './write-report.ts';

export type SendNeeds = ReportNeeds &
  RefreshNeeds & {
    readonly publicOrigin: () => string;
    /** Writes the mail in the transaction; it leaves after the commit. */
    readonly enqueueMail: (unit: Unit, mail: Mail) => Promise<void>;
    readonly log: Log;
  };

export function sendReports(needs: SendNeeds): DueWork<DashboardReportRow> {
  const { reportsAtOnce, reportAttemptsMax, reportLateMsMax } = LIMITS.dashboards;
  return {
    name: 'dashboard-reports',
    table: 'dashboard_reports',
    owner: 'organization_id',
    placesMax: reportsAtOnce,
    perOwnerMax: 1,
    leaseMs: LIMITS.schedule.rowLeaseMs,
    everyMs: LIMITS.schedule.rowsEveryMs,
    attemptsMax: reportAttemptsMax,
    retryDelayMs: (attempts) => attempts * MINUTE_MS,
    isTooLate: ({ due_at: dueAt }, now) => dueAt !== null && now - dueAt > reportLateMsMax,
    work: (row, claim) => sendOne(needs, row, claim),
    giveUp: (row, claim, reason) => giveUp(needs, row, claim, reason),
  };
}

async function sendOne(needs: SendNeeds, row: DashboardReportRow, claim: Claim): Promise<void> {
  const { metadata, clock } = needs;
  const organization = organizationId(row.organization_id);
  const dashboard = await findDashboard(metadata, organization, { id: row.dashboard_id });
  if (dashboard === undefined) throw new Error('a report outlived its dashboard');
  const now = clock.now();
  const next = await dueAfter(needs, row, dashboard, now);
  // The zone has changed since: it comes at its time there.
  if ((await dueAfter(needs, row, dashboard, (row.due_at ?? now) - 1)) !== row.due_at) {
    await metadata.transaction((unit) => claim.settle(unit, { dueAt: next }));
    return;
  }
  const definition = completeDefinition(definitionOf(dashboard));
  const data = await dataOf(needs, row, definition, claim.signal);
  const url = new URL(`/dashboards/${dashboard.id}`, needs.publicOrigin()).href;
  const mail = writeReport({ name: row.name, url, definition, data });
  await metadata.transaction(async (unit) => {
    await claim.settle(unit, { dueAt: next });
    const emails = await emailsOfMembers(unit, organization);
    for (const to of recipientsOf(row, emails)) await needs.enqueueMail(unit, { ...mail, to });
    await noteReport(unit, row, { last_sent_at: now, last_error: null });
  });
}

async function dataOf(
  needs: SendNeeds,
  row: DashboardReportRow,
  definition: CompleteDefinition,
  signal: AbortSignal,
): Promise<DashboardData> {
  const organization = organizationId(row.organization_id);
  const terms = {
    actor: systemActor(organization, 'dashboard-reports', ['logs:read']),
    mayShowRaw: true,
    countRate: async () => {},
  };
  const ask = {
    definition,
    version: 0,
    earliest: row.earliest ?? undefined,
    latest: row.latest ?? undefined,
    variables: JSON.parse(row.variables) as Report['variables'],
  };
  return gatherRefresh(await beginRefresh(needs, terms, ask, signal));
}

async function dueAfter(
  needs: SendNeeds,
  row: DashboardReportRow,
  dashboard: DashboardRow,
  after: number,
): Promise<number> {
  return nextTime(needs, dashboard, JSON.parse(row.schedule) as Report['schedule'], after);
}

/** It is tried again at its next time. */
async function giveUp(
  needs: SendNeeds,
  row: DashboardReportRow,
  claim: Claim,
  reason: unknown,
): Promise<void> {
  const { metadata, clock, log } = needs;
  const organization = organizationId(row.organization_id);
  log.error(
    { report: row.id, organization, attempts: claim.attempts, err: reason },
    'report failed',
  );
  const dashboard = await findDashboard(metadata, organization, { id: row.dashboard_id });
  const dueAt = dashboard === undefined ? null : await dueAfter(needs, row, dashboard, clock.now());
  const message = reason instanceof Error ? reason.message : 'The report missed its schedule.';
  await metadata.transaction(async (unit) => {
    await claim.settle(unit, { dueAt });
    await noteReport(unit, row, { last_error: message.slice(0, 200) });
  });
}
