import type { Readable } from 'node:stream';
import type { Actor } from '../../../base/actor.ts';
import { notFound } from '../../../base/errors.ts';
import { recordAudit } from '../../../guard/audit/index.ts';
import type { ExportNeeds } from '../managing/export-needs.ts';
import { requireExport } from '../managing/manage-exports.ts';
import { destinationOf } from '../managing/kept-destination.ts';
import { readFiles } from './export-files-table.ts';
import { findRun } from './export-runs-table.ts';
import { settingsOf } from './run-settings.ts';

export type DownloadNeeds = ExportNeeds;

export interface WantedFile {
  readonly id: string;
  readonly run: string;
  readonly file: number;
}

/** Opens a file that the platform stores. Other files are read at their destination. */
export async function openFile(
  needs: DownloadNeeds,
  actor: Actor,
  { id, run, file: number }: WantedFile,
): Promise<{ readonly content: Readable; readonly bytes: number; readonly name: string }> {
  const { organization } = actor;
  const now = needs.clock.now();
  const row = await requireExport(needs.metadata, organization, id);
  const found = await findRun(needs.metadata, organization, id, run);
  if (found === undefined) throw notFound('run');
  const files = await readFiles(needs.metadata, organization, run);
  const file = files.find((each) => each.number === number);
  if (file?.state !== 'done' || file.kept_until === null || file.kept_until <= now) {
    throw notFound('file');
  }
  const { secret } = destinationOf(needs.secrets, row);
  const shown = settingsOf(found).destination;
  const place = needs.destinations.open(organization, { shown, secret });
  const object = await place.files.read(place.nameOf(file.name));
  if (object === undefined) throw notFound('file');
  const { name: export_ } = row;
  await needs.metadata.transaction((unit) => {
    const details = { export: export_, file: file.name };
    const event = { action: 'log.exported', resource: run, details } as const;
    return recordAudit(unit, actor, event, now);
  });
  return { ...object, name: file.name.slice(file.name.lastIndexOf('/') + 1) };
}
