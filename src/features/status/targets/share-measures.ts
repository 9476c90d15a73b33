/** Nodes tell each other what they have measured, so that any of them can tell what all have. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import { isObject } from '../../../base/is-object.ts';
import type { Log } from '../../../base/log.ts';
import { noteOutage } from '../../../base/note-outage.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Buckets } from './buckets.ts';
import { type Counts, createMeasureWindow } from './measure-window.ts';

const CHANNEL = 'measures';

export interface MeasureNeeds {
  readonly metadata: Pick<Metadata, 'notify' | 'listen'>;
  readonly clock: Clock;
  readonly log: Log;
  /** What this node has counted since it started. */
  readonly readCounts: () => Promise<Counts>;
}

export interface NodeMeasures {
  readonly from: number;
  readonly counts: Counts;
}

export interface SharedMeasures extends AsyncDisposable {
  /** Current measurements of this node, and the last reported ones of the others. */
  read(): Promise<readonly NodeMeasures[]>;
  /** Publishes to the other nodes; also runs automatically every minute. */
  tell(): Promise<void>;
}

export function shareMeasures(needs: MeasureNeeds): SharedMeasures {
  const { metadata, clock, log, readCounts } = needs;
  const node = randomUUID();
  const window = createMeasureWindow(clock.now());
  const others = new Map<string, NodeMeasures & { readonly heardAt: number }>();
  const telling = noteOutage(log, {
    begins: 'measurements not shared with other nodes',
    ends: 'measurements shared with other nodes again',
  });

  const own = async (): Promise<NodeMeasures> => {
    const counts = await readCounts();
    window.note(clock.now(), counts);
    return window.read(clock.now(), counts);
  };
  const tell = async (): Promise<void> => {
    try {
      await metadata.notify(CHANNEL, JSON.stringify({ node, ...(await own()) }));
      telling.worked();
    } catch (error) {
      telling.failed(error);
    }
  };
  const hear = (payload: string): void => {
    const received = readMeasures(payload);
    if (received === undefined || received.node === node) return;
    others.delete(received.node);
    if (others.size < LIMITS.targets.nodesMax) {
      others.set(received.node, {
        from: received.from,
        counts: received.counts,
        heardAt: clock.now(),
      });
    }
  };
  const listening = metadata
    .listen(CHANNEL, { onMessage: hear, onGap: () => {} })
    .catch((error: unknown) => log.warn({ err: error }, 'measurements of other nodes not read'));
  const timer = setInterval(() => void tell(), LIMITS.targets.readEveryMs);
  timer.unref();

  return {
    tell,
    async read() {
      const oldest = clock.now() - LIMITS.targets.silentMsMax;
      for (const [name, { heardAt }] of others) if (heardAt < oldest) others.delete(name);
      return [await own(), ...others.values()];
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      await (await listening)?.[Symbol.asyncDispose]();
    },
  };
}

/** Undefined for an unreadable payload of another release. */
function readMeasures(payload: string): (NodeMeasures & { readonly node: string }) | undefined {
  let received: unknown;
  try {
    received = JSON.parse(payload);
  } catch {
    return undefined;
  }
  if (!isObject(received)) return undefined;
  const { node, from, counts } = received;
  if (typeof node !== 'string' || typeof from !== 'number' || !isObject(counts)) return undefined;
  const known = Object.entries(counts).filter(([, each]) => isBuckets(each));
  return { node, from, counts: Object.fromEntries(known) as Counts };
}

function isBuckets(value: unknown): value is Buckets {
  if (!isObject(value)) return false;
  const { bounds, counts } = value;
  const isNumbers = (list: unknown): list is number[] =>
    Array.isArray(list) && list.every((each) => Number.isFinite(each));
  return isNumbers(bounds) && isNumbers(counts) && counts.length === bounds.length + 1;
}
