/** The program of a thread. */
import { compressRows, minePatterns } from '../../../patterns/index.ts';
import { ownedMemory } from '../../threads/owned-memory.ts';
import { serveJobs } from '../../threads/serve-jobs.ts';
import type { Answer, Job } from './jobs.ts';
import { unpackRows } from './packed-rows.ts';

serveJobs(run, (answer) => (answer.kind === 'mined' ? ownedMemory(answer.mined.assignment) : []));

function run(job: Job): Answer {
  const rows = unpackRows(job.rows);
  if (job.kind === 'compress') {
    const { options, focus } = job.request;
    return { kind: 'compressed', compressed: compressRows(rows, options, focus) };
  }
  const { patternsMax, ...options } = job.options;
  const { patterns, assignment } = minePatterns(rows, options);
  const kept = patterns.slice(0, patternsMax);
  return { kind: 'mined', mined: { patterns: kept, found: patterns.length, assignment } };
}
