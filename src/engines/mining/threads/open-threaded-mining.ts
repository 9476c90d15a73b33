import { AppError } from '../../../base/errors.ts';
import type { Row } from '../../../patterns/index.ts';
import type { Limits } from '../../../spec/limits.ts';
import { createThreadPool } from '../../threads/create-thread-pool.ts';
import type { Handover } from '../../threads/threads.ts';
import type { Mining } from '../mining.ts';
import type { Answer, Job, Task } from './jobs.ts';
import { packRows } from './packed-rows.ts';

const PROGRAM = new URL('mining-thread.ts', import.meta.url);
const RETRY_AFTER_SECONDS = 1;

export function openThreadedMining({ limits }: { readonly limits: Limits['mining'] }): Mining {
  const threads = createThreadPool<Job, Answer>({
    ...limits,
    name: 'mining',
    program: PROGRAM,
    tooBusy,
    tooLong,
  });
  return {
    async minePatterns(rows, options, signal, owner) {
      const task: Task = { kind: 'mine', options };
      const handing = (): Promise<Handover<Job>> => handOver(task, rows, signal);
      const answer = await threads.run(handing, signal, 'usual', owner);
      if (answer.kind === 'mined') return answer.mined;
      throw new Error('a thread answered another job');
    },
    async compressRows(rows, request = {}, signal) {
      const task: Task = { kind: 'compress', request };
      const answer = await threads.run(() => handOver(task, rows, signal), signal);
      if (answer.kind === 'compressed') return answer.compressed;
      throw new Error('a thread answered another job');
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  };
}

async function handOver(
  task: Task,
  rows: readonly Row[],
  signal: AbortSignal | undefined,
): Promise<Handover<Job>> {
  const packed = await packRows(rows, signal);
  const moved = [packed.bytes.buffer, packed.ends.buffer, packed.isJson.buffer];
  return { job: { ...task, rows: packed }, moved };
}

function tooBusy(): AppError {
  const message = 'Too many logs are being compressed already. Try again in a moment.';
  return new AppError('RATE_LIMITED', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function tooLong(): AppError {
  return new AppError('QUERY_TIMEOUT', 'Finding the patterns took too long. Look at fewer events.');
}
