/** Does a run: plans its files, writes them, and names them in a manifest. Every step may be repeated. */
import { invalid } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import type {
  ExportFileRow,
  ExportRow,
  ExportRunRow,
} from '../../../engines/metadata/tables/exports.ts';
import { NotNow } from '../../../engines/schedule/schedule.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { Place } from '../destinations-port.ts';
import { destinationOf } from '../managing/kept-destination.ts';
import { sliceWindow } from './count-window.ts';
import { endOrphans } from './end-orphans.ts';
import { insertFiles, readFiles, removeFiles } from './export-files-table.ts';
import { updateOpenRun } from './export-runs-table.ts';
import type { Count } from './plan-slices.ts';
import { progressOf } from './progress-of.ts';
import type { RunNeeds } from './run-needs.ts';
import { nameOfFile, settingsOf } from './run-settings.ts';
import { Cancelled, holdRun } from './watch-run.ts';
import { writeFiles } from './write-files.ts';
import { findFinished, finishManifest, type WrittenManifest } from './write-manifest.ts';

export async function executeRun(
  needs: RunNeeds,
  row: ExportRow,
  run: ExportRunRow,
  signal: AbortSignal,
): Promise<WrittenManifest> {
  const place = openPlace(needs, row, run);
  const { mode } = settingsOf(run);
  if (mode === 'archive') await waitForFrontier(needs, run);
  const finished = mode === 'archive' ? await findFinished(needs, row, run, place) : undefined;
  if (finished !== undefined) {
    await adoptFiles(needs, run, finished.manifest.files.map(adopted), place);
    const { name, sha256, manifest } = finished;
    // The node that wrote it may not have sent notifications.
    await tell(needs, row, run, { name, sha256, manifest }, signal);
    return { name, sha256, manifest };
  }
  await endOrphans(needs, run, place);
  const planned = run.files_planned === null ? await planFiles(needs, run, signal) : run;
  await writeFiles(needs, planned, place, signal);
  signal.throwIfAborted();
  const written = await finishManifest(needs, row, planned, place);
  await tell(needs, row, planned, written, signal);
  return written;
}

/** The destination it began with; its secrets as they are now. */
export function openPlace(needs: RunNeeds, row: ExportRow, run: ExportRunRow): Place {
  const { secret } = destinationOf(needs.secrets, row);
  const shown = settingsOf(run).destination;
  return needs.destinations.open(organizationId(row.organization_id), { shown, secret });
}

async function tell(
  needs: RunNeeds,
  row: ExportRow,
  run: ExportRunRow,
  { manifest, name }: WrittenManifest,
  signal: AbortSignal,
): Promise<void> {
  const { secret } = destinationOf(needs.secrets, row);
  const finished = {
    organization: organizationId(row.organization_id),
    export: { id: row.id, name: row.name },
    run: run.id,
    manifest,
    manifestName: name,
  };
  await needs.destinations.tell({ shown: settingsOf(run).destination, secret }, finished, signal);
}

const FRONTIER_WAIT_MS = 10 * SECOND_MS;

/** An insert that began before the end of the window may still be under way. */
async function waitForFrontier({ store }: RunNeeds, run: ExportRunRow): Promise<void> {
  if ((await store.frontier()) >= run.to_ms) return;
  throw new NotNow('events of the window may still be stored', FRONTIER_WAIT_MS);
}

/** Plans the files of a run: a window with too many files is cut after the last allowed one. */
async function planFiles(
  needs: RunNeeds,
  run: ExportRunRow,
  signal: AbortSignal,
): Promise<ExportRunRow> {
  const { filesPerRunMax } = needs.search.limits.exports;
  const slices: Count[] =
    settingsOf(run).mode === 'archive'
      ? await sliceWindow(needs, run, signal)
      : [{ from: run.from_ms, to: run.to_ms, rows: 0 }];
  const next = slices[filesPerRunMax];
  if (next !== undefined && run.revision > 1) {
    // It replaces an earlier revision, so its window is fixed.
    throw invalid('window', 'The window has more events than one run can export.');
  }
  const cut = next === undefined ? run : { ...run, to_ms: next.from };
  const files = slices.slice(0, filesPerRunMax).map(({ from, to, rows }, i): ExportFileRow => ({
    ...EMPTY_FILE,
    ...ownerOf(run),
    number: i + 1,
    from_ms: from,
    to_ms: to,
    rows_planned: rows,
    name: nameOfFile(cut, i + 1),
  }));
  return keepPlan(needs, cut, files);
}

const EMPTY_FILE = {
  state: 'planned',
  mark: null,
  row_count: null,
  byte_count: null,
  sha256: null,
  kept_until: null,
} as const;

function ownerOf(run: ExportRunRow) {
  const { organization_id, export_id, id: run_id } = run;
  return { organization_id, export_id, run_id };
}

async function keepPlan(
  { metadata }: RunNeeds,
  run: ExportRunRow,
  files: readonly ExportFileRow[],
): Promise<ExportRunRow> {
  const organization = organizationId(run.organization_id);
  return metadata.transaction(async (unit) => {
    await holdRun(unit, run);
    await removeFiles(unit, organization, run.id);
    await insertFiles(unit, files);
    const changed = await updateOpenRun(unit, organization, run.id, {
      to_ms: run.to_ms,
      files_planned: files.length,
      rows_planned: files.reduce((sum, { rows_planned: rows }) => sum + rows, 0),
      ...progressOf(files),
    });
    if (changed === undefined) throw new Cancelled();
    return changed;
  });
}

type Adopted = Pick<
  ExportFileRow,
  'from_ms' | 'to_ms' | 'name' | 'row_count' | 'byte_count' | 'sha256'
>;

function adopted(file: {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly from: string;
  readonly to: string;
}): Adopted {
  return {
    from_ms: Date.parse(file.from),
    to_ms: Date.parse(file.to),
    name: file.name,
    row_count: file.rows,
    byte_count: file.bytes,
    sha256: file.sha256,
  };
}

/** The manifest is the only truth: what we noted about files gives way to it. */
async function adoptFiles(
  needs: RunNeeds,
  run: ExportRunRow,
  files: readonly Adopted[],
  place: Place,
): Promise<void> {
  const organization = organizationId(run.organization_id);
  for (const { name, mark } of await readFiles(needs.metadata, organization, run.id)) {
    if (mark !== null) await place.files.abandon(place.nameOf(name), mark);
  }
  const until = needs.clock.now() + LIMITS.exports.keepMsMax;
  const rows = files.map((file, i) => ({
    ...EMPTY_FILE,
    ...ownerOf(run),
    ...file,
    number: i + 1,
    rows_planned: file.row_count ?? 0,
    state: 'done' as const,
    kept_until: place.isKept ? until : null,
  }));
  await keepPlan(needs, run, rows);
}
