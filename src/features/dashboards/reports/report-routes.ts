import * as contract from '../../../contract/dashboard-reports.ts';
import type { App } from '../../../http/app.ts';
import {
  changeReport,
  createReport,
  deleteReport,
  listReports,
  type ReportNeeds,
} from './manage-reports.ts';

export function reportRoutes(app: App, needs: ReportNeeds): void {
  app.route({
    ...contract.listReports,
    handler: async ({ actor, params, query }) => listReports(needs, actor, params.id, query),
  });
  app.route({
    ...contract.createReport,
    handler: async ({ actor, params, body }, reply) =>
      reply.code(201).send({ data: await createReport(needs, actor, params.id, body) }),
  });
  app.route({
    ...contract.changeReport,
    handler: async ({ actor, params, body }) => ({
      data: await changeReport(needs, actor, params.id, params.report, body),
    }),
  });
  app.route({
    ...contract.deleteReport,
    handler: async ({ actor, params }) => {
      await deleteReport(needs, actor, params.id, params.report);
      return { data: { deleted: true as const } };
    },
  });
}
