import { AppError } from '../../../base/errors.ts';
import { createThreadPool } from '../../../engines/threads/create-thread-pool.ts';
import { ownedMemory } from '../../../engines/threads/owned-memory.ts';
import type { Handover, ThreadPool } from '../../../engines/threads/threads.ts';
import type { Limits } from '../../../spec/limits.ts';
import { pipelinesForThread, type PipelineNeeds } from '../../pipelines/index.ts';
import type { EventEncoder } from './create-encoder.ts';
import type { BodyToRead, EventBatch, EventReader, ReadBody } from './event-reader.ts';
import type { Answer, Job, UnnumberedBatch } from './jobs.ts';
import { emptyBatch, makeBatch } from './make-batch.ts';

export interface ThreadReaderNeeds extends PipelineNeeds {
  readonly limits: Limits;
  readonly encoder: Pick<EventEncoder, 'number'>;
  /** Reads what would keep a thread from others: bodies whose pipelines take too long. */
  readonly local: EventReader;
}

const PROGRAM = new URL('reading-thread.ts', import.meta.url);

/**
 * Reads bodies on worker threads, those of different organizations in turns. Threads start with the first body, so
 * opening costs nothing.
 */
export function openThreadReader(needs: ThreadReaderNeeds): EventReader & AsyncDisposable {
  const limits = needs.limits.reading;
  const pool = createThreadPool<Job, Answer>({
    threadsMax: limits.readersMax,
    jobMsMax: limits.readMsMax,
    heapBytesMax: limits.readHeapBytesMax,
    youngBytesMax: limits.readYoungBytesMax,
    name: 'reading events',
    program: PROGRAM,
    // Bodies are in memory already: refusing one would not make them fewer.
    waitingMax: Number.POSITIVE_INFINITY,
    tooBusy: tooLong,
    tooLong,
  });
  return {
    read: (body) => readThere(needs, pool, body),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

async function readThere(
  needs: ThreadReaderNeeds,
  pool: ThreadPool<Job, Answer>,
  body: BodyToRead,
): Promise<ReadBody> {
  const known = pipelinesForThread(needs, body.organization);
  const pipelines = known instanceof Promise ? await known : known;
  if (pipelines.kind === 'slow') return needs.local.read(body);
  const { events, http, reading } = needs.limits;
  const job: Job = {
    ...body,
    ...(pipelines.kind === 'portable' ? { pipelines: pipelines.pipelines } : {}),
    limits: { events, http, reading },
  };
  const moved = (): Handover<Job> => ({ job, moved: ownedMemory(job.body) });
  const answer = await pool.run(moved, undefined, 'usual', body.organization);
  const { batch, refusals, items, unread } = answer;
  if (unread !== undefined) {
    if (pipelines.kind === 'portable') pipelines.noteSlow();
    const again = Buffer.from(unread.buffer, unread.byteOffset, unread.byteLength);
    return needs.local.read({ ...body, body: again });
  }
  return { batch: batch && numbered(needs, batch), refusals, items };
}

/** Row IDs come from the thread that handles requests: all IDs of a node form one sequence. */
function numbered({ encoder }: ThreadReaderNeeds, batch: UnnumberedBatch): EventBatch {
  const { block, ...facts } = batch;
  if (block === undefined) return emptyBatch(facts.accepted, facts.sentBytes);
  return makeBatch(facts, block.rows, { payload: block.bytes, idOf: encoder.number(block) });
}

export function tooLong(): AppError {
  const message = 'Reading the events took too long. Retry the request.';
  return new AppError('QUEUE_UNAVAILABLE', message, { retryAfterSeconds: 1 });
}
