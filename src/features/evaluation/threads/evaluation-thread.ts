/** The program of a thread. */
import { ownedMemory } from '../../../engines/threads/owned-memory.ts';
import { serveJobs } from '../../../engines/threads/serve-jobs.ts';
import { memoryOf } from '../input/packed-lines.ts';
import { partsOf } from '../input/prepared-input.ts';
import type { JobResults } from './jobs.ts';
import { runJob } from './run-job.ts';

serveJobs(runJob, movedOf);

function movedOf(result: JobResults[keyof JobResults]): ArrayBuffer[] {
  if (result === undefined || !('kind' in result)) return [];
  if (result.kind === 'halves') {
    return [...ownedMemory(result.before), ...ownedMemory(result.after)];
  }
  if (result.kind === 'preview') return ownedMemory(result.answer);
  return result.kind === 'prepared'
    ? partsOf(result.input).flatMap(({ lines }) => memoryOf(lines))
    : [];
}
