import type { Clock } from '../../../base/clock.ts';
import { type OrganizationId, randomBase62 } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { AlertRuleRunRow } from '../../../engines/metadata/tables/alerts.ts';
import { STORING_CHANNEL, STORING_MS } from '../../../flow/writer/index.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { readsAudit } from '../conditions/actor-of-rule.ts';
import type { Rule } from '../rule.ts';
import { lastValue, type TickFacts } from '../states/next-run.ts';
import type { StoreTime } from './store-time.ts';

/** What a node knows about rules whose count cannot have changed. */
export interface Quiet extends Pick<Activity, 'isQuietSince' | 'catchUp'> {
  readonly measured: MeasuredTicks;
}

interface QuietRule {
  readonly rule: Rule;
  readonly run: AlertRuleRunRow | undefined;
  /** Those that are not normal. */
  readonly groups: readonly unknown[];
}

/**
 * Whether a tick need not ask the store, since its answer is known: a count of rows was 0 at the tick before, and
 * nothing has been stored since that the count could have missed. Any doubt means no.
 *
 * A writer that cannot reach the metadata store stores nevertheless, and nobody hears of it. So no row depends on
 * being heard of: the windows of the ticks at which the store is asked leave no time between them, and such a row is
 * found late instead of never. Rules whose windows do not overlap are always asked for.
 */
export function isQuiet(
  { isQuietSince, measured }: Pick<Quiet, 'isQuietSince' | 'measured'>,
  { rule, run, groups }: QuietRule,
  tick: TickFacts,
): boolean {
  const { condition, query, basis, interval, window, delay } = rule.settings;
  const isCount =
    condition.kind === 'threshold' &&
    condition.op === '>' &&
    condition.of === 'count' &&
    condition.value >= 0;
  // Of what reads the audit log, the permission is checked at every tick.
  if (readsAudit(rule.settings)) return false;
  // Commands could create rows from nothing, and a saved search may have changed. Without basis `arrival`, the time of
  // a row is the one it claims.
  const isPlain = query !== null && !query.includes('|') && basis === 'arrival';
  if (!isCount || !isPlain || groups.length > 0 || run === undefined) return false;
  if (run.version !== rule.version || run.health !== 'ok' || lastValue(run) !== 0) return false;
  const previous = tick.at - interval * SECOND_MS;
  if (run.ticked_at !== previous) return false;
  const measuredAt = measured.last(rule);
  // The next tick still reaches back to it.
  const isCovered =
    measuredAt !== undefined && tick.at + interval * SECOND_MS <= measuredAt + window * SECOND_MS;
  if (!isCovered) return false;
  return isQuietSince(rule.organization, previous - delay * SECOND_MS);
}

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
  // If listening fails, every tick queries the store.
  listening.catch(() => {});

  return {
    isQuietSince(organization, since) {
      if (!isHeard || !metadata.isListening()) return false;
      const last = Math.max(heardAt.get(organization) ?? allAt, allAt);
      const ahead = storeTime.now() - clock.now();
      return last + STORING_MS + ahead + SLACK_MS <= since;
    },
    // Notifications arrive in the order they were sent, so no older one is pending after one's own.
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

/**
 * When this node last queried the store for each rule. Queries of other nodes are unknown to it, so it queries again.
 */
export interface MeasuredTicks {
  last(rule: Rule): number | undefined;
  note(rule: Rule, at: number): void;
}

/** As many rules as a node is made for. */
const RULES_MAX = 10_000;

export function createMeasuredTicks(): MeasuredTicks {
  const ticks = new Map<string, { readonly version: number; readonly at: number }>();
  return {
    last({ id, version }) {
      const known = ticks.get(id);
      return known?.version === version ? known.at : undefined;
    },
    note({ id, version }, at) {
      ticks.delete(id);
      ticks.set(id, { version, at });
      const [oldest] = ticks.keys();
      if (ticks.size > RULES_MAX && oldest !== undefined) ticks.delete(oldest);
    },
  };
}
