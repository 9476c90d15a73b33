/**
 * Recounts the window of a run an hour later. More events than exported mean that the store's clock went back
 * meanwhile: the window is exported again, and its second revision replaces the first.
 */
import { organizationId } from '../../../base/ids.ts';
import type { ExportRunRow } from '../../../engines/metadata/tables/exports.ts';
import type { Claim, DueWork } from '../../../engines/schedule/schedule.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { updateExport } from '../managing/exports-table.ts';
import { lockExport } from '../managing/manage-exports.ts';
import { countWindow } from './count-window.ts';
import { findOpenRun, insertRun } from './export-runs-table.ts';
import { EXPORTS_CHANNEL } from './run-exports.ts';
import type { RunNeeds } from './run-needs.ts';
import { newRun, settingsOf, withMacros } from './run-settings.ts';

export function recountRuns(needs: RunNeeds): DueWork<ExportRunRow> {
  const { recountAttemptsMax, recountAfterMs } = LIMITS.exports;
  return {
    name: 'export-recounts',
    table: 'export_runs',
    owner: 'organization_id',
    placesMax: 1,
    leaseMs: LIMITS.schedule.rowLeaseMs,
    everyMs: LIMITS.schedule.rowsEveryMs,
    attemptsMax: recountAttemptsMax,
    retryDelayMs: () => recountAfterMs,
    work: (run, claim) => recountOne(needs, run, claim),
    giveUp: async (run, claim, reason) => {
      needs.log.error({ run: run.id, err: reason }, 'window of an export not counted again');
      await needs.metadata.transaction((unit) => claim.settle(unit, { dueAt: null }));
    },
  };
}

async function recountOne(needs: RunNeeds, run: ExportRunRow, claim: Claim): Promise<void> {
  const organization = organizationId(run.organization_id);
  const count = await countWindow(needs, run, claim.signal);
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    if (count <= run.row_count || run.revision >= LIMITS.exports.revisionsMax) {
      return claim.settle(unit, { dueAt: null });
    }
    const row = await lockExport(unit, organization, run.export_id);
    // One run at a time: it comes again when the present one has ended.
    if ((await findOpenRun(unit, organization, run.export_id)) !== undefined) {
      return claim.settle(unit, { dueAt: now + LIMITS.exports.recountBusyMs });
    }
    needs.log.warn(
      { export: row.id, organization, run: run.id, exported: run.row_count, found: count },
      'events were stored before the watermark of an export',
    );
    const plan = { cause: 'recount', requestedBy: null, revision: run.revision + 1 } as const;
    const window = { from: run.from_ms, to: run.to_ms, at: now };
    const again = newRun(await withMacros(unit, row), { ...plan, ...window }, now);
    // Same kind of settings as the run it replaces.
    const { destination: _as_it_is_now, ...kind } = settingsOf(run);
    const settings = JSON.stringify({ ...settingsOf(again), ...kind });
    await insertRun(unit, { ...again, settings });
    await updateExport(unit, organization, run.export_id, { due_at: now });
    await unit.notify(EXPORTS_CHANNEL, '');
    await claim.settle(unit, { dueAt: null });
  });
}
