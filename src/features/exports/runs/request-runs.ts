/** User operations on runs: request, view, cancel, retry. */
import type { Actor } from '../../../base/actor.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import type { ExportRun, ExportRunWithFiles } from '../../../contract/export-runs.ts';
import type { ExportRow, ExportRunRow } from '../../../engines/metadata/tables/exports.ts';
import { actorName, recordAudit } from '../../../guard/audit/index.ts';
import type { Zone } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { ExportNeeds } from '../managing/export-needs.ts';
import { updateExport } from '../managing/exports-table.ts';
import { lockExport, requireExport } from '../managing/manage-exports.ts';
import { readFiles } from './export-files-table.ts';
import {
  endOpenRun,
  findOpenRun,
  findRun,
  insertRun,
  readRuns,
  updateOpenRun,
} from './export-runs-table.ts';
import { reportWindow } from './report-window.ts';
import { EXPORTS_CHANNEL } from './run-exports.ts';
import { newRun, withMacros } from './run-settings.ts';
import { showFile, showRun } from './show-run.ts';
import { openZoneOf } from '../managing/zone-of-export.ts';

export async function requestRun(needs: ExportNeeds, actor: Actor, id: string): Promise<ExportRun> {
  const { organization } = actor;
  const now = needs.clock.now();
  const zoneOf = await openZoneOf(needs, organization);
  return needs.metadata.transaction(async (unit) => {
    const row = await lockExport(unit, organization, id);
    if ((await findOpenRun(unit, organization, id)) !== undefined) {
      throw new AppError('CONFLICT', 'A run of this export is still in progress.');
    }
    const window = requestedWindow(row, zoneOf(row), now);
    const plan = { cause: 'request', requestedBy: actorName(actor), revision: 1 } as const;
    const run = newRun(await withMacros(unit, row), { ...plan, ...window, at: now }, now);
    await insertRun(unit, run);
    await updateExport(unit, organization, id, { due_at: now, attempts: 0 });
    await unit.notify(EXPORTS_CHANNEL, '');
    const details = { name: row.name, run: run.id };
    await recordAudit(unit, actor, { action: 'export.run_requested', resource: id, details }, now);
    return showRun(run);
  });
}

function requestedWindow(
  row: ExportRow,
  zone: Zone,
  now: number,
): { readonly from: number; readonly to: number } {
  if (row.mode === 'report') return reportWindow(row, zone, now);
  const from = row.watermark ?? now;
  const safeEnd = Math.floor((now - LIMITS.exports.safeMs) / SECOND_MS) * SECOND_MS;
  const to = Math.min(safeEnd, from + LIMITS.exports.windowMsMax);
  if (to > from) return { from, to };
  const minutes = LIMITS.exports.safeMs / 60_000;
  const message = `Everything stored up to ${minutes} minutes ago is already exported. Try again later.`;
  throw new AppError('CONFLICT', message);
}

export async function listRuns(
  { metadata }: ExportNeeds,
  { organization }: Actor,
  id: string,
  page: Page,
): Promise<{ data: ExportRun[]; nextCursor: string | null }> {
  await requireExport(metadata, organization, id);
  const rows = await readRuns(metadata, organization, id, page);
  const cursorOf = (row: ExportRunRow) => ({ at: row.created_at, id: row.id });
  return pageAnswer(rows, page.limit, cursorOf, showRun);
}

export async function readRun(
  { metadata, clock }: ExportNeeds,
  { organization }: Actor,
  id: string,
  run: string,
): Promise<ExportRunWithFiles> {
  const row = await findRun(metadata, organization, id, run);
  if (row === undefined) throw notFound('run');
  const files = await readFiles(metadata, organization, run);
  const now = clock.now();
  return { ...showRun(row), files: files.map((file) => showFile(file, now)) };
}

/** The node that executes it notices within a second; without a manifest its files do not count. */
export async function cancelRun(needs: ExportNeeds, actor: Actor, id: string): Promise<ExportRun> {
  const { organization } = actor;
  const now = needs.clock.now();
  return needs.metadata.transaction(async (unit) => {
    const row = await lockExport(unit, organization, id);
    const run = await endOpenRun(unit, organization, id, 'cancelled', now);
    if (run === undefined) throw new AppError('CONFLICT', 'No run of this export is in progress.');
    const details = { name: row.name, run: run.id };
    await recordAudit(unit, actor, { action: 'export.run_cancelled', resource: id, details }, now);
    return showRun(run);
  });
}

export async function retryRun(needs: ExportNeeds, actor: Actor, id: string): Promise<ExportRun> {
  const { organization } = actor;
  const now = needs.clock.now();
  return needs.metadata.transaction(async (unit) => {
    const row = await lockExport(unit, organization, id);
    const open = await findOpenRun(unit, organization, id);
    if (open?.state !== 'retrying') {
      throw new AppError('CONFLICT', 'No failed run of this export is waiting for a retry.');
    }
    const run = await updateOpenRun(unit, organization, open.id, { next_try_at: now });
    await updateExport(unit, organization, id, { due_at: now, attempts: 0 });
    await unit.notify(EXPORTS_CHANNEL, '');
    const details = { name: row.name, run: open.id };
    await recordAudit(unit, actor, { action: 'export.run_requested', resource: id, details }, now);
    return showRun(run ?? open);
  });
}
