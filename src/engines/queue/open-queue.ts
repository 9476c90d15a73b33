import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Limits } from '../../spec/limits.ts';
import type { IngestQueue } from './queue.ts';

export interface QueueNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<Limits, 'queue'>;
}

export type QueueOptions =
  /** One machine: a file in this directory, which only this process uses. */
  | { readonly kind: 'lmdb'; readonly directory: string }
  /** Several nodes on the streams of one NATS cluster, which keeps the configured number of copies. */
  | {
      readonly kind: 'nats';
      readonly servers: readonly string[];
      readonly name?: string;
      readonly replicas?: number;
    };

/** Opens the queue that the configuration names, and loads nothing of the other. */
export async function openQueue(needs: QueueNeeds, options: QueueOptions): Promise<IngestQueue> {
  const own = { ...needs, limits: needs.limits.queue };
  switch (options.kind) {
    case 'lmdb': {
      const { openLmdbQueue } = await import('./lmdb/open-lmdb-queue.ts');
      return openLmdbQueue(own, options);
    }
    case 'nats': {
      const { openNatsQueue } = await import('./nats/open-nats-queue.ts');
      return openNatsQueue(own, options);
    }
  }
}
