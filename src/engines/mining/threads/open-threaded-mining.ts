import { availableParallelism } from 'node:os';
import { AppError } from '../../../base/errors.ts';
import type { Row } from '../../../patterns/index.ts';
import type { Limits } from '../../../spec/limits.ts';
import type { Mining } from '../mining.ts';
import type { Outcome, Task } from './jobs.ts';
import { startThread, type Thread } from './start-thread.ts';

/** A job that waits for a thread. */
interface Waiting {
  readonly start: (thread: Thread) => Promise<void>;
  readonly refuse: (reason: unknown) => void;
}

const RETRY_AFTER_SECONDS = 1;

/** One thread less than the machine has processors, so that one is left to answer requests. */
export function openThreadedMining({ limits }: { readonly limits: Limits['mining'] }): Mining {
  const threadsMax = Math.min(limits.threadsMax, Math.max(1, availableParallelism() - 1));
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
      const next = waiting.shift();
      void next?.start(thread).finally(() => {
        // A thread that has died or was given up is replaced by the next one that is needed.
        if (thread.isAlive()) idle.push(thread);
        else threads.delete(thread);
        serve();
      });
    }
  }

  function run(
    rows: readonly Row[],
    task: Task,
    signal: AbortSignal | undefined,
  ): Promise<Outcome> {
    signal?.throwIfAborted();
    if (isClosed) throw new Error('mining is closed');
    if (waiting.length >= limits.waitingMax) throw tooBusy();
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const start = (thread: Thread): Promise<void> =>
      thread.run(rows, task, signal).then(resolve, reject);
    const job: Waiting = { start, refuse: reject };
    const onAbort = (): void => {
      const place = waiting.indexOf(job);
      if (place >= 0) waiting.splice(place, 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    waiting.push(job);
    serve();
    return promise.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  return {
    async minePatterns(rows, options, signal) {
      const outcome = await run(rows, { kind: 'mine', options }, signal);
      if (outcome.kind === 'mined') return outcome.mined;
      throw errorOf(outcome);
    },
    async compressRows(rows, request = {}, signal) {
      const outcome = await run(rows, { kind: 'compress', request }, signal);
      if (outcome.kind === 'compressed') return outcome.compressed;
      throw errorOf(outcome);
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      for (const { refuse } of waiting.splice(0)) refuse(new Error('mining is closed'));
      await Promise.all([...threads].map((thread) => thread.stop()));
    },
  };
}

function tooBusy(): AppError {
  const message = 'Too many logs are being compressed already. Try again in a moment.';
  return new AppError('RATE_LIMITED', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function errorOf(outcome: Outcome): Error {
  if (outcome.kind === 'refused') {
    return new AppError(outcome.code, outcome.message, outcome.facts);
  }
  return new Error(outcome.kind === 'failed' ? outcome.message : 'a thread answered another job');
}
