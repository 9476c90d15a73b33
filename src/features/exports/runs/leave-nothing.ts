import { organizationId } from '../../../base/ids.ts';
import type { ExportRow, ExportRunRow } from '../../../engines/metadata/tables/exports.ts';
import { openPlace } from './execute-run.ts';
import { readFiles, updateFile } from './export-files-table.ts';
import type { RunNeeds } from './run-needs.ts';
import { nameOfManifest } from './write-manifest.ts';
import { removeSpooled, spoolPath } from './spool-file.ts';

/**
 * After a run that does not count: its manifest goes first, uploads end, and its files go. A destination that cannot be
 * reached keeps what it has.
 */
export async function leaveNothing(
  needs: RunNeeds,
  row: ExportRow,
  run: ExportRunRow,
): Promise<void> {
  const organization = organizationId(run.organization_id);
  await removeManifest(needs, row, run);
  for (const file of await readFiles(needs.metadata, organization, run.id)) {
    await removeSpooled(spoolPath(needs, file));
    try {
      const place = openPlace(needs, row, run);
      const name = place.nameOf(file.name);
      if (file.mark !== null) await place.files.abandon(name, file.mark);
      if (file.state !== 'planned') await place.files.remove(name);
    } catch (error) {
      needs.log.warn({ err: error, run: run.id }, 'files of an ended run not deleted');
      continue;
    }
    await needs.metadata.transaction((unit) =>
      updateFile(unit, file, { state: 'planned', mark: null, kept_until: null }),
    );
  }
}

/** A manifest written just before the cancellation would list deleted files. */
async function removeManifest(needs: RunNeeds, row: ExportRow, run: ExportRunRow): Promise<void> {
  try {
    const place = openPlace(needs, row, run);
    await place.files.remove(place.nameOf(nameOfManifest(run)));
  } catch (error) {
    needs.log.warn({ err: error, run: run.id }, 'manifest of an ended run not deleted');
  }
}
