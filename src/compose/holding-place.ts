import { join } from 'node:path';
import type { Config } from '../config/index.ts';
import type { QueueOptions } from '../engines/queue/open-queue.ts';

/** The holding queue: beside the ingest queue, under a name of its own, and in as many copies. */
export function holdingPlace({ queue, data }: Pick<Config, 'queue' | 'data'>): QueueOptions {
  if (queue.kind === 'lmdb') return { kind: 'lmdb', directory: join(data, 'holding') };
  return { ...queue, name: 'xplain_held' };
}
