/** Writes the missing files of a run, with at most two on the disk at the same time. */
import { organizationId } from '../../../base/ids.ts';
import type { ExportFileRow, ExportRunRow } from '../../../engines/metadata/tables/exports.ts';
import { ClaimLost } from '../../../engines/schedule/schedule.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Place } from '../destinations-port.ts';
import { readFiles, updateFile } from './export-files-table.ts';
import { updateOpenRun } from './export-runs-table.ts';
import { progressOf } from './progress-of.ts';
import type { RunNeeds } from './run-needs.ts';
import { nameOfFile } from './run-settings.ts';
import { holdRun } from './watch-run.ts';
import { isSpooled, removeSpooled, sourceOf, spoolFile, spoolPath } from './spool-file.ts';

export async function writeFiles(
  needs: RunNeeds,
  run: ExportRunRow,
  place: Place,
  signal: AbortSignal,
): Promise<void> {
  const files = await readFiles(needs.metadata, organizationId(run.organization_id), run.id);
  let sending: Promise<void> = Promise.resolve();
  try {
    for (const file of files) {
      if (file.state === 'done') continue;
      signal.throwIfAborted();
      const ready = await makeReady(needs, run, file, place, signal);
      // While one is sent the next is written; a third would only fill the disk.
      await sending;
      sending = sendFile(needs, run, ready, place, signal);
      // Awaited below, even if something fails before.
      sending.catch(() => {});
    }
  } finally {
    await sending;
  }
}

/** Makes a file on disk and records its size and hash, so that an upload can continue after a crash. */
async function makeReady(
  needs: RunNeeds,
  run: ExportRunRow,
  file: ExportFileRow,
  place: Place,
  signal: AbortSignal,
): Promise<ExportFileRow> {
  const { byte_count: bytes, sha256, mark } = file;
  if (bytes !== null && sha256 !== null) {
    if (await isSpooled(spoolPath(needs, file), { bytes, sha256 })) return file;
  }
  if (mark !== null) await place.files.abandon(place.nameOf(file.name), mark);
  if (file.state !== 'planned') await place.files.remove(place.nameOf(file.name));
  const spooled = await spoolFile(needs, run, file, signal);
  const set = {
    state: 'writing' as const,
    mark: null,
    name: nameOfFile(run, file.number),
    row_count: spooled.rows,
    byte_count: spooled.bytes,
    sha256: spooled.sha256,
  };
  await noteFile(needs, run, file, set, spooled.columns);
  return { ...file, ...set };
}

async function sendFile(
  needs: RunNeeds,
  run: ExportRunRow,
  file: ExportFileRow,
  place: Place,
  signal: AbortSignal,
): Promise<void> {
  const path = spoolPath(needs, file);
  const name = place.nameOf(file.name);
  const bytes = file.byte_count ?? 0;
  await place.files.upload(name, sourceOf(path, bytes), {
    mark: file.mark ?? undefined,
    keep: (mark) => noteFile(needs, run, file, { mark }),
    signal,
  });
  const stored = await place.files.find(name);
  if (stored?.bytes !== bytes) throw new Error('a file is not there as it was sent');
  const until = needs.clock.now() + LIMITS.exports.keepMsMax;
  const set = { state: 'done' as const, mark: null, kept_until: place.isKept ? until : null };
  try {
    await noteFile(needs, run, file, set);
  } catch (error) {
    if (error instanceof ClaimLost) await removeOwn(needs, run, file, place);
    throw error;
  }
  await removeSpooled(path);
}

/** The node that now has the run writes under another name, unless it has found our file and relies on it. */
async function removeOwn(
  { metadata }: RunNeeds,
  run: ExportRunRow,
  { name }: ExportFileRow,
  place: Place,
): Promise<void> {
  const files = await readFiles(metadata, organizationId(run.organization_id), run.id);
  if (!files.some((file) => file.name === name)) await place.files.remove(place.nameOf(name));
}

/** Notes something about a file, unless the run has ended meanwhile or another node has it. */
async function noteFile(
  { metadata }: RunNeeds,
  run: ExportRunRow,
  file: ExportFileRow,
  set: Partial<ExportFileRow>,
  columns?: readonly string[],
): Promise<void> {
  const organization = organizationId(run.organization_id);
  await metadata.transaction(async (unit) => {
    await holdRun(unit, run);
    await updateFile(unit, file, set);
    const files = await readFiles(unit, organization, run.id);
    await updateOpenRun(unit, organization, run.id, {
      ...progressOf(files),
      ...(columns === undefined ? {} : { columns: JSON.stringify(columns) }),
    });
  });
}
