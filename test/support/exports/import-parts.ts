/** What imports need beside exports: an organization without a quota, and the limits where nobody has set one. */
import type { ImportJobNeeds } from '../../../src/features/exports/imports/import-job-needs.ts';
import { createArchiveSession } from '../../../src/features/exports/imports/reading/create-archive-session.ts';
import {
  openArchiveReader,
  type ReadingProcess,
} from '../../../src/features/exports/imports/reading/open-archive-reader.ts';
import { LIMITS } from '../limits.ts';

export const importParts: Pick<ImportJobNeeds, 'quota' | 'limits' | 'openReader'> = {
  quota: { verdict: () => 'open', note: () => {} },
  limits: LIMITS,
  openReader: (limits, signal) => openArchiveReader(limits, signal, readHere),
};

/** In this process: to start one takes longer than most tests. */
function readHere(): ReadingProcess {
  const session = createArchiveSession();
  return { run: ({ job }) => session(job), isAlive: () => true, stop: async () => {} };
}
