import { availableParallelism } from 'node:os';
import { LIMITS, type Limits } from '../../spec/limits.ts';
import { createFairLine, type FairLine } from './fair-line.ts';
import { startThread, type Thread } from './start-thread.ts';
import type { Handover, ThreadPool, ThreadPoolSettings, Urgency } from './threads.ts';

/** Threads start with the first job, so a pool costs nothing until then. */
export function createThreadPool<Job, Answer>(
  settings: ThreadPoolSettings<Job>,
): ThreadPool<Job, Answer> {
  const { name, practice, limits = LIMITS.threads } = settings;
  const { waitingMax, quickWaitingMax = waitingMax } = settings;
  const threads = createThreads<Job, Answer>(settings);
  const waiting: Record<Urgency, FairLine<Errand<Job, Answer>>> = {
    quick: createFairLine(quickWaitingMax),
    usual: createFairLine(waitingMax),
  };
  let isClosed = false;

  /** Gives what waits to the threads that are free. */
  function serve(): void {
    while (waiting.quick.size + waiting.usual.size > 0) {
      const thread = threads.take();
      if (thread === undefined) return;
      const next = waiting.quick.shift() ?? waiting.usual.shift();
      void next?.start(thread).finally(() => {
        threads.giveBack(thread);
        serve();
      });
    }
  }

  const pool: ThreadPool<Job, Answer> = {
    async run(handOver, signal, urgency = 'usual', owner = '') {
      signal?.throwIfAborted();
      if (isClosed) throw new Error(`the threads for ${name} are closed`);
      const line = waiting[urgency];
      const errand = createErrand<Job, Answer>(handOver, signal, limits);
      if (!line.push(owner, errand)) throw settings.tooBusy();
      serve();
      try {
        return await errand.answer;
      } finally {
        line.remove(owner, errand);
      }
    },
    async warmUp() {
      for (const handover of practice?.() ?? []) {
        if (!isClosed) await pool.run(() => handover);
      }
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      const closed = new Error(`the threads for ${name} are closed`);
      for (const line of Object.values(waiting)) {
        for (const errand of line.clear()) errand.refuse(closed);
      }
      await threads.stop();
    },
  };
  return pool;
}

/** A job from the moment it waits until it is answered. */
interface Errand<Job, Answer> {
  readonly answer: Promise<Answer>;
  start(thread: Thread<Job, Answer>): Promise<void>;
  refuse(reason: unknown): void;
}

function createErrand<Job, Answer>(
  handOver: () => Handover<Job> | Promise<Handover<Job>>,
  signal: AbortSignal | undefined,
  { abandonedMsMax }: Limits['threads'],
): Errand<Job, Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let running: Thread<Job, Answer> | undefined;
  const onAbort = (): void => {
    reject(signal?.reason);
    // Most jobs end sooner than a new thread has learned its work, so this one gets a moment.
    setTimeout(() => void running?.stop(), abandonedMsMax).unref();
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  return {
    answer: promise.finally(() => signal?.removeEventListener('abort', onAbort)),
    refuse: reject,
    async start(thread) {
      try {
        signal?.throwIfAborted();
        const handover = await handOver();
        signal?.throwIfAborted();
        running = thread;
        resolve(await thread.run(handover));
      } catch (error) {
        reject(error);
      } finally {
        running = undefined;
      }
    },
  };
}

interface Threads<Job, Answer> {
  /** One that is free, or a new one; none when all there may be have a job. */
  take(): Thread<Job, Answer> | undefined;
  giveBack(thread: Thread<Job, Answer>): void;
  stop(): Promise<void>;
}

function createThreads<Job, Answer>(settings: ThreadPoolSettings<Job>): Threads<Job, Answer> {
  const { idleMsMax, keptMax } = settings.limits ?? LIMITS.threads;
  // Leaves one processor to answer requests.
  const threadsMax = Math.min(settings.threadsMax, Math.max(1, availableParallelism() - 1));
  const all = new Set<Thread<Job, Answer>>();
  const idle: Thread<Job, Answer>[] = [];
  const retirements = new Map<Thread<Job, Answer>, NodeJS.Timeout>();

  function forget(thread: Thread<Job, Answer>): void {
    all.delete(thread);
    clearTimeout(retirements.get(thread));
    retirements.delete(thread);
  }

  function retire(thread: Thread<Job, Answer>): void {
    const place = idle.indexOf(thread);
    if (place < 0 || all.size <= keptMax) return;
    idle.splice(place, 1);
    forget(thread);
    void thread.stop();
  }

  return {
    take() {
      for (let free = idle.pop(); free !== undefined; free = idle.pop()) {
        clearTimeout(retirements.get(free));
        if (free.isAlive()) return free;
        forget(free);
      }
      if (all.size >= threadsMax) return undefined;
      const thread = startThread<Job, Answer>(settings);
      all.add(thread);
      return thread;
    },
    giveBack(thread) {
      // A thread that has died or was given up is replaced by the next one that is needed.
      if (!thread.isAlive()) return forget(thread);
      idle.push(thread);
      retirements.set(thread, setTimeout(() => retire(thread), idleMsMax).unref());
    },
    async stop() {
      for (const timer of retirements.values()) clearTimeout(timer);
      await Promise.all([...all].map((thread) => thread.stop()));
    },
  };
}
