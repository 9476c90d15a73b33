import type { Clock } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { STORING_CHANNEL, STORING_MS } from '../../../flow/writer/index.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { StoreTime } from './store-time.ts';

/** What this node has heard of writers: which organizations can have new rows. */
export interface Activity extends AsyncDisposable {
  /** Whether it is certain that nothing was stored for an organization from a time on, by the clock of the store. */
  isQuietSince(organization: OrganizationId, since: number): boolean;
}

interface ActivityNeeds {
  readonly metadata: Pick<Metadata, 'listen' | 'isListening'>;
  readonly clock: Clock;
  readonly storeTime: Pick<StoreTime, 'now'>;
}

/** By how much the time of the store may be misjudged, and news be late. */
const SLACK_MS = 10 * SECOND_MS;
const REMEMBERED_MAX = 100_000;

export function openActivity({ metadata, clock, storeTime }: ActivityNeeds): Activity {
  const heardAt = new Map<string, number>();
  // Nothing is known of the time before.
  let allAt = clock.now();
  let isHeard = false;
  const everybody = (): void => {
    allAt = clock.now();
    heardAt.clear();
  };

  function hear(payload: string): void {
    if (payload === '*' || heardAt.size > REMEMBERED_MAX) return everybody();
    for (const name of JSON.parse(payload) as string[]) heardAt.set(name, clock.now());
  }

  const listening = metadata
    .listen(STORING_CHANNEL, { onMessage: hear, onGap: everybody })
    .then((stop) => {
      everybody();
      isHeard = true;
      return stop;
    });
  // Without it every tick asks the store.
  listening.catch(() => {});

  return {
    isQuietSince(organization, since) {
      if (!isHeard || !metadata.isListening()) return false;
      const last = Math.max(heardAt.get(organization) ?? allAt, allAt);
      const ahead = storeTime.now() - clock.now();
      return last + STORING_MS + ahead + SLACK_MS <= since;
    },
    async [Symbol.asyncDispose]() {
      const stop = await listening.catch(() => undefined);
      await stop?.[Symbol.asyncDispose]();
    },
  };
}
