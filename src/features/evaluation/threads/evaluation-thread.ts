/** The program of a thread. */
import { ownedMemory } from '../../../engines/threads/owned-memory.ts';
import { serveJobs } from '../../../engines/threads/serve-jobs.ts';
import type { JobResults } from './jobs.ts';
import { runJob } from './run-job.ts';

serveJobs(runJob, (result) => (isPreview(result) ? ownedMemory(result.answer) : []));

type Preview = JobResults['read'] & { readonly kind: 'preview' };

function isPreview(result: JobResults[keyof JobResults]): result is Preview {
  return result !== undefined && 'kind' in result && result.kind === 'preview';
}
