import { readManifest, type ReadManifest } from '../../archive/manifest.ts';
import type { ArchiveAnswer, ArchiveJob, ManifestFacts } from './archive-jobs.ts';
import { ArchiveProblem } from './archive-problem.ts';
import { type BatchReader, readBatches } from './read-batches.ts';
import { LIMITS } from '../../../../spec/limits.ts';

/** Does one job after the other: the manifests of an archive, then its files, each batch by batch. */
export function createArchiveSession(): (job: ArchiveJob) => Promise<ArchiveAnswer> {
  let manifest: ReadManifest | undefined;
  let batches: BatchReader | undefined;

  async function run(job: ArchiveJob): Promise<ArchiveAnswer> {
    switch (job.kind) {
      case 'manifest':
        manifest = readManifest(job.text);
        return { kind: 'manifest', manifest: manifest && factsOfManifest(manifest) };
      case 'signature':
        return { kind: 'signature', isGood: manifest?.isSignedWith(job.key) === true };
      case 'open':
        manifest = undefined;
        await batches?.return({ refused: 0 });
        batches = readBatches(job.file);
        return { kind: 'opened' };
      case 'next': {
        const next = await batches?.next();
        if (next === undefined) throw new Error('no file is open');
        return next.done === true
          ? { kind: 'end', ...next.value }
          : { kind: 'batch', ...next.value };
      }
    }
  }

  return async (job) => {
    try {
      return await run(job);
    } catch (error) {
      if (error instanceof ArchiveProblem) return { kind: 'problem', message: error.message };
      throw error;
    }
  };
}

/** Of the ids and times in a manifest. */
const TEXT_CHARACTERS_MAX = 64;

/** Undefined when parts of it are longer than those of any manifest that we write. */
function factsOfManifest({ manifest, sha256 }: ReadManifest): ManifestFacts | undefined {
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
