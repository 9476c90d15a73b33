/** The program of the thread that reads responses: strangers send them, and some take long. */
import { serveJobs } from '../../../engines/threads/serve-jobs.ts';
import { readResponse } from './read-response.ts';

serveJobs(readResponse);
