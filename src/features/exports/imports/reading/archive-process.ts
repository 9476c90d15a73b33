/** Entry point of a process that reads one archive with untrusted content. */
import { writeFileSync } from 'node:fs';
import { lowerPriority } from '../../../../engines/threads/lower-priority.ts';
import { serveJobs } from '../../../../engines/threads/serve-jobs.ts';
import { createArchiveSession } from './create-archive-session.ts';

/** Imports are less urgent than requests. */
const NICENESS = 10;

lowerPriority(NICENESS);
endFirst();
serveJobs(createArchiveSession());

/** Where memory runs out, the system ends this process before any other. */
function endFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Only Linux knows it.
  }
}
