/** The program of a thread: takes one job after the other and answers each. */
import assert from 'node:assert/strict';
import { parentPort } from 'node:worker_threads';
import { AppError } from '../../../base/errors.ts';
import { compressRows, minePatterns } from '../../../patterns/index.ts';
import type { Job, Outcome } from './jobs.ts';
import { unpackRows } from './packed-rows.ts';

assert(parentPort !== null, 'this program runs in a thread');
const port = parentPort;
port.on('message', (job: Job) => {
  const outcome = run(job);
  const moved = outcome.kind === 'mined' ? [outcome.mined.assignment.buffer] : [];
  port.postMessage(outcome, moved as ArrayBuffer[]);
});

function run(job: Job): Outcome {
  try {
    const rows = unpackRows(job.rows);
    if (job.kind === 'compress') {
      const { options, focus } = job.request;
      return { kind: 'compressed', compressed: compressRows(rows, options, focus) };
    }
    const { patternsMax, ...options } = job.options;
    const { patterns, assignment } = minePatterns(rows, options);
    const kept = patterns.slice(0, patternsMax);
    return { kind: 'mined', mined: { patterns: kept, found: patterns.length, assignment } };
  } catch (error) {
    if (error instanceof AppError) {
      return { kind: 'refused', code: error.code, message: error.message, facts: error.facts };
    }
    return { kind: 'failed', message: error instanceof Error ? error.message : 'unknown' };
  }
}
