import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import type { TestContext } from 'node:test';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';
import { organizationId } from '../../../src/base/ids.ts';
import { openMining } from '../../../src/engines/mining/open-mining.ts';
import { openEvaluationThreads } from '../../../src/features/evaluation/threads/open-threads.ts';
import { openThreadReader } from '../../../src/flow/ingest/reading/open-thread-reader.ts';
import { COMPRESSION_OPTIONS } from '../../../src/spec/evaluation.ts';
import type { Limits } from '../../../src/spec/limits.ts';
import { MB } from '../../../src/spec/units.ts';
import { createTestEncoder } from '../../support/ingest/event-encoder.ts';
import { passTime, settle, silence, stopTime } from '../observe.ts';
import { probe, type ProbesOf } from '../probe.ts';

/** What became of jobs that never end. */
interface Seen {
  /** Threads that were started. */
  readonly threads: number;
  /** Memory of each. */
  readonly heapMb: number | undefined;
  /** Jobs that were refused at once. */
  readonly refused: number;
  /** Jobs that were given up within 100 ms. */
  readonly givenUp: number;
}

/** Starts a job that no thread ever does. */
type Run = () => Promise<unknown>;

/** On a machine with many processors, whose threads take jobs and never answer. */
async function watch(t: TestContext, open: () => Promise<Run> | Run, jobs: number): Promise<Seen> {
  const threads: (WorkerOptions | undefined)[] = [];
  class SilentWorker extends EventEmitter {
    constructor(_program: URL, options?: WorkerOptions) {
      super();
      threads.push(options);
    }
    ref(): void {}
    unref(): void {}
    postMessage(): void {}
    async terminate(): Promise<number> {
      return 0;
    }
  }
  const { Worker } = workerThreads;
  workerThreads.Worker = SilentWorker as never;
  t.mock.method(os, 'availableParallelism', () => 64);
  syncBuiltinESMExports();
  t.after(() => {
    workerThreads.Worker = Worker;
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  stopTime(t);
  const run = await open();
  let isLater = false;
  let refused = 0;
  let givenUp = 0;
  const note = (): number => (isLater ? (givenUp += 1) : (refused += 1));
  for (let job = 0; job < jobs; job += 1) void run().catch(note);
  await settle();
  isLater = true;
  await passTime(t, 100);

  const heapMb = threads[0]?.resourceLimits?.maxOldGenerationSizeMb;
  return { threads: threads.length, heapMb, refused, givenUp };
}

const OPTIONS = Object.fromEntries(
  Object.entries(COMPRESSION_OPTIONS).map(([name, option]) => [name, option.default]),
);

/** Looks at one thing of so many jobs. */
function look(open: (limits: Limits) => Promise<Run> | Run, what: keyof Seen, jobs: number) {
  return async (limits: Limits, t: TestContext): Promise<number | undefined> =>
    (await watch(t, () => open(limits), jobs))[what];
}

const mining = async ({ mining: limits }: Limits): Promise<Run> => {
  const opened = await openMining({ limits });
  return () => opened.minePatterns(['a line'], OPTIONS as never, undefined, 'org');
};

const reading = (limits: Limits): Run => {
  const opened = openThreadReader({
    // No organization has pipelines.
    metadata: { db: undefined as never },
    cache: { get: () => undefined },
    limits,
    encoder: createTestEncoder(),
    local: { read: silence },
  });
  let number = 0;
  return async () => {
    // Of different organizations, so that none waits for its own.
    const organization = organizationId(`org_${(number += 1)}`);
    return opened.read({ organization, body: Buffer.alloc(MB) } as never);
  };
};

/** Large inputs, or small ones. */
const judging =
  (bytes: number) =>
  ({ evaluation: limits }: Limits): Run => {
    const opened = openEvaluationThreads({ limits });
    return () => opened.run({ kind: 'read', bytes: new Uint8Array(bytes) } as never);
  };
const large = judging(MB);
const small = judging(10);

export const THREAD_PROBES = {
  mining: {
    threadsMax: probe(look(mining, 'threads', 5), [2, 2], [3, 3]),
    waitingMax: probe(look(mining, 'refused', 10), [2, 4], [5, 1]),
    jobMsMax: probe(look(mining, 'givenUp', 1), [50, 1], [200, 0]),
    heapBytesMax: probe(look(mining, 'heapMb', 1), [64 * MB, 64], [128 * MB, 128]),
  },
  reading: {
    readersMax: probe(look(reading, 'threads', 5), [2, 2], [3, 3]),
    readMsMax: probe(look(reading, 'givenUp', 1), [50, 1], [200, 0]),
    readHeapBytesMax: probe(look(reading, 'heapMb', 1), [64 * MB, 64], [128 * MB, 128]),
  },
} satisfies ProbesOf<'mining' | 'reading'>;

/** The part of the evaluation's limits that bounds its threads. */
export const EVALUATION_THREAD_PROBES = {
  inputThreadsMax: probe(look(large, 'threads', 5), [2, 2], [3, 3]),
  inputsWaitingMax: probe(look(large, 'refused', 10), [2, 4], [5, 1]),
  smallInputsWaitingMax: probe(look(small, 'refused', 10), [2, 4], [5, 1]),
  threadMsMax: probe(look(large, 'givenUp', 1), [50, 1], [200, 0]),
  threadHeapBytesMax: probe(look(large, 'heapMb', 1), [64 * MB, 64], [128 * MB, 128]),
};
