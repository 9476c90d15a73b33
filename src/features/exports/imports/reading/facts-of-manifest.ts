import { LIMITS } from '../../../../spec/limits.ts';
import type { ReadManifest } from '../../archive/manifest.ts';
import type { ManifestFacts } from './archive-jobs.ts';

/** Of the ids and times in a manifest. */
const TEXT_CHARACTERS_MAX = 64;

/** Undefined when parts of it are longer than those of any manifest that we write. */
export function factsOfManifest({ manifest, sha256 }: ReadManifest): ManifestFacts | undefined {
  const { export: id, mode, revision, window, previous, format, compression } = manifest;
  const { filesPerRunMax } = LIMITS.exports;
  const { nameCharactersMax } = LIMITS.objects;
  const isLong =
    manifest.files.length > filesPerRunMax ||
    [id, window.from, window.to].some(({ length }) => length > TEXT_CHARACTERS_MAX) ||
    [previous, ...manifest.files].some((each) => (each?.name.length ?? 0) > nameCharactersMax);
  if (isLong) return undefined;
  const files = manifest.files.map(({ name, rows, bytes, sha256: hash }) => ({
    name,
    rows,
    bytes,
    sha256: hash,
    format,
    compression,
  }));
  return { export: id, mode, revision, window, previous, sha256, files };
}
