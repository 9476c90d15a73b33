import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ObjectsError } from '../../../engines/objects/objects.ts';
import { MB } from '../../../spec/units.ts';
import type { Place } from '../destinations-port.ts';
import type { ImportJobNeeds } from './import-job-needs.ts';
import type { FileFacts } from './reading/archive-jobs.ts';
import { ArchiveProblem } from './reading/archive-problem.ts';

/** Stores nothing of a file until all of it has been verified against its manifest. */
export async function fetchFile(
  { limits }: Pick<ImportJobNeeds, 'limits'>,
  { files, nameOf }: Place,
  { name, bytes, sha256 }: FileFacts,
  { path, signal }: { readonly path: string; readonly signal: AbortSignal },
): Promise<void> {
  const { importFileBytesMax, importDownloadMsMax } = limits.exports;
  if (bytes > importFileBytesMax) {
    const max = importFileBytesMax / MB;
    throw new ArchiveProblem(`The file ${name} is too large to restore (maximum ${max} MB).`);
  }
  await requireDisk(limits.objects.freeBytesMin, dirname(path), bytes);
  const found = await files.read(nameOf(name));
  if (found === undefined) throw new ArchiveProblem(`The file ${name} is missing.`);
  if (found.bytes !== bytes) {
    found.content.destroy();
    throw wrongSize(name);
  }
  const hash = createHash('sha256');
  let taken = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      taken += chunk.length;
      if (taken > bytes) return done(wrongSize(name));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const late = AbortSignal.timeout(importDownloadMsMax);
  await pipeline(found.content, measure, createWriteStream(path), {
    signal: AbortSignal.any([signal, late]),
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw late.aborted ? new ObjectsError('timed_out', error) : error;
  });
  if (hash.digest('hex') !== sha256) {
    throw new ArchiveProblem(`The file ${name} was changed after it was written.`);
  }
}

function wrongSize(name: string): ArchiveProblem {
  return new ArchiveProblem(`The size of the file ${name} doesn't match its manifest.`);
}

/** It comes again when others have left the disk. */
async function requireDisk(freeBytesMin: number, folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + freeBytesMin) throw new ObjectsError('full');
}
