import type { Actor } from '../../../base/actor.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { notFound } from '../../../base/errors.ts';
import { canonicalDefinition } from '../../../contract/definition-form.ts';
import type { DashboardDefinition } from '../../../contract/dashboard-definition.ts';
import type { Dashboard, DashboardVersion } from '../../../contract/dashboards.ts';
import type { DashboardVersionRow } from '../../../engines/metadata/tables/dashboards.ts';
import { setStar } from './dashboard-stars-table.ts';
import { findVersion, readVersions, showVersion } from './dashboard-versions-table.ts';
import { definitionOf, findDashboard } from './dashboards-table.ts';
import {
  checkOwn,
  type DashboardNeeds,
  readDashboard,
  requireDashboard,
  saveNext,
} from './manage-dashboards.ts';

export async function listVersions(
  needs: DashboardNeeds,
  actor: Actor,
  id: string,
  page: Page,
): Promise<{ data: DashboardVersion[]; nextCursor: string | null }> {
  await requireDashboard(needs, actor, id);
  const rows = await readVersions(needs.metadata, actor.organization, id, page);
  const cursorOf = (row: DashboardVersionRow) => ({ at: row.version, id: row.dashboard_id });
  return pageAnswer(rows, page.limit, cursorOf, showVersion);
}

export async function readVersion(
  needs: DashboardNeeds,
  actor: Actor,
  id: string,
  version: number,
): Promise<DashboardVersion & { readonly definition: DashboardDefinition }> {
  const row = await findVersion(needs.metadata, actor.organization, id, version);
  if (row === undefined) throw notFound('version');
  return { ...showVersion(row), definition: definitionOf(row) };
}

/** What an old version held becomes the newest one. */
export async function restoreVersion(
  needs: DashboardNeeds,
  actor: Actor,
  id: string,
  version: number,
): Promise<Dashboard> {
  const { definition } = await readVersion(needs, actor, id, version);
  // What was fine once may not be any more, such as a command that has gone.
  const checked = await checkOwn(needs, actor, definition);
  await needs.metadata.transaction(async (unit) => {
    const before = await findDashboard(unit, actor.organization, { id });
    if (before === undefined) throw notFound('dashboard');
    // The key stays: under it the dashboard is known in version control.
    const kept = canonicalDefinition({ ...checked, key: before.key });
    await saveNext(needs, actor, unit, before, kept, `Restored version ${version}`);
  });
  return readDashboard(needs, actor, id);
}

/** Stars a dashboard for the actor; invisible to everybody else. */
export async function starDashboard(
  needs: DashboardNeeds,
  actor: Actor,
  id: string,
  isStarred: boolean,
): Promise<void> {
  await requireDashboard(needs, actor, id);
  const { who, organization } = actor;
  if (who.kind !== 'user') throw new Error('only people star dashboards');
  await needs.metadata.transaction((unit) => setStar(unit, organization, who.id, id, isStarred));
}
