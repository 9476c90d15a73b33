/** The program of a thread. */
import { minePatterns } from '../../../patterns/index.ts';
import { ownedMemory } from '../../threads/owned-memory.ts';
import { serveJobs } from '../../threads/serve-jobs.ts';
import type { MinedRows } from '../mining.ts';
import type { Job } from './jobs.ts';
import { unpackRows } from './packed-rows.ts';

serveJobs(run, ({ assignment }) => ownedMemory(assignment));

function run(job: Job): MinedRows {
  const rows = unpackRows(job.rows);
  const { patternsMax, ...options } = job.options;
  const { patterns, assignment } = minePatterns(rows, options);
  const kept = patterns.slice(0, patternsMax);
  return { patterns: kept, found: patterns.length, assignment };
}
