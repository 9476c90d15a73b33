import { invalid } from '../../../base/errors.ts';
import { pageOf } from '../../../base/page-of.ts';
import * as contract from '../../../contract/dashboards.ts';
import { canonicalText } from '../../../contract/definition-form.ts';
import type { App } from '../../../http/app.ts';
import { listVersions, readVersion, restoreVersion, starDashboard } from './dashboard-versions.ts';
import {
  changeDashboard,
  cloneDashboard,
  createDashboard,
  type DashboardNeeds,
  deleteDashboard,
  importDashboard,
  listDashboards,
  readDashboard,
} from './manage-dashboards.ts';

export function dashboardRoutes(app: App, needs: DashboardNeeds): void {
  app.route({
    ...contract.listDashboards,
    handler: async ({ actor, query }) => listDashboards(needs, actor, pageOf(query), query.key),
  });
  app.route({
    ...contract.readDashboard,
    handler: async ({ actor, params }, reply) => {
      const data = await readDashboard(needs, actor, params.id);
      return reply.header('etag', `"${data.version}"`).send({ data });
    },
  });
  app.route({
    ...contract.createDashboard,
    handler: async ({ actor, body }, reply) => {
      const data = await createDashboard(needs, actor, body);
      return reply.code(201).header('etag', `"${data.version}"`).send({ data });
    },
  });
  app.route({
    ...contract.importDashboard,
    handler: async ({ actor, body }, reply) => {
      const draft = 'definition' in body ? body : { definition: body };
      const { dashboard: data, isNew } = await importDashboard(needs, actor, draft);
      return reply
        .code(isNew ? 201 : 200)
        .header('etag', `"${data.version}"`)
        .send({ data });
    },
  });
  app.route({
    ...contract.cloneDashboard,
    handler: async ({ actor, params, body }, reply) => {
      const data = await cloneDashboard(needs, actor, params.id, body.name);
      return reply.code(201).header('etag', `"${data.version}"`).send({ data });
    },
  });
  app.route({
    ...contract.changeDashboard,
    handler: async ({ actor, params, body, headers }, reply) => {
      const madeOn = versionOf(headers['if-match']);
      const data = await changeDashboard(needs, actor, params.id, body, madeOn);
      return reply.header('etag', `"${data.version}"`).send({ data });
    },
  });
  app.route({
    ...contract.deleteDashboard,
    handler: async ({ actor, params }) => {
      await deleteDashboard(needs, actor, params.id);
      return { data: { deleted: true as const } };
    },
  });
  app.route({
    ...contract.exportDashboard,
    handler: async ({ actor, params }, reply) => {
      const { definition, id } = await readDashboard(needs, actor, params.id);
      const name = definition.key ?? id;
      return (
        reply
          .header('content-type', 'application/json; charset=utf-8')
          .header('content-disposition', `attachment; filename="${name}.json"`)
          // Sent as is: the exact bytes are part of the contract.
          .send(canonicalText(definition) as never)
      );
    },
  });
  versionRoutes(app, needs);
}

function versionRoutes(app: App, needs: DashboardNeeds): void {
  app.route({
    ...contract.listDashboardVersions,
    handler: async ({ actor, params, query }) =>
      listVersions(needs, actor, params.id, pageOf(query)),
  });
  app.route({
    ...contract.readDashboardVersion,
    handler: async ({ actor, params }) => ({
      data: await readVersion(needs, actor, params.id, Number(params.version)),
    }),
  });
  app.route({
    ...contract.restoreDashboardVersion,
    handler: async ({ actor, params }, reply) => {
      const data = await restoreVersion(needs, actor, params.id, Number(params.version));
      return reply.header('etag', `"${data.version}"`).send({ data });
    },
  });
  app.route({
    ...contract.starDashboard,
    handler: async ({ actor, params, body }) => {
      await starDashboard(needs, actor, params.id, body.isStarred);
      return { data: { isStarred: body.isStarred } };
    },
  });
}

/** `"7"` or `7`; anything else cannot be a version of ours. */
function versionOf(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined) return undefined;
  const [, digits] = /^(?:W\/)?"?([1-9][0-9]{0,8})"?$/.exec(ifMatch) ?? [];
  if (digits === undefined) throw invalid('if-match', 'Send the ETag of the dashboard, e.g. "7".');
  return Number(digits);
}
