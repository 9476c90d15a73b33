/** The program of a thread: takes one job after the other and answers each. */
import assert from 'node:assert/strict';
import { parentPort } from 'node:worker_threads';
import { type Job, outcomeOf } from './jobs.ts';

assert(parentPort !== null, 'this program runs in a thread');
const port = parentPort;
port.on('message', (job: Job) => port.postMessage(outcomeOf(job)));
