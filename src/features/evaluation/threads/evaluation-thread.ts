/** The program of a thread. */
import { serveJobs } from '../../../engines/threads/serve-jobs.ts';
import { runJob } from './jobs.ts';

serveJobs(runJob);
