/** Stores what waits in a queue, while no door is open. */
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../base/clock.ts';
import type { IngestQueue } from '../engines/queue/queue.ts';
import { startWriter } from '../flow/writer/index.ts';
import { MINUTE_MS } from '../spec/units.ts';
import type { Node } from './node.ts';

/** Of what waited, some was stored before the store was copied; row ids tell. */
export async function storeQueued({
  engines,
  config,
  log,
  metrics,
}: Pick<Node, 'engines' | 'config' | 'log' | 'metrics'>): Promise<void> {
  const { queue, store } = engines;
  const { ingest: limits } = config.limits;
  // What was stored before was counted before.
  const recordUsage = async (): Promise<void> => {};
  await using _ = startWriter({
    queue,
    store,
    limits,
    recordUsage,
    clock: systemClock,
    log,
    metrics,
  });
  await untilEmpty(queue);
}

const LOOK_MS = 50;
/** How long a queue may get no shorter before the rest of it is left to the server. */
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
