/**
 * Many callers share one synced transaction: operations submitted while a transaction is being written go into the next
 * one, so all waiting callers share the cost of a sync.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../base/clock.ts';
import type { AppError } from '../../../base/errors.ts';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import { queueUnavailable } from '../queue-unavailable.ts';
import type { Operation, Tables } from './tables.ts';

export interface GroupCommit {
  /**
   * Resolves once all operations are on disk, atomically; rejects with QUEUE_UNAVAILABLE if they are not. Transactions
   * are in the order of calls.
   */
  commit(operations: readonly Operation[]): Promise<void>;
  /** How often something was handed in. */
  readonly calls: number;
  /** Everything handed in is written or refused. */
  readonly isIdle: boolean;
  /** Bytes handed in that are not on disk yet. */
  readonly pendingBytes: number;
  /** When the disk last refused a transaction; undefined as long as it takes them. */
  readonly failedAt: number | undefined;
  /** Nothing can be written or closed any more; only a new process helps, unless the disk answers after all. */
  readonly isStuck: boolean;
  /** Resolves when everything handed in has been written or refused, or the disk hangs. */
  idle(): Promise<void>;
}

const IDLE_POLL_MS = 100;
const REASON_MS = 100;

interface Job {
  readonly operations: readonly Operation[];
  readonly bytes: number;
  readonly resolve: () => void;
  readonly reject: (error: AppError) => void;
}

interface State {
  readonly tables: Tables;
  readonly log: Log;
  readonly clock: Clock;
  readonly limits: Limits['queue'];
  waiting: Job[];
  calls: number;
  pendingBytes: number;
  failedAt: number | undefined;
  isStuck: boolean;
  running: Promise<void> | undefined;
}

export function createGroupCommit(
  needs: { readonly log: Log; readonly clock: Clock; readonly limits: Limits['queue'] },
  tables: Tables,
): GroupCommit {
  const state: State = {
    log: needs.log,
    clock: needs.clock,
    limits: needs.limits,
    tables,
    waiting: [],
    calls: 0,
    pendingBytes: 0,
    failedAt: undefined,
    isStuck: false,
    running: undefined,
  };
  return {
    commit(operations) {
      if (state.isStuck) {
        return Promise.reject(
          queueUnavailable(state.limits, new Error('The disk is not responding.')),
        );
      }
      return new Promise((resolve, reject) => {
        const bytes = operations.reduce((sum, { value }) => sum + (value?.byteLength ?? 0), 0);
        state.calls++;
        state.pendingBytes += bytes;
        state.waiting.push({ operations, bytes, resolve, reject });
        state.running ??= run(state);
      });
    },
    get calls() {
      return state.calls;
    },
    get isIdle() {
      return state.running === undefined;
    },
    get pendingBytes() {
      return state.pendingBytes;
    },
    get failedAt() {
      return state.failedAt;
    },
    get isStuck() {
      return state.isStuck;
    },
    async idle() {
      while (state.running !== undefined && !state.isStuck) {
        await Promise.race([state.running, sleep(IDLE_POLL_MS, undefined, { ref: false })]);
      }
    },
  };
}

async function run(state: State): Promise<void> {
  // Callers that append in the same turn of the event loop already share the first transaction.
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  while (state.waiting.length > 0) {
    const jobs = nextJobs(state);
    const failure = await watch(state, write(state.tables, jobs));
    if (failure === undefined) state.failedAt = undefined;
    else {
      state.failedAt = state.clock.now();
      state.log.error({ err: failure }, 'writing to the queue failed');
    }
    for (const job of jobs) {
      state.pendingBytes -= job.bytes;
      if (failure === undefined) job.resolve();
      else job.reject(queueUnavailable(state.limits, failure));
    }
  }
  state.running = undefined;
}

/**
 * A disk may hang, and after a failed write of its root LMDB refuses everything without the driver ever
 * saying so. Then nothing more is handed in; only what answers, or a new process, ends that.
 */
async function watch<T>(state: State, writing: Promise<T>): Promise<T> {
  const timer = setTimeout(() => {
    state.isStuck = true;
    state.failedAt = state.clock.now();
    state.log.error({}, 'queue disk not responding; restart if it does not recover');
  }, state.limits.appendMsMax);
  try {
    return await writing;
  } finally {
    clearTimeout(timer);
    state.isStuck = false;
  }
}

/** From the front, as many as one transaction takes. */
function nextJobs({ waiting, limits }: State): Job[] {
  let bytes = 0;
  let records = 0;
  let count = 0;
  for (const job of waiting) {
    bytes += job.bytes;
    records += job.operations.length;
    const isFull = bytes > limits.commitBytesMax || records > limits.commitRecordsMax;
    if (isFull && count > 0) break;
    count++;
  }
  return waiting.splice(0, count);
}

/** Undefined when everything is on disk, else the reason why nothing is. */
async function write(tables: Tables, jobs: readonly Job[]): Promise<Error | undefined> {
  try {
    // LMDB gives up the whole transaction when one of its records fails.
    await tables.root.batch(() => {
      for (const { operations } of jobs) {
        for (const { table, key, value } of operations) {
          if (value === undefined) void table.remove(key);
          else void table.put(key, value);
        }
      }
    });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** The driver rejects with a general error that carries a promise of the real one, which rejects a moment later. */
async function reasonOf(error: unknown): Promise<Error> {
  const general = error instanceof Error ? error : new Error(String(error));
  if (!('commitError' in general) || !(general.commitError instanceof Promise)) return general;
  const reason = general.commitError.then(
    () => general,
    (cause: unknown) => (cause instanceof Error ? cause : general),
  );
  // Some error numbers are mistaken for progress by the driver, and their reason never comes.
  return Promise.race([reason, sleep(REASON_MS, general)]);
}
