import { AppError } from '../../../base/errors.ts';
import { pageAnswer, readEveryPage } from '../../../base/cursor.ts';
import type { Actor } from '../../../base/actor.ts';
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
      await placed(() => checkOwn({ metadata }, actor, dashboardOf(definition)));
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
      const note = noteOf(actor);
      const draft = { definition: { ...dashboardOf(definition), key }, note };
      return (await placed(() => createDashboard({ ...needs, metadata }, actor, draft))).id;
    },
    async update(metadata, actor, id, definition, { key }) {
      const within = { ...needs, metadata };
      const { version } = await requireDashboard(within, actor, id);
      const note = noteOf(actor);
      const change = { definition: { ...dashboardOf(definition), key }, version, note };
      await placed(() => changeDashboard(within, actor, id, change));
    },
    remove: (metadata, actor, { id }) => deleteDashboard({ ...needs, metadata }, actor, id),
  };
}

/** Here the whole body is the definition: problems are reported by their place in it. */
async function placed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.facts.details === undefined) throw error;
    const details = error.facts.details.map((each) => ({
      ...each,
      path: each.path.replace(/^definition(?:\.|$)/, ''),
    }));
    const message = error.message.replace(/^definition\./, '');
    throw new AppError(error.code, message, { ...error.facts, details }, error);
  }
}

function cursorOf({ created_at: at, id }: DashboardRow) {
  return { at, id };
}

function same(row: DashboardRow): DashboardRow {
  return row;
}

function noteOf({ note, via = 'bundle' }: Actor): string {
  return note ?? `Applied by ${via}`.slice(0, LIMITS.dashboards.noteCharactersMax);
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
