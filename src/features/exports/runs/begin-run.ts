/** Which run an export that is due has to do. */
import type { OrganizationId } from '../../../base/ids.ts';
import type { ExportSchedule } from '../../../contract/export-settings.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { ExportRow, ExportRunRow } from '../../../engines/metadata/tables/exports.ts';
import { NotNow } from '../../../engines/schedule/schedule.ts';
import type { Zone } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { nextTime } from '../managing/export-times.ts';
import { isOtherRunning } from '../managing/exports-table.ts';
import { lockExport } from '../managing/manage-exports.ts';
import { findOpenRun, insertRun, updateOpenRun } from './export-runs-table.ts';
import { reportWindow } from './report-window.ts';
import type { RunNeeds } from './run-needs.ts';
import { newRun, withMacros } from './run-settings.ts';
import { openZoneOf } from '../managing/zone-of-export.ts';

const BUSY_MS = 5 * SECOND_MS;

/** Returns the unfinished run, or a new one if due; undefined if there is nothing to do. */
export async function beginRun(
  needs: RunNeeds,
  id: string,
  organization: OrganizationId,
): Promise<ExportRunRow | undefined> {
  const now = needs.clock.now();
  const zoneOf = await openZoneOf(needs, organization);
  return needs.metadata.transaction(async (unit) => {
    // Held, so that of two exports of an organization only one begins.
    await unit.lockRow('organizations', { id: organization });
    const row = await lockExport(unit, organization, id);
    if (await isOtherRunning(unit, organization, id, now)) {
      throw new NotNow('another export of the organization is running', BUSY_MS);
    }
    const open =
      (await findOpenRun(unit, organization, id)) ?? (await makeRun(unit, row, zoneOf(row), now));
    if (open === undefined) return undefined;
    return updateOpenRun(unit, organization, open.id, {
      state: 'running',
      tries: open.tries + 1,
      next_try_at: null,
      started_at: open.started_at ?? now,
    });
  });
}

async function makeRun(
  unit: Unit,
  row: ExportRow,
  zone: Zone,
  now: number,
): Promise<ExportRunRow | undefined> {
  if (row.enabled === 0 || row.next_at === null) return undefined;
  const window =
    row.mode === 'report' ? reportWindow(row, zone, row.next_at) : archiveWindow(row, zone, now);
  if (window === undefined) return undefined;
  const plan = { cause: 'schedule', requestedBy: null, revision: 1, at: row.next_at } as const;
  const run = newRun(await withMacros(unit, row), { ...plan, ...window }, now);
  await insertRun(unit, run);
  return run;
}

/**
 * From the watermark to the last of its times before which everything can be found; a day at most. Undefined while none
 * of its times has come.
 */
export function archiveWindow(
  row: Pick<ExportRow, 'watermark' | 'next_at' | 'schedule'>,
  zone: Zone,
  now: number,
): { readonly from: number; readonly to: number } | undefined {
  const { watermark: from, next_at: due } = row;
  if (from === null || due === null) return undefined;
  const safeEnd = Math.floor((now - LIMITS.exports.safeMs) / SECOND_MS) * SECOND_MS;
  if (due > safeEnd) return undefined;
  const longest = from + LIMITS.exports.windowMsMax;
  const schedule = JSON.parse(row.schedule) as ExportSchedule;
  let end = due;
  while (end < longest) {
    const next = nextTime(schedule, zone, end);
    if (next > safeEnd) break;
    end = next;
  }
  const to = Math.min(end, longest);
  return to > from ? { from, to } : undefined;
}
