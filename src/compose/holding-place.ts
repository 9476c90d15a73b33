import { join } from 'node:path';
import type { Config } from '../config/index.ts';
import type { QueueOptions } from '../engines/queue/open-queue.ts';

/** Location of the holding queue: next to the ingest queue, with its own name and the same number of replicas. */
export function holdingPlace({ queue, data }: Pick<Config, 'queue' | 'data'>): QueueOptions {
  if (queue.kind === 'lmdb') return { kind: 'lmdb', directory: join(data, 'holding') };
  return { ...queue, name: 'xplain_held' };
}
