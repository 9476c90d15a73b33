import { pickFields } from '../../../base/pick-fields.ts';
import { notFound } from '../../../base/errors.ts';
import type { ReportChange, ReportDraft } from '../../../contract/dashboard-reports.ts';
import { NO_CACHE } from '../../../guard/access/index.ts';
import type { ManagedKind } from '../../../room.ts';
import { readAllReports, showReport } from './dashboard-reports-table.ts';
import { emailsOfMembers } from './emails-of-members.ts';
import { changeReport, createReport, deleteReport, type ReportNeeds } from './manage-reports.ts';

const DEFAULTS = { earliest: null, latest: null, variables: {}, isEnabled: true };

/** Reports as code; each names its dashboard. */
export function reportKind(needs: ReportNeeds): ManagedKind {
  const within = (metadata: ReportNeeds['metadata']) => ({
    ...needs,
    metadata,
    search: {
      ...needs.search,
      metadata: { ...needs.search.metadata, ...metadata },
      cache: NO_CACHE,
    },
  });
  const dashboardOf = async (
    metadata: ReportNeeds['metadata'],
    organization: Parameters<typeof readAllReports>[1],
    id: string,
  ): Promise<string> => {
    const row = (await readAllReports(metadata, organization)).find((each) => each.id === id);
    if (row === undefined) throw notFound('report');
    return row.dashboard_id;
  };
  return {
    kind: 'reports',
    permissions: {
      read: 'dashboards:write',
      write: 'dashboards:write',
      delete: 'dashboards:write',
    },
    needsStandingRole: true,
    fixed: ['dashboard'],
    defaults: () => DEFAULTS,
    complete: (definition) => ({ ...DEFAULTS, ...definition, ...lowered(definition) }),
    async list(metadata, { organization }) {
      const emails = await emailsOfMembers(metadata, organization);
      return (await readAllReports(metadata, organization)).map((row) => {
        const { id, name, schedule, recipients, earliest, latest, variables, isEnabled } =
          showReport(row, emails);
        return {
          id,
          name,
          definition: {
            dashboard: row.dashboard_id,
            name,
            schedule,
            ...lowered({ recipients }),
            earliest,
            latest,
            variables,
            isEnabled,
          },
        };
      });
    },
    async create(metadata, actor, { dashboard, ...draft }) {
      const report = draft as ReportDraft;
      return (await createReport(within(metadata), actor, String(dashboard), report)).id;
    },
    async update(metadata, actor, id, definition, { fields }) {
      const dashboard = await dashboardOf(metadata, actor.organization, id);
      const change = pickFields(definition, fields) as ReportChange;
      await changeReport(within(metadata), actor, dashboard, id, change);
    },
    async remove(metadata, actor, { id }) {
      const dashboard = await dashboardOf(metadata, actor.organization, id);
      await deleteReport(within(metadata), actor, dashboard, id);
    },
  };
}

/** Addresses mean the same in capital letters. */
function lowered({ recipients }: Readonly<Record<string, unknown>>) {
  if (!Array.isArray(recipients)) return {};
  return { recipients: recipients.map((email) => String(email).toLowerCase()) };
}
