/** Stores what waits in a queue, while no endpoint is open. */
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../base/clock.ts';
import { silentMetrics } from '../base/metrics.ts';
import type { IngestQueue } from '../engines/queue/queue.ts';
import { startWriter } from '../flow/writer/index.ts';
import { recordUsage } from '../guard/limits/index.ts';
import { MINUTE_MS } from '../spec/units.ts';
import type { Node } from './node.ts';

export interface StoreQueuedOptions {
  /** Whether metadata and queue are of the same moment: then they know together what was counted before, else nothing is. */
  readonly isCounted: boolean;
}

/** Of what waited, some may have been stored before; row ids tell. */
export async function storeQueued(
  { engines, config, log }: Pick<Node, 'engines' | 'config' | 'log'>,
  { isCounted }: StoreQueuedOptions,
): Promise<void> {
  const { queue, store, metadata } = engines;
  const { ingest: limits } = config.limits;
  const usage = { metadata, clock: systemClock };
  await using _ = startWriter({
    queue,
    store,
    limits,
    recordUsage: isCounted ? recordUsage.bind(undefined, usage) : async () => {},
    clock: systemClock,
    log,
    // Nobody scrapes metrics of a short-lived program.
    metrics: silentMetrics,
  });
  await untilEmpty(queue);
}

const LOOK_MS = 50;
/** How long a queue may stop shrinking before the rest is left to the server. */
const STILL_MS_MAX = 2 * MINUTE_MS;

async function untilEmpty(queue: IngestQueue): Promise<void> {
  let left = Infinity;
  let shorterAt = systemClock.now();
  for (;;) {
    const { events } = queue.depth();
    if (events === 0) return;
    if (events < left) shorterAt = systemClock.now();
    left = events;
    if (systemClock.now() - shorterAt > STILL_MS_MAX) return;
    await sleep(LOOK_MS);
  }
}
