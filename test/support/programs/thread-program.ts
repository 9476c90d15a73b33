/** The program of the threads in the tests of thread pools: does what it is told. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { resourceLimits, threadId } from 'node:worker_threads';
import { AppError } from '../../../src/base/errors.ts';
import { ownedMemory } from '../../../src/engines/threads/owned-memory.ts';
import { serveJobs } from '../../../src/engines/threads/serve-jobs.ts';

export type ThreadJob =
  | { readonly kind: 'tell' }
  | { readonly kind: 'sleep'; readonly ms: number }
  | { readonly kind: 'spin' | 'exit' | 'crash' | 'refuse' | 'break' | 'fill' }
  | { readonly kind: 'reverse'; readonly bytes: Uint8Array };

export interface ThreadAnswer {
  readonly threadId: number;
  readonly youngMbMax?: number | undefined;
  readonly bytes?: Uint8Array;
}

serveJobs(run, ({ bytes }) => (bytes === undefined ? [] : ownedMemory(bytes)));

async function run(job: ThreadJob): Promise<ThreadAnswer> {
  switch (job.kind) {
    case 'tell':
      return { threadId, youngMbMax: resourceLimits.maxYoungGenerationSizeMb };
    case 'sleep':
      await sleep(job.ms);
      break;
    case 'spin':
      for (;;);
    case 'exit':
      process.exit(3);
      break;
    case 'crash':
      setImmediate(() => {
        throw new Error('canary in a crash');
      });
      await sleep(60_000);
      break;
    case 'refuse':
      throw new AppError('VALIDATION_ERROR', 'Not like this.', {
        details: [{ path: 'rows.3', message: 'Must not be null.' }],
      });
    case 'break':
      throw new TypeError('canary in a failure');
    case 'fill':
      for (const kept: unknown[] = []; ;) {
        kept.push(Array.from({ length: 10_000 }, () => ({ kept })));
        // Where memory is taken faster than it can be looked through, the engine ends the whole process.
        await nextTurn();
      }
    case 'reverse':
      return { threadId, bytes: job.bytes.reverse() };
  }
  return { threadId };
}
