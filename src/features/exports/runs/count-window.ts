/** How many events of an archive were stored when. */
import { systemActor, type Actor } from '../../../base/actor.ts';
import { organizationId } from '../../../base/ids.ts';
import type { ExportRunRow } from '../../../engines/metadata/tables/exports.ts';
import { countArrivals, type TreeSearch } from '../../../flow/search/index.ts';
import { IMPORT_INDEX_PREFIX } from '../../../spec/exports.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { readExportQuery } from '../managing/check-export.ts';
import { type Count, planSlices } from './plan-slices.ts';
import type { RunNeeds } from './run-needs.ts';
import { settingsOf } from './run-settings.ts';

/** Reads everything of the organization, the audit log where the query names it. */
export function exportActor({
  organization_id: organization,
}: Pick<ExportRunRow, 'organization_id'>): Actor {
  return systemActor(organizationId(organization), 'exports', ['logs:read', 'audit:read']);
}

type Windowed = Pick<ExportRunRow, 'settings' | 'organization_id'>;

/** Selects by storage time, since event times are set by the sender. */
export function archiveSearch(
  { clock, search }: Pick<RunNeeds, 'clock' | 'search'>,
  run: Windowed,
  { from, to }: { readonly from: number; readonly to: number },
): TreeSearch {
  const now = clock.now();
  return {
    query: readExportQuery('archive', settingsOf(run).query),
    from: 0,
    to: now + LIMITS.exports.backfillMsMax,
    stored: { from, to },
    leftOut: IMPORT_INDEX_PREFIX,
    now,
    timeoutMs: search.limits.query.timeoutMsMax,
  };
}

/** Slices of a window, each with at most as many rows as one file can take. */
export async function sliceWindow(
  needs: RunNeeds,
  run: ExportRunRow,
  signal: AbortSignal,
): Promise<Count[]> {
  const { sliceRowsMax } = needs.search.limits.exports;
  const window = { from: run.from_ms, to: run.to_ms };
  const counts: Count[] = [];
  for (const minute of await countStretches(needs, run, window, MINUTE_MS, signal)) {
    if (minute.rows <= sliceRowsMax) counts.push(minute);
    // Times of storing are whole seconds, so a second cannot be cut further.
    else counts.push(...(await countStretches(needs, run, minute, SECOND_MS, signal)));
  }
  return planSlices(counts, sliceRowsMax);
}

export async function countWindow(
  needs: RunNeeds,
  run: ExportRunRow,
  signal: AbortSignal,
): Promise<number> {
  const window = { from: run.from_ms, to: run.to_ms };
  const [all] = await countStretches(needs, run, window, window.to - window.from, signal);
  return all?.rows ?? 0;
}

async function countStretches(
  needs: RunNeeds,
  run: Windowed,
  window: { readonly from: number; readonly to: number },
  sizeMs: number,
  signal: AbortSignal,
): Promise<Count[]> {
  const answer = await countArrivals(
    needs.search,
    exportActor(run),
    {
      ...archiveSearch(needs, run, window),
      by: [],
      storing: { first: window.from, sizeMs },
      lateMsMin: DAY_MS,
      order: 'most',
      rowsMax: Math.ceil((window.to - window.from) / sizeMs),
    },
    signal,
  );
  if (answer.isCut) throw new Error('a window was not counted to its end');
  return answer.rows
    .map(({ storing, count }) => ({
      from: window.from + storing * sizeMs,
      to: Math.min(window.from + (storing + 1) * sizeMs, window.to),
      rows: count,
    }))
    .toSorted((a, b) => a.from - b.from);
}
