/** Figures about the node itself: what waits in its queue, the room on its disk, and what it runs. */
import { statfsSync } from 'node:fs';
import type { Log } from '../base/log.ts';
import { noteOutage } from '../base/note-outage.ts';
import type { Config } from '../config/index.ts';
import type { DeadLetter, IngestQueue } from '../engines/queue/queue.ts';
import type { Metrics } from '../base/metrics.ts';
import { LIMITS } from '../spec/limits.ts';

export function reportNode(metrics: Metrics, config: Config, queue: IngestQueue, version: string) {
  metrics.gauge(
    'xplain_build_info',
    'Always 1; the labels describe the node.',
    () => [{ value: 1, labels: { version, node: process.version } }],
    ['version', 'node'],
  );
  metrics.gauge('xplain_queue_events', 'Events in the queue.', () => queue.depth().events);
  metrics.gauge('xplain_queue_bytes', 'Bytes in the queue.', () => queue.depth().bytes);
  metrics.gauge('xplain_disk_free_bytes', 'Free space on the disk of the data folder.', () =>
    freeBytes(config.data),
  );
  metrics.gauge(
    'xplain_disk_reserve_bytes',
    'Free space below which the queue refuses events.',
    () => config.limits.queue.freeBytesMin,
  );
}

/** Reports nothing if the file system doesn't. */
function freeBytes(folder: string): number | [] {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return [];
  }
}

interface CountNeeds {
  readonly metrics: Metrics;
  readonly log: Log;
  readonly queue: Pick<IngestQueue, 'listDeadLetters'>;
}

/** Counts once a minute, up to a maximum: beyond it the exact number doesn't matter. */
export function reportDeadLetters({ metrics, log, queue }: CountNeeds): Disposable {
  let known: readonly DeadLetter[] | undefined;
  const looks = noteOutage(log, {
    begins: 'dead letters not counted',
    ends: 'counting dead letters again',
  });
  const look = (): void => {
    queue.listDeadLetters({}, { limit: LIMITS.queue.deadLettersCountedMax }).then(
      (found) => {
        known = found;
        looks.worked();
      },
      (error: unknown) => {
        known = undefined;
        looks.failed(error);
      },
    );
  };
  look();
  const timer = setInterval(look, LIMITS.queue.deadLettersEveryMs);
  timer.unref();
  const { deadLettersCountedMax } = LIMITS.queue;
  metrics.gauge(
    'xplain_dead_letters',
    `Waiting dead letters; ${deadLettersCountedMax} means as many or more.`,
    () => known?.length ?? [],
  );
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
