import { pageAnswer, readEveryPage } from '../../../base/cursor.ts';
import type { Definition } from '../../../contract/check-bundle.ts';
import type { DashboardDefinition } from '../../../contract/dashboard-definition.ts';
import { canonicalDefinition, completeDefinition } from '../../../contract/definition-form.ts';
import type { DashboardRow } from '../../../engines/metadata/tables/dashboards.ts';
import type { ManagedKind } from '../../../room.ts';
import { DEFINITION_SCHEMA } from '../../../spec/dashboards.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { definitionOf, readDashboards } from './dashboards-table.ts';
import {
  changeDashboard,
  checkOwn,
  createDashboard,
  type DashboardNeeds,
  deleteDashboard,
  requireDashboard,
} from './manage-dashboards.ts';

/** Dashboards as code. The key of the bundle is that of the dashboard. */
export function dashboardKind(needs: DashboardNeeds): ManagedKind {
  return {
    kind: 'dashboards',
    permissions: {
      read: 'dashboards:read',
      write: 'dashboards:write',
      delete: 'dashboards:delete',
    },
    resource: 'dashboards',
    keepsKey: true,
    defaults: () => ({}),
    complete: (definition) => withoutKey(completeDefinition(dashboardOf(definition))),
    shorten(definition) {
      const { schema: _schema, ...short } = canonicalDefinition(dashboardOf(definition));
      return short;
    },
    async check(definition, metadata, actor) {
      await checkOwn({ metadata }, actor, dashboardOf(definition));
    },
    async list(metadata, { organization }) {
      const rows = await readEveryPage(LIMITS.http.pageRowsMax, async (page) =>
        pageAnswer(await readDashboards(metadata, organization, page), page.limit, cursorOf, same),
      );
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        ...(row.key === null ? {} : { key: row.key }),
        definition: withoutKey(completeDefinition(definitionOf(row))),
      }));
    },
    async create(metadata, actor, definition, key) {
      const note = noteOf(actor.via);
      const draft = { definition: { ...dashboardOf(definition), key }, note };
      return (await createDashboard({ ...needs, metadata }, actor, draft)).id;
    },
    async update(metadata, actor, id, definition, { key }) {
      const within = { ...needs, metadata };
      const { version } = await requireDashboard(within, actor, id);
      const note = noteOf(actor.via);
      const change = { definition: { ...dashboardOf(definition), key }, version, note };
      await changeDashboard(within, actor, id, change);
    },
    remove: (metadata, actor, { id }) => deleteDashboard({ ...needs, metadata }, actor, id),
  };
}

function cursorOf({ created_at: at, id }: DashboardRow) {
  return { at, id };
}

function same(row: DashboardRow): DashboardRow {
  return row;
}

function noteOf(via = 'bundle'): string {
  return `Applied by ${via}`.slice(0, LIMITS.dashboards.noteCharactersMax);
}

function dashboardOf(definition: Definition): DashboardDefinition {
  return { schema: DEFINITION_SCHEMA, ...definition } as unknown as DashboardDefinition;
}

function withoutKey({
  key: _key,
  ...definition
}: ReturnType<typeof completeDefinition>): Definition {
  return definition;
}
