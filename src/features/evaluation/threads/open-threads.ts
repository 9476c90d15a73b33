import { AppError } from '../../../base/errors.ts';
import { createThreadPool } from '../../../engines/threads/create-thread-pool.ts';
import { ownedMemory } from '../../../engines/threads/owned-memory.ts';
import type { Handover } from '../../../engines/threads/threads.ts';
import { LIMITS, type Limits } from '../../../spec/limits.ts';
import { type Job, type JobResults, runJob } from './jobs.ts';

/** Does jobs beside the thread that answers requests; small ones at once, where they take no time. */
export interface EvaluationThreads extends AsyncDisposable {
  run<Kind extends Job['kind']>(
    job: Job & { readonly kind: Kind },
    signal?: AbortSignal,
  ): Promise<JobResults[Kind]>;
  /** Starts a thread and lets it practise, so that the first large input need not wait for that. */
  warmUp(): Promise<void>;
}

const PROGRAM = new URL('evaluation-thread.ts', import.meta.url);

/** Threads start with the first large input, so opening costs nothing. */
export function openEvaluationThreads(needs: {
  readonly limits: Limits['evaluation'];
}): EvaluationThreads {
  const { limits } = needs;
  const pool = createThreadPool<Job, JobResults[Job['kind']]>({
    name: 'evaluation',
    program: PROGRAM,
    threadsMax: limits.inputThreadsMax,
    waitingMax: limits.inputsWaitingMax,
    jobMsMax: limits.threadMsMax,
    heapBytesMax: limits.threadHeapBytesMax,
    tooBusy,
    tooLong,
    practice,
  });
  return {
    async run<Kind extends Job['kind']>(
      job: Job & { readonly kind: Kind },
      signal?: AbortSignal,
    ): Promise<JobResults[Kind]> {
      if (sizeOf(job) <= limits.bodyBytesInlineMax) return resultOf<Kind>(runJob(job));
      return resultOf<Kind>(await pool.run(() => handOver(job), signal));
    },
    warmUp: () => pool.warmUp(),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

function handOver(job: Job): Handover<Job> {
  return { job, moved: 'bytes' in job ? ownedMemory(job.bytes) : [] };
}

const PRACTICE_ROUNDS = 3;
const PRACTICE_ROWS = 2_000;

function* practice(): Iterable<Handover<Job>> {
  for (let round = 0; round < PRACTICE_ROUNDS; round += 1) yield handOver(practiceJob());
}

/** Rows of a few forms. */
function practiceJob(): Job {
  const rows = Array.from({ length: PRACTICE_ROWS }, (_, i) =>
    i % 3 === 0
      ? { level: 'info', message: `job ${i} done in ${i * 7} ms`, worker: i % 11 }
      : `2026-01-01T00:00:${String(i % 60).padStart(2, '0')}Z INFO worker-${i % 7} took job ${i} of queue q${i % 5}`,
  );
  const bytes = Buffer.from(JSON.stringify({ rows, preview: true }));
  const { detailsMax, jsonDepthMax } = LIMITS.http;
  return { kind: 'read', bytes, settings: { vendor: 'vendor', detailsMax, jsonDepthMax } };
}

/** A job is answered with the result of its own kind. */
function resultOf<Kind extends Job['kind']>(result: JobResults[Job['kind']]): JobResults[Kind] {
  return result as JobResults[Kind];
}

/** Roughly the characters that have to be looked at. */
function sizeOf(job: Job): number {
  switch (job.kind) {
    case 'read':
    case 'prepare':
      return job.bytes.length;
    case 'judge': {
      const { lines, items } = job.input;
      return sum(lines.map((line) => line.length)) + items.length * lines.length;
    }
    case 'ground': {
      const { draft, grounding } = job;
      const cited = draft.findings.flatMap(({ evidence }) => evidence.map(({ n }) => n));
      return sum(cited.map((n) => grounding.lines[n - 1]?.text.length ?? 0));
    }
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function tooBusy(): AppError {
  const message = 'Too many evaluations wait already. Try again in a moment.';
  return new AppError('AI_PROVIDER_NOT_EU', message, { retryAfterSeconds: 1 });
}

function tooLong(): AppError {
  return new AppError('AI_PROVIDER_NOT_EU', 'Reading the rows took too long. Send fewer rows.');
}
