import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { IngestQueue } from './queue.ts';

export interface QueueNeeds {
  readonly clock: Clock;
  readonly log: Log;
}

/** One machine: a file in this directory, which belongs to this process alone. */
export interface LmdbQueueOptions {
  readonly kind: 'lmdb';
  readonly directory: string;
}

export type QueueOptions = LmdbQueueOptions;

/** Opens the queue that the configuration names, and loads nothing of the other. */
export async function openQueue(needs: QueueNeeds, options: QueueOptions): Promise<IngestQueue> {
  const { openLmdbQueue } = await import('./lmdb/open-lmdb-queue.ts');
  return openLmdbQueue(needs, options);
}
