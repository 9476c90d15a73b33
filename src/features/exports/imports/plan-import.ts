/** Which files of an archive an import reads: those that signed manifests name, none of them missing. */
import { organizationId } from '../../../base/ids.ts';
import type { ImportFileRow, ImportRow } from '../../../engines/metadata/tables/exports.ts';
import type { Manifest } from '../../../contract/archive-manifest.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { readManifest, type ReadManifest } from '../archive/manifest.ts';
import { manifestsFolder } from '../archive/names.ts';
import type { Place } from '../destinations-port.ts';
import { findExport } from '../managing/exports-table.ts';
import { archiveKeyOf } from '../managing/kept-destination.ts';
import { readText } from '../runs/write-manifest.ts';
import { ArchiveProblem } from './archive-problem.ts';
import { updateOpenImport, replaceImportFiles } from './imports-table.ts';
import type { ImportJobNeeds } from './import-job-needs.ts';

/** What the plan keeps of a file: its part of the manifest, and how to read it. */
export type FileFacts = Pick<Manifest, 'format' | 'compression'> & Manifest['files'][number];

export interface ArchivePlace extends Place {
  /** The folder of one export, when only that is to be read. */
  readonly folder: string | undefined;
}

export async function planImport(
  needs: ImportJobNeeds,
  row: ImportRow,
  place: ArchivePlace,
  signal: AbortSignal,
): Promise<void> {
  const organization = organizationId(row.organization_id);
  const names = await listManifests(place, signal);
  if (names.length === 0) throw new ArchiveProblem('There are no manifests in this place.');
  const manifests = new Map<string, ReadManifest>();
  for (const name of names) {
    signal.throwIfAborted();
    const read = readManifest((await readText(place, name)) ?? '');
    if (read === undefined) throw new ArchiveProblem(`${name} is no manifest.`);
    if (row.unsigned === 0) await requireSigned(needs, row, name, read);
    manifests.set(name, read);
  }
  const chosen = chooseManifests(manifests, row);
  requireChain(manifests, chosen, row.from_ms);
  const files = chosen.flatMap(({ manifest: { files: listed, format, compression } }) =>
    listed.map((file): FileFacts => ({ ...file, format, compression })),
  );
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  if (rows > LIMITS.exports.importRowsMax) {
    const max = LIMITS.exports.importRowsMax;
    throw new ArchiveProblem(`It has ${rows} rows; one import takes ${max}. Name a shorter range.`);
  }
  await needs.metadata.transaction(async (unit) => {
    const planned = files.map((file, i): ImportFileRow => ({
      organization_id: organization,
      import_id: row.id,
      number: i + 1,
      name: file.name,
      facts: JSON.stringify(file),
      first_sequence: null,
      node: null,
      is_stored: 0,
    }));
    await replaceImportFiles(unit, organization, row.id, planned);
    await updateOpenImport(unit, organization, row.id, {
      manifests: chosen.length,
      files_planned: files.length,
      rows_planned: rows,
    });
  });
}

async function listManifests(place: ArchivePlace, signal: AbortSignal): Promise<string[]> {
  const prefix = place.nameOf(place.folder === undefined ? '' : manifestsFolder(place.folder));
  const root = place.nameOf('');
  const names: string[] = [];
  let after: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    const page = { limit: LIMITS.objects.listMax, ...(after === undefined ? {} : { after }) };
    const listed = await place.files.list(prefix, page);
    for (const { name } of listed) {
      if (/\/manifests\/[^/]+\.json$/.test(name)) names.push(name.slice(root.length));
    }
    after = listed.at(-1)?.name;
    if (listed.length < LIMITS.objects.listMax) return names;
  }
}

async function requireSigned(
  { metadata, secrets }: ImportJobNeeds,
  row: ImportRow,
  name: string,
  { manifest, isSignedWith }: ReadManifest,
): Promise<void> {
  const organization = organizationId(row.organization_id);
  const own = await findExport(metadata, organization, manifest.export);
  if (own === undefined) {
    throw new ArchiveProblem(`${name} is not of an export of this organization.`);
  }
  if (!isSignedWith(archiveKeyOf(secrets, own))) {
    throw new ArchiveProblem(`${name} was changed after it was written.`);
  }
}

/** Of each window the last revision; windows outside of the range are left out. */
function chooseManifests(
  manifests: ReadonlyMap<string, ReadManifest>,
  { from_ms: from, to_ms: to }: Pick<ImportRow, 'from_ms' | 'to_ms'>,
): ReadManifest[] {
  const last = new Map<string, ReadManifest>();
  for (const read of manifests.values()) {
    const { export: id, window, revision, mode } = read.manifest;
    if (mode !== 'archive') continue;
    if (from !== null && Date.parse(window.to) <= from) continue;
    if (to !== null && Date.parse(window.from) >= to) continue;
    const key = `${id} ${window.from} ${window.to}`;
    if (revision > (last.get(key)?.manifest.revision ?? 0)) last.set(key, read);
  }
  return [...last.values()].toSorted((a, b) =>
    a.manifest.window.from < b.manifest.window.from ? -1 : 1,
  );
}

/** Every manifest before a chosen one is there as it was, back to where the range begins. */
function requireChain(
  manifests: ReadonlyMap<string, ReadManifest>,
  chosen: readonly ReadManifest[],
  from: number | null,
): void {
  for (const { manifest } of chosen) {
    const { previous, window } = manifest;
    if (previous === null || (from !== null && Date.parse(window.from) <= from)) continue;
    const before = manifests.get(previous.name);
    if (before === undefined) throw new ArchiveProblem(`The manifest ${previous.name} is missing.`);
    if (before.sha256 !== previous.sha256) {
      throw new ArchiveProblem(`The manifest ${previous.name} was changed after it was written.`);
    }
  }
}
