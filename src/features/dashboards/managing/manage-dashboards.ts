import type { Actor } from '../../../base/actor.ts';
import type { Clock } from '../../../base/clock.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { invalid, notFound, savedMeanwhile } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import type { DashboardDefinition } from '../../../contract/dashboard-definition.ts';
import type {
  Dashboard,
  DashboardChange,
  DashboardDraft,
  DashboardSummary,
} from '../../../contract/dashboards.ts';
import { orTaken, type Metadata, type Unit } from '../../../engines/metadata/metadata.ts';
import type { DashboardRow } from '../../../engines/metadata/tables/dashboards.ts';
import { actorName, recordAudit } from '../../../guard/audit/index.ts';
import { type Plans, requireRoom } from '../../../guard/limits/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { storedKnowledge } from '../../../flow/search/index.ts';
import { checkDefinition } from '../definition/check-definition.ts';
import { macrosOfDefinition } from '../definition/expand-definition.ts';
import { readStars } from './dashboard-stars-table.ts';
import { insertVersion } from './dashboard-versions-table.ts';
import {
  countDashboards,
  definitionOf,
  findDashboard,
  insertDashboard,
  knownDashboards,
  readDashboards,
  removeDashboard,
  showDashboard,
  showSummary,
  updateDashboard,
} from './dashboards-table.ts';

const withOwnKey = orTaken({
  dashboards_organization_id_key_key: 'A dashboard with this key already exists.',
});

export interface DashboardNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly plans: Plans;
}

export async function listDashboards(
  needs: DashboardNeeds,
  actor: Actor,
  page: Page,
  key?: string,
): Promise<{ data: DashboardSummary[]; nextCursor: string | null }> {
  const rows = await readDashboards(needs.metadata, actor.organization, page, key);
  const starred = await starsOf(needs, actor, rows);
  const cursorOf = (row: DashboardRow) => ({ at: row.created_at, id: row.id });
  return pageAnswer(rows, page.limit, cursorOf, (row) => showSummary(row, starred.has(row.id)));
}

export async function readDashboard(
  needs: Pick<DashboardNeeds, 'metadata'>,
  actor: Actor,
  id: string,
): Promise<Dashboard> {
  const row = await requireDashboard(needs, actor, id);
  return showDashboard(row, (await starsOf(needs, actor, [row])).has(id));
}

export async function requireDashboard(
  { metadata }: Pick<DashboardNeeds, 'metadata'>,
  actor: Actor,
  id: string,
): Promise<DashboardRow> {
  const row = await findDashboard(metadata, actor.organization, { id });
  if (row === undefined) throw notFound('dashboard');
  return row;
}

export async function createDashboard(
  needs: DashboardNeeds,
  actor: Actor,
  draft: DashboardDraft,
): Promise<Dashboard> {
  const definition = await checkOwn(needs, actor, draft.definition);
  await requireLinked(needs, actor, definition);
  const row = firstRow(needs, actor, definition);
  await withOwnKey(() =>
    needs.metadata.transaction((unit) => insertNew(needs, actor, unit, row, draft.note ?? '')),
  );
  return showDashboard(row, false);
}

/** The canonical form of a definition that can be shown with the macros there are. */
export async function checkOwn(
  { metadata }: Pick<DashboardNeeds, 'metadata'>,
  { organization }: Actor,
  definition: DashboardDefinition,
): Promise<DashboardDefinition> {
  const knowledge = storedKnowledge(metadata);
  return checkDefinition(definition, await macrosOfDefinition(knowledge, organization, definition));
}

/** Imports an exported dashboard: as the next version of the dashboard with its key, or as a new one. */
export async function importDashboard(
  needs: DashboardNeeds,
  actor: Actor,
  draft: DashboardDraft,
): Promise<{ readonly dashboard: Dashboard; readonly isNew: boolean }> {
  const definition = await checkOwn(needs, actor, draft.definition);
  await requireLinked(needs, actor, definition);
  const { key } = definition;
  const note = draft.note ?? 'Imported';
  const done = await withOwnKey(() =>
    needs.metadata.transaction(async (unit) => {
      const before =
        typeof key === 'string'
          ? await findDashboard(unit, actor.organization, { key })
          : undefined;
      if (before === undefined) {
        const row = firstRow(needs, actor, definition);
        await insertNew(needs, actor, unit, row, note);
        return { row, isNew: true };
      }
      const isSame = before.definition === JSON.stringify(definition);
      const row = isSame ? before : await saveNext(needs, actor, unit, before, definition, note);
      return { row, isNew: false };
    }),
  );
  const starred = await starsOf(needs, actor, [done.row]);
  return { dashboard: showDashboard(done.row, starred.has(done.row.id)), isNew: done.isNew };
}

export async function cloneDashboard(
  needs: DashboardNeeds,
  actor: Actor,
  id: string,
  name?: string,
): Promise<Dashboard> {
  const source = await requireDashboard(needs, actor, id);
  const { key: _own, ...rest } = definitionOf(source);
  const copied = `Copy of ${rest.name}`.slice(0, LIMITS.dashboards.nameCharactersMax).trimEnd();
  const definition = { ...rest, name: name ?? copied };
  return createDashboard(needs, actor, { definition, note: `Copied from ${source.name}` });
}

/** `madeOn` is the version that `If-Match` names. */
export async function changeDashboard(
  needs: DashboardNeeds,
  actor: Actor,
  id: string,
  change: DashboardChange,
  madeOn?: number,
): Promise<Dashboard> {
  const version = change.version ?? madeOn;
  if (version === undefined) {
    throw invalid('version', '`version` is required, here or as If-Match.');
  }
  if (madeOn !== undefined && madeOn !== version) {
    throw invalid('version', '`version` and If-Match differ.');
  }
  const definition = await checkOwn(needs, actor, change.definition);
  await requireLinked(needs, actor, definition);
  const row = await withOwnKey(() =>
    needs.metadata.transaction(async (unit) => {
      const before = await findDashboard(unit, actor.organization, { id });
      if (before === undefined) throw notFound('dashboard');
      if (before.version !== version) throw savedMeanwhile(before);
      return saveNext(needs, actor, unit, before, definition, change.note ?? '');
    }),
  );
  return showDashboard(row, (await starsOf(needs, actor, [row])).has(id));
}

export async function deleteDashboard(
  needs: DashboardNeeds,
  actor: Actor,
  id: string,
): Promise<void> {
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    const row = await removeDashboard(unit, actor.organization, id);
    if (row === undefined) throw notFound('dashboard');
    const details = { name: row.name };
    const change = { before: definitionOf(row) };
    const event = { action: 'dashboard.deleted', resource: id, details, change } as const;
    await recordAudit(unit, actor, event, now);
  });
}

/** Writes the next version of a dashboard, in the transaction that has read `before`. */
export async function saveNext(
  { clock }: Pick<DashboardNeeds, 'clock'>,
  actor: Actor,
  unit: Unit,
  before: DashboardRow,
  definition: DashboardDefinition,
  note: string,
): Promise<DashboardRow> {
  const now = clock.now();
  const version = before.version + 1;
  const by = actorName(actor);
  const set = { ...columnsOf(definition), version, updated_by: by, updated_at: now };
  const { organization } = actor;
  const row = await updateDashboard(unit, organization, before.id, before.version, set);
  if (row === undefined) {
    throw savedMeanwhile((await findDashboard(unit, organization, { id: before.id })) ?? before);
  }
  await insertVersion(unit, versionRow(row, note));
  const details = { name: row.name, version, ...(note === '' ? {} : { note }) };
  const change = { before: definitionOf(before), after: definition };
  const event = { action: 'dashboard.updated', resource: row.id, details, change } as const;
  await recordAudit(unit, actor, event, now);
  return row;
}

async function insertNew(
  needs: DashboardNeeds,
  actor: Actor,
  unit: Unit,
  row: DashboardRow,
  note: string,
): Promise<void> {
  await requireRoom(unit, needs.plans, actor.organization, 'dashboards', () =>
    countDashboards(unit, actor.organization),
  );
  await insertDashboard(unit, row);
  await insertVersion(unit, versionRow(row, note));
  const details = { name: row.name };
  const change = { after: definitionOf(row) };
  const event = { action: 'dashboard.created', resource: row.id, details, change } as const;
  await recordAudit(unit, actor, event, row.created_at);
}

function firstRow(
  { clock }: DashboardNeeds,
  actor: Actor,
  definition: DashboardDefinition,
): DashboardRow {
  const now = clock.now();
  const by = actorName(actor);
  return {
    id: newId('dashboard'),
    organization_id: actor.organization,
    ...columnsOf(definition),
    version: 1,
    created_by: by,
    created_at: now,
    updated_by: by,
    updated_at: now,
  };
}

function columnsOf(definition: DashboardDefinition) {
  return {
    key: definition.key ?? null,
    name: definition.name,
    description: definition.description ?? '',
    tags: JSON.stringify(definition.tags ?? []),
    panel_count: definition.panels?.length ?? 0,
    definition: JSON.stringify(definition),
  };
}

function versionRow(row: DashboardRow, note: string) {
  return {
    dashboard_id: row.id,
    organization_id: row.organization_id,
    version: row.version,
    name: row.name,
    note,
    definition: row.definition,
    saved_by: row.updated_by,
    saved_at: row.updated_at,
  };
}

/** A link to a dashboard by its id leads somewhere in the same organization. */
async function requireLinked(
  { metadata }: DashboardNeeds,
  { organization }: Actor,
  { panels = [] }: DashboardDefinition,
): Promise<void> {
  const links = panels.flatMap((panel, at) => {
    const link = 'link' in panel ? panel.link : undefined;
    if (!link || !('dashboard' in link) || !link.dashboard.startsWith('dsh_')) return [];
    return [{ id: link.dashboard, path: `definition.panels.${at}.link.dashboard` }];
  });
  const ids = [...new Set(links.map(({ id }) => id))];
  const known = await knownDashboards(metadata, organization, ids);
  const broken = links.find(({ id }) => !known.has(id));
  if (broken !== undefined) throw invalid(broken.path, 'No such dashboard.');
}

async function starsOf(
  { metadata }: Pick<DashboardNeeds, 'metadata'>,
  { organization, who }: Actor,
  rows: readonly DashboardRow[],
): Promise<ReadonlySet<string>> {
  const user = who.kind === 'user' ? who.id : undefined;
  return readStars(
    metadata,
    organization,
    user,
    rows.map(({ id }) => id),
  );
}
