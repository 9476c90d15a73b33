import { availableParallelism } from 'node:os';
import { AppError } from '../../../base/errors.ts';
import { LIMITS, type Limits } from '../../../spec/limits.ts';
import { type Job, type JobResults, type Outcome, runJob } from './jobs.ts';
import { startThread, type Thread } from './start-thread.ts';

/** Does jobs beside the thread that answers requests; small ones at once, where they take no time. */
export interface EvaluationThreads extends AsyncDisposable {
  run<Kind extends Job['kind']>(
    job: Job & { readonly kind: Kind },
    signal?: AbortSignal,
  ): Promise<JobResults[Kind]>;
  /** Starts a thread and lets it practise, so that the first large input need not wait for that. */
  warmUp(): Promise<void>;
}

interface Waiting {
  readonly start: (thread: Thread) => Promise<void>;
  readonly refuse: (reason: unknown) => void;
}

/** Threads start with the first large input, so opening costs nothing. */
export function openEvaluationThreads(needs: {
  readonly limits: Limits['evaluation'];
}): EvaluationThreads {
  const { limits } = needs;
  const threadsMax = Math.min(limits.inputThreadsMax, Math.max(1, availableParallelism() - 1));
  const idle: Thread[] = [];
  const threads = new Set<Thread>();
  const waiting: Waiting[] = [];
  let isClosed = false;

  function takeThread(): Thread | undefined {
    for (let free = idle.pop(); free !== undefined; free = idle.pop()) {
      if (free.isAlive()) return free;
      threads.delete(free);
    }
    if (threads.size >= threadsMax) return undefined;
    const thread = startThread(limits);
    threads.add(thread);
    return thread;
  }

  /** Gives what waits to the threads that are free. */
  function serve(): void {
    while (waiting.length > 0) {
      const thread = takeThread();
      if (thread === undefined) return;
      void waiting
        .shift()
        ?.start(thread)
        .finally(() => {
          // A thread that has died is replaced by the next one that is needed.
          if (thread.isAlive()) idle.push(thread);
          else threads.delete(thread);
          serve();
        });
    }
  }

  function enqueue(job: Job, signal: AbortSignal | undefined): Promise<Outcome> {
    if (isClosed) throw new Error('evaluation threads are closed');
    if (waiting.length >= limits.inputsWaitingMax) throw tooBusy();
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const start = async (thread: Thread): Promise<void> => {
      if (signal?.aborted) reject(new Error('nobody waits for the evaluation any more'));
      else await thread.run(job, signal).then(resolve, reject);
    };
    waiting.push({ start, refuse: reject });
    serve();
    return promise;
  }

  return {
    async run<Kind extends Job['kind']>(
      job: Job & { readonly kind: Kind },
      signal?: AbortSignal,
    ): Promise<JobResults[Kind]> {
      if (sizeOf(job) <= limits.bodyBytesInlineMax) return resultOf<Kind>(runJob(job));
      const outcome = await enqueue(job, signal);
      if (outcome.kind === 'done') return resultOf<Kind>(outcome.result);
      throw errorOf(outcome);
    },
    async warmUp() {
      for (let round = 0; round < PRACTICE_ROUNDS; round += 1) {
        if (!isClosed) await enqueue(practice(), undefined);
      }
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      const closed = new Error('evaluation threads are closed');
      for (const { refuse } of waiting.splice(0)) refuse(closed);
      await Promise.all([...threads].map((thread) => thread.stop()));
    },
  };
}

const PRACTICE_ROUNDS = 3;
const PRACTICE_ROWS = 2_000;

/** Rows of a few forms, enough for the engine to learn which code is worth compiling. */
function practice(): Job {
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

function errorOf(outcome: Exclude<Outcome, { kind: 'done' }>): Error {
  if (outcome.kind === 'refused') {
    return new AppError(outcome.code, outcome.message, outcome.facts);
  }
  return new Error('an evaluation job failed', { cause: new Error(outcome.frames) });
}

function tooBusy(): AppError {
  const message = 'Too many evaluations wait already. Try again in a moment.';
  return new AppError('AI_PROVIDER_NOT_EU', message, { retryAfterSeconds: 1 });
}
