/** Which files of an archive an import reads: those that signed manifests name, none of them missing. */
import { organizationId } from '../../../base/ids.ts';
import type { ImportFileRow, ImportRow } from '../../../engines/metadata/tables/exports.ts';
import { manifestsFolder } from '../archive/names.ts';
import type { Place } from '../destinations-port.ts';
import { findExport } from '../managing/exports-table.ts';
import { archiveKeyOf } from '../managing/kept-destination.ts';
import { readText } from '../runs/write-manifest.ts';
import { replaceImportFiles, updateOpenImport } from './imports-table.ts';
import type { ImportJobNeeds } from './import-job-needs.ts';
import type { ManifestFacts } from './reading/archive-jobs.ts';
import { ArchiveProblem } from './reading/archive-problem.ts';
import type { ArchiveReader } from './reading/open-archive-reader.ts';
import { requireOpen } from './require-open.ts';

export interface ArchivePlace extends Place {
  /** The folder of one export, when only that is to be read. */
  readonly folder: string | undefined;
}

export interface ArchiveToPlan {
  readonly place: ArchivePlace;
  readonly reader: ArchiveReader;
  readonly signal: AbortSignal;
}

export async function planImport(
  needs: ImportJobNeeds,
  row: ImportRow,
  archive: ArchiveToPlan,
): Promise<void> {
  const { importFilesMax, importRowsMax } = needs.limits.exports;
  const organization = organizationId(row.organization_id);
  const manifests = await readManifests(needs, row, archive);
  const chosen = chooseManifests(manifests, row);
  requireChain(manifests, chosen, row.from_ms);
  const count = chosen.reduce((sum, { files }) => sum + files.length, 0);
  if (count > importFilesMax) {
    throw new ArchiveProblem(
      `Too many files: ${count}, maximum ${importFilesMax}. Choose a shorter time range.`,
    );
  }
  const files = chosen.flatMap((manifest) => manifest.files);
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  if (rows > importRowsMax) {
    throw new ArchiveProblem(
      `Too many rows: ${rows}, maximum ${importRowsMax}. Choose a shorter time range.`,
    );
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
      row_count: 0,
      deaths: 0,
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

type Manifests = ReadonlyMap<string, ManifestFacts>;

async function readManifests(
  needs: ImportJobNeeds,
  row: ImportRow,
  { place, reader, signal }: ArchiveToPlan,
): Promise<Manifests> {
  const names = await listManifests(needs, row, place, signal);
  if (names.length === 0) throw new ArchiveProblem('No manifests found in this location.');
  const { importFilesMax } = needs.limits.exports;
  const manifests = new Map<string, ManifestFacts>();
  let files = 0;
  for (const name of names) {
    signal.throwIfAborted();
    await requireOpen(needs, row);
    const read = await reader.readManifest(name, (await readText(place, name)) ?? '');
    if (read === undefined) throw new ArchiveProblem(`${name} is no manifest.`);
    if (row.unsigned === 0) await requireSigned(needs, row, name, { reader, read });
    // Manifests outside the range are used only to check the chain.
    const isWanted = isWithin(read, row);
    if (isWanted) files += read.files.length;
    if (files > FILES_READ_RATIO * importFilesMax) throw tooManyFiles(importFilesMax);
    manifests.set(name, isWanted ? read : { ...read, files: [] });
  }
  return manifests;
}

/** Revisions of a window name its files again. */
const FILES_READ_RATIO = 5;

function tooManyFiles(max: number): ArchiveProblem {
  return new ArchiveProblem(`Too many files (maximum ${max}). Choose a shorter time range.`);
}

async function listManifests(
  needs: ImportJobNeeds,
  row: ImportRow,
  place: ArchivePlace,
  signal: AbortSignal,
): Promise<string[]> {
  const { importListedMax, importManifestsMax } = needs.limits.exports;
  const { listMax } = needs.limits.objects;
  const prefix = place.nameOf(place.folder === undefined ? '' : manifestsFolder(place.folder));
  const root = place.nameOf('');
  const names: string[] = [];
  let after: string | undefined;
  for (let seen = 0; ;) {
    signal.throwIfAborted();
    await requireOpen(needs, row);
    const page = { limit: listMax, ...(after === undefined ? {} : { after }) };
    const listed = await place.files.list(prefix, page);
    for (const { name } of listed) {
      if (/\/manifests\/[^/]+\.json$/.test(name)) names.push(name.slice(root.length));
    }
    after = listed.at(-1)?.name;
    seen += listed.length;
    if (names.length > importManifestsMax) {
      throw new ArchiveProblem(`Too many manifests (maximum ${importManifestsMax}).`);
    }
    if (listed.length < listMax) return names;
    if (seen >= importListedMax) {
      throw new ArchiveProblem(
        `More than ${importListedMax} files in this location. Use the prefix of one export.`,
      );
    }
  }
}

async function requireSigned(
  { metadata, secrets }: ImportJobNeeds,
  row: ImportRow,
  name: string,
  { reader, read }: { readonly reader: ArchiveReader; readonly read: ManifestFacts },
): Promise<void> {
  const organization = organizationId(row.organization_id);
  const own = await findExport(metadata, organization, read.export);
  if (own === undefined) {
    throw new ArchiveProblem(`${name} doesn't belong to an export of this organization.`);
  }
  if (!(await reader.isSignedWith(name, archiveKeyOf(secrets, own)))) {
    throw new ArchiveProblem(`${name} was changed after it was written.`);
  }
}

type Range = Pick<ImportRow, 'from_ms' | 'to_ms'>;

function isWithin({ mode, window }: ManifestFacts, { from_ms: from, to_ms: to }: Range): boolean {
  if (mode !== 'archive') return false;
  if (from !== null && Date.parse(window.to) <= from) return false;
  return to === null || Date.parse(window.from) < to;
}

/** The last revision of each window; windows outside the range are left out. */
function chooseManifests(manifests: Manifests, range: Range): ManifestFacts[] {
  const last = new Map<string, ManifestFacts>();
  for (const read of manifests.values()) {
    if (!isWithin(read, range)) continue;
    const { export: id, window, revision } = read;
    const key = `${id} ${window.from} ${window.to}`;
    if (revision > (last.get(key)?.revision ?? 0)) last.set(key, read);
  }
  return [...last.values()].toSorted((a, b) => (a.window.from < b.window.from ? -1 : 1));
}

/** Every manifest before a chosen one is there as it was, back to where the range begins. */
function requireChain(
  manifests: Manifests,
  chosen: readonly ManifestFacts[],
  from: number | null,
): void {
  for (const { previous, window } of chosen) {
    if (previous === null || (from !== null && Date.parse(window.from) <= from)) continue;
    const before = manifests.get(previous.name);
    if (before === undefined) throw new ArchiveProblem(`The manifest ${previous.name} is missing.`);
    if (before.sha256 !== previous.sha256) {
      throw new ArchiveProblem(`The manifest ${previous.name} was changed after it was written.`);
    }
  }
}
