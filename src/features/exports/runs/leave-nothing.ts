import { organizationId } from '../../../base/ids.ts';
import type { ExportRow, ExportRunRow } from '../../../engines/metadata/tables/exports.ts';
import { openPlace } from './execute-run.ts';
import { readFiles, updateFile } from './export-files-table.ts';
import type { RunNeeds } from './run-needs.ts';
import { removeSpooled, spoolPath } from './spool-file.ts';

/**
 * After a run that will have no manifest: uploads end, and its files go. A destination that cannot be reached keeps
 * what it has; no manifest names it, so it does not count.
 */
export async function leaveNothing(
  needs: RunNeeds,
  row: ExportRow,
  run: ExportRunRow,
): Promise<void> {
  const organization = organizationId(run.organization_id);
  for (const file of await readFiles(needs.metadata, organization, run.id)) {
    await removeSpooled(spoolPath(needs, file));
    try {
      const place = openPlace(needs, row, run);
      const name = place.nameOf(file.name);
      if (file.mark !== null) await place.files.abandon(name, file.mark);
      if (file.state === 'done') await place.files.remove(name);
    } catch (error) {
      needs.log.warn({ err: error, run: run.id }, 'files of an ended run stay');
      continue;
    }
    await needs.metadata.transaction((unit) =>
      updateFile(unit, file, { state: 'planned', mark: null, kept_until: null }),
    );
  }
}
