/** The manifest of a run, which comes last: with it the files count, without it they do not. */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isoTime } from '../../../base/clock.ts';
import { organizationId } from '../../../base/ids.ts';
import type { Manifest } from '../../../contract/archive-manifest.ts';
import type { ExportRow, ExportRunRow } from '../../../engines/metadata/tables/exports.ts';
import { ObjectsError } from '../../../engines/objects/objects.ts';
import { MANIFEST_VERSION } from '../../../spec/exports.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { hashOf, readManifest, type ReadManifest, writeManifest } from '../archive/manifest.ts';
import { manifestName } from '../archive/names.ts';
import type { Place } from '../destinations-port.ts';
import { archiveKeyOf } from '../managing/kept-destination.ts';
import { readFiles } from './export-files-table.ts';
import { findRun } from './export-runs-table.ts';
import type { RunNeeds } from './run-needs.ts';
import { settingsOf } from './run-settings.ts';
import { holdRun } from './watch-run.ts';

export interface WrittenManifest {
  readonly name: string;
  readonly sha256: string;
  readonly manifest: Manifest;
}

export function nameOfManifest(run: ExportRunRow): string {
  const { from_ms: from, to_ms: to, revision } = run;
  return manifestName(settingsOf(run).folder, { from, to, revision });
}

export async function finishManifest(
  needs: RunNeeds,
  row: ExportRow,
  run: ExportRunRow,
  place: Place,
): Promise<WrittenManifest> {
  // A node that stalled until another node ended the run must not write a manifest of files that may be deleted.
  await needs.metadata.transaction((unit) => holdRun(unit, run));
  const manifest = await factsOf(needs, row, run);
  const name = nameOfManifest(run);
  const content = writeManifest(manifest, archiveKeyOf(needs.secrets, row));
  try {
    await place.files.write(place.nameOf(name), Readable.from([Buffer.from(content)]), {
      ifAbsent: true,
    });
  } catch (error) {
    if (!(error instanceof ObjectsError) || error.code !== 'exists') throw error;
    // Written by an earlier attempt, or replaced by another file: our recorded content wins.
    if ((await readText(place, name)) !== content) {
      await place.files.write(place.nameOf(name), Readable.from([Buffer.from(content)]));
    }
  }
  return { name, sha256: hashOf(content), manifest };
}

async function factsOf(needs: RunNeeds, row: ExportRow, run: ExportRunRow): Promise<Manifest> {
  const organization = organizationId(run.organization_id);
  const files = await readFiles(needs.metadata, organization, run.id);
  const { mode, query, format, compression } = settingsOf(run);
  // Written with the files, after the run was read.
  const last = await findRun(needs.metadata, organization, run.export_id, run.id);
  const listed = files.map((file) => ({
    name: file.name,
    rows: file.row_count ?? 0,
    bytes: file.byte_count ?? 0,
    sha256: file.sha256 ?? '',
    from: isoTime(file.from_ms),
    to: isoTime(file.to_ms),
  }));
  return {
    version: MANIFEST_VERSION,
    organization,
    export: row.id,
    name: row.name,
    run: run.id,
    revision: run.revision,
    mode,
    window: { from: isoTime(run.from_ms), to: isoTime(run.to_ms) },
    query,
    format,
    compression,
    columns: JSON.parse(last?.columns ?? '[]') as string[],
    files: listed,
    totals: {
      files: listed.length,
      rows: listed.reduce((sum, { rows }) => sum + rows, 0),
      bytes: listed.reduce((sum, { bytes }) => sum + bytes, 0),
    },
    previous: row.manifest === null ? null : (JSON.parse(row.manifest) as Manifest['previous']),
  };
}

/**
 * A manifest of this window that is there already, signed by this export: the run was done before, and only our
 * note of it is lost. Undefined when there is none, or when a file it names is missing.
 */
export async function findFinished(
  needs: RunNeeds,
  row: ExportRow,
  run: ExportRunRow,
  place: Place,
): Promise<(ReadManifest & { readonly name: string }) | undefined> {
  const name = nameOfManifest(run);
  const content = await readText(place, name);
  const read = content === undefined ? undefined : readManifest(content);
  if (read === undefined || !read.isSignedWith(archiveKeyOf(needs.secrets, row))) return undefined;
  const { query, format, compression } = settingsOf(run);
  const { manifest } = read;
  const isSame =
    manifest.export === row.id &&
    manifest.query === query &&
    manifest.format === format &&
    manifest.compression === compression &&
    JSON.stringify(manifest.previous) === (row.manifest ?? 'null');
  if (!isSame) return undefined;
  for (const file of manifest.files) {
    const found = await place.files.find(place.nameOf(file.name));
    if (found?.bytes !== file.bytes) return undefined;
  }
  return { ...read, name };
}

/** Undefined when there is no such file, or it is larger than any manifest. */
export async function readText(
  { files, nameOf }: Place,
  name: string,
): Promise<string | undefined> {
  const found = await files.read(nameOf(name), { from: 0, to: LIMITS.exports.manifestBytesMax });
  return found === undefined ? undefined : text(found.content);
}
