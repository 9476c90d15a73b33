import { AppError } from '../../../base/errors.ts';
import { createThreadPool } from '../../../engines/threads/create-thread-pool.ts';
import { ownedMemory } from '../../../engines/threads/owned-memory.ts';
import type { Handover } from '../../../engines/threads/threads.ts';
import type { Limits } from '../../../spec/limits.ts';
import type { PackedLines } from '../input/packed-lines.ts';
import type { AskedLines, Job, JobResults } from './jobs.ts';

/**
 * Runs jobs on worker threads. Small ones, too: a first execution takes many times as long, and only threads are warmed
 * up. Small jobs overtake large waiting ones.
 */
export interface EvaluationThreads extends AsyncDisposable {
  run<Kind extends Job['kind']>(
    job: Job & { readonly kind: Kind },
    signal?: AbortSignal,
  ): Promise<JobResults[Kind]>;
  /** The same threads for an organization, whose jobs take turns with those of others. */
  of(owner: string): RunThreads;
  /** Starts a thread and lets it practise, so that the first input need not wait for that. */
  warmUp(): Promise<void>;
}

/** What a run sees of them. */
export type RunThreads = Pick<EvaluationThreads, 'run' | 'of'>;

const PROGRAM = new URL('evaluation-thread.ts', import.meta.url);
const PRACTICE_ROUNDS = 3;

/** Threads start with the first input, so opening costs nothing. */
export function openEvaluationThreads(needs: {
  readonly limits: Limits['evaluation'];
}): EvaluationThreads {
  const { limits } = needs;
  const pool = createThreadPool<Job, JobResults[Job['kind']]>({
    name: 'evaluation',
    program: PROGRAM,
    threadsMax: limits.inputThreadsMax,
    waitingMax: limits.inputsWaitingMax,
    quickWaitingMax: limits.smallInputsWaitingMax,
    jobMsMax: limits.threadMsMax,
    heapBytesMax: limits.threadHeapBytesMax,
    tooBusy,
    tooLong,
    practice,
  });
  const of = (owner: string): RunThreads => ({
    of,
    async run<Kind extends Job['kind']>(
      job: Job & { readonly kind: Kind },
      signal?: AbortSignal,
    ): Promise<JobResults[Kind]> {
      const urgency = sizeOf(job) <= limits.bodyBytesQuickMax ? 'quick' : 'usual';
      return resultOf<Kind>(await pool.run(() => handOver(job), signal, urgency, owner));
    },
  });
  return {
    ...of(''),
    warmUp: () => pool.warmUp(),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

function handOver(job: Job): Handover<Job> {
  return { job, moved: 'bytes' in job ? ownedMemory(job.bytes) : [] };
}

/** Several jobs, so that a request in between need not wait for all of them. */
function practice(): Handover<Job>[] {
  return Array.from({ length: PRACTICE_ROUNDS }, () => handOver({ kind: 'practise' }));
}

/** A job returns the result type of its kind. */
function resultOf<Kind extends Job['kind']>(result: JobResults[Job['kind']]): JobResults[Kind] {
  return result as JobResults[Kind];
}

/** Approximate number of characters to process. */
function sizeOf(job: Job): number {
  switch (job.kind) {
    case 'read':
    case 'halve':
    case 'prepare':
      return job.bytes.length;
    case 'prompt':
      return itemCharacters(job.items) + (job.texts?.length ?? 0);
    case 'judge':
      return askedCharacters(job.asked) + job.asked.items.length * job.asked.lines.count;
    case 'ground':
      return job.answer.text.length + askedCharacters(job.asked);
    case 'checkPlan':
    case 'checkQuestion':
    case 'practise':
      return Infinity;
  }
}

function askedCharacters({ lines, items }: AskedLines): number {
  return itemCharacters(items) + linesBytes(lines);
}

function linesBytes({ texts, shown }: PackedLines): number {
  return texts.length + shown.length;
}

function itemCharacters(items: AskedLines['items']): number {
  return items.reduce((sum, { description }) => sum + description.length, 0);
}

function tooBusy(): AppError {
  const message = 'Too many evaluations are queued. Retry in a moment.';
  return new AppError('EVALUATIONS_BUSY', message, { retryAfterSeconds: 1 });
}

function tooLong(): AppError {
  return new AppError('EVALUATION_TIMEOUT', 'Reading the events took too long. Send fewer events.');
}
