import type { Clock } from '../../../base/clock.ts';
import { type OrganizationId, randomBase62 } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { STORING_CHANNEL, STORING_MS } from '../../../flow/writer/index.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { StoreTime } from './store-time.ts';

/** What this node has heard of writers: which organizations can have new rows. */
export interface Activity extends AsyncDisposable {
  /** Whether it is certain that nothing was stored for an organization from a time on, by the clock of the store. */
  isQuietSince(organization: OrganizationId, since: number): boolean;
  /** Waits until everything that was announced before is heard. False when that takes too long. */
  catchUp(): Promise<boolean>;
}

interface ActivityNeeds {
  readonly metadata: Pick<Metadata, 'listen' | 'isListening' | 'notify'>;
  readonly clock: Clock;
  readonly storeTime: Pick<StoreTime, 'now'>;
}

/** By how much the time of the store may be misjudged. */
const SLACK_MS = 10 * SECOND_MS;
const REMEMBERED_MAX = 100_000;
/** How long a node waits to hear itself. */
const ECHO_MS_MAX = SECOND_MS;
const ECHO = '=';

export function openActivity({ metadata, clock, storeTime }: ActivityNeeds): Activity {
  const heardAt = new Map<string, number>();
  // Nothing is known of the time before.
  let allAt = clock.now();
  let isHeard = false;
  const everybody = (): void => {
    allAt = clock.now();
    heardAt.clear();
  };

  const echoes = new Map<string, () => void>();

  function hear(payload: string): void {
    if (payload.startsWith(ECHO)) return echoes.get(payload)?.();
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
    // Notifications come in the order in which they were sent, so behind one's own nothing older is left.
    async catchUp() {
      const payload = `${ECHO}${randomBase62(16)}`;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      echoes.set(payload, () => resolve(true));
      const timer = setTimeout(() => resolve(false), ECHO_MS_MAX);
      try {
        await metadata.notify(STORING_CHANNEL, payload);
        return await promise;
      } catch {
        return false;
      } finally {
        clearTimeout(timer);
        echoes.delete(payload);
      }
    },
    async [Symbol.asyncDispose]() {
      const stop = await listening.catch(() => undefined);
      await stop?.[Symbol.asyncDispose]();
    },
  };
}
