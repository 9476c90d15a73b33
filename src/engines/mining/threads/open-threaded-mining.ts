import { AppError } from '../../../base/errors.ts';
import type { Row } from '../../../patterns/index.ts';
import type { Limits } from '../../../spec/limits.ts';
import { createThreadPool } from '../../threads/create-thread-pool.ts';
import type { Handover } from '../../threads/threads.ts';
import type { MinedRows, Mining, MiningOptions } from '../mining.ts';
import type { Job } from './jobs.ts';
import { packRows } from './packed-rows.ts';

const PROGRAM = new URL('mining-thread.ts', import.meta.url);
const RETRY_AFTER_SECONDS = 1;

export function openThreadedMining({ limits }: { readonly limits: Limits['mining'] }): Mining {
  const threads = createThreadPool<Job, MinedRows>({
    ...limits,
    name: 'mining',
    program: PROGRAM,
    tooBusy,
    tooLong,
  });
  return {
    async minePatterns(rows, options, signal, owner) {
      return threads.run(() => handOver(options, rows, signal), signal, 'usual', owner);
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  };
}

async function handOver(
  options: MiningOptions,
  rows: readonly Row[],
  signal: AbortSignal | undefined,
): Promise<Handover<Job>> {
  const packed = await packRows(rows, signal);
  const moved = [packed.bytes.buffer, packed.ends.buffer, packed.isJson.buffer];
  return { job: { options, rows: packed }, moved };
}

function tooBusy(): AppError {
  const message = 'Too many pattern searches are running. Retry in a moment.';
  return new AppError('RATE_LIMITED', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function tooLong(): AppError {
  return new AppError(
    'QUERY_TIMEOUT',
    'Finding patterns took too long. Reduce the number of events.',
  );
}
