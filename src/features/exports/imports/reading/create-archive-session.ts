import { readManifest, type ReadManifest } from '../../archive/manifest.ts';
import type { ArchiveAnswer, ArchiveJob } from './archive-jobs.ts';
import { ArchiveProblem } from './archive-problem.ts';
import { factsOfManifest } from './facts-of-manifest.ts';
import { type BatchReader, readBatches } from './read-batches.ts';

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
