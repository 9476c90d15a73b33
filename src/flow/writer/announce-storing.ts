import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import { SECOND_MS } from '../../spec/units.ts';

/** Sent before rows are stored: a JSON list of organizations, or `*` for all. */
export const STORING_CHANNEL = 'storing';
/** Receivers expect rows of these organizations for this long. */
export const STORING_MS = 30 * SECOND_MS;

/** Repeated after this time, which leaves time for delivery. */
const AGAIN_MS = 10 * SECOND_MS;
/** More organizations than this are sent as `*`: a notification has 8,000 bytes. */
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
 * Announces which organizations may have new rows to code that polls for them. Sent before the rows are stored, so that
 * no row is found unannounced; storing continues if it can't be sent.
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
      // Rows stored meanwhile are announced with the next successful notification.
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
