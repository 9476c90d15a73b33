import { organizationId } from '../../../base/ids.ts';
import type { ExportRunRow } from '../../../engines/metadata/tables/exports.ts';
import type { UnfinishedUpload } from '../../../engines/objects/objects.ts';
import type { Place } from '../destinations-port.ts';
import { readFiles } from './export-files-table.ts';
import type { RunNeeds } from './run-needs.ts';
import { settingsOf } from './run-settings.ts';

/**
 * A node that dies between starting an upload and recording it leaves an unknown upload, and buckets charge for it. An
 * export has one run at a time, so any other upload in its folder is an orphan.
 */
export async function endOrphans(needs: RunNeeds, run: ExportRunRow, place: Place): Promise<void> {
  const files = await readFiles(needs.metadata, organizationId(run.organization_id), run.id);
  const known = new Set(files.map(({ mark }) => mark));
  for (const { name, mark } of await unfinished(needs, run, place)) {
    if (!known.has(mark)) await place.files.abandon(name, mark);
  }
}

/** Not every key may list them; a run does not depend on it. */
async function unfinished(
  { log }: RunNeeds,
  run: ExportRunRow,
  place: Place,
): Promise<readonly UnfinishedUpload[]> {
  try {
    return await place.files.unfinished(place.nameOf(`${settingsOf(run).folder}/`));
  } catch (error) {
    log.warn({ err: error, run: run.id }, 'unfinished uploads cannot be listed');
    return [];
  }
}
