import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import { SECOND_MS } from '../../spec/units.ts';

/** Told before anything is stored: a JSON list of organizations, or `*` for all of them. */
export const STORING_CHANNEL = 'storing';
/** Whoever hears it expects rows of these organizations for as long. */
export const STORING_MS = 30 * SECOND_MS;

/** Told again when it is as old as this, which leaves time for the news to travel. */
const AGAIN_MS = 10 * SECOND_MS;
/** More organizations than this at once are told as all: a notification has 8,000 bytes. */
const NAMED_MAX = 100;
const REMEMBERED_MAX = 10_000;

/** Does the work of storing rows of some organizations while every node knows of it. */
export type AnnounceStoring = <T>(
  organizations: ReadonlySet<string>,
  work: () => Promise<T>,
) => Promise<T>;

interface AnnounceNeeds {
  readonly metadata: Pick<Metadata, 'notify'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Lets whoever looks at rows again and again know which organizations can have new ones. It is told before they are
 * stored, so that nobody finds a row that was not announced; storing goes on when it cannot be told.
 */
export function createAnnouncing({ metadata, clock, log }: AnnounceNeeds): AnnounceStoring {
  const toldAt = new Map<string, number>();
  let hasFailed = false;

  async function announce(organizations: ReadonlySet<string>): Promise<void> {
    const now = clock.now();
    const isOld = (name: string): boolean =>
      Math.abs(now - (toldAt.get(name) ?? -Infinity)) >= AGAIN_MS;
    const named = [...organizations].filter(isOld);
    if (named.length === 0 && !hasFailed) return;
    const isAll = hasFailed || named.length > NAMED_MAX;
    try {
      await metadata.notify(STORING_CHANNEL, isAll ? '*' : JSON.stringify(named));
      hasFailed = false;
      for (const name of named) toldAt.set(name, now);
      for (const name of toldAt.keys()) {
        if (toldAt.size <= REMEMBERED_MAX) break;
        toldAt.delete(name);
      }
    } catch (error) {
      // Whatever was stored meanwhile is made known with the next one that gets through.
      hasFailed = true;
      log.warn({ err: error }, 'storing of events not announced');
    }
  }

  return async (organizations, work) => {
    await announce(organizations);
    const timer = setInterval(() => void announce(organizations), AGAIN_MS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  };
}
