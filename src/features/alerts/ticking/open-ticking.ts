import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { Metrics } from '../../../base/metrics.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { AlertBatchRow } from '../../../engines/metadata/tables/alerts.ts';
import type { DueWork } from '../../../engines/schedule/schedule.ts';
import { bind } from '../../../engines/store/sql.ts';
import type { LogStore, QueryAnswer } from '../../../engines/store/store.ts';
import type { ConditionNeeds } from '../conditions/condition-needs.ts';
import { findSamples, searchText } from '../conditions/evidence.ts';
import { measureRule } from '../conditions/measure-rule.ts';
import { createSharing } from '../conditions/share-counts.ts';
import type { SettleNeeds } from '../states/settle-needs.ts';
import { createMeasuredTicks, openActivity } from './quiet.ts';
import { openPace } from './open-pace.ts';
import { runBatches } from './run-batch.ts';
import { openStoreTime } from './store-time.ts';
import { createTickMeters } from './tick-meters.ts';

export interface TickingNeeds extends ConditionNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction' | 'listen' | 'isListening' | 'notify'>;
  readonly store: Pick<LogStore, 'frontier'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Resources that stay open as long as the node runs. */
  readonly opened: Pick<AsyncDisposableStack, 'use'>;
}

/** Opens everything a node needs to evaluate rules. */
export function openTicking(needs: TickingNeeds, settling: SettleNeeds): DueWork<AlertBatchRow> {
  const { metadata, clock, log } = needs;
  const storeTime = openStoreTime(needs.store, clock);
  const activity = needs.opened.use(openActivity({ metadata, clock, storeTime }));
  const now = (): number => performance.now();
  const wait = (ms: number, signal: AbortSignal): Promise<void> =>
    sleep(ms, undefined, { signal }).catch(() => undefined);
  const isBusy = (): boolean => (needs.search.nodeSlots?.query.taken() ?? 0) > 0;
  return runBatches({
    ...settling,
    metadata,
    clock,
    log,
    storeTime,
    meters: createTickMeters(needs.metrics, storeTime),
    openAsks: () => {
      const asking = { ...needs, search: { ...needs.search, store: askOnce(needs.search.store) } };
      return {
        measureRule: (...about) => measureRule(asking, ...about),
        searchText: (...about) => searchText(needs, ...about),
        findSamples: (...about) => findSamples(needs, ...about),
      };
    },
    sharing: createSharing(needs),
    pace: openPace({ now, wait, isBusy }),
    quiet: {
      isQuietSince: (...about) => activity.isQuietSince(...about),
      catchUp: () => activity.catchUp(),
      measured: createMeasuredTicks(),
    },
    wait,
  });
}

type Asked = Pick<LogStore, 'query'>;

/** Options that may differ between callers of the same query. */
const OF_ASKER: ReadonlySet<string> = new Set(['timeoutMs', 'signal']);

/**
 * Shares queries: rules that differ only in thresholds or channels run the same query at a tick. If it fails, each runs
 * its own.
 */
export function askOnce<Store extends Asked>(store: Store): Store {
  const asked = new Map<string, Promise<QueryAnswer>>();
  const query: Asked['query'] = async (statement, options = {}) => {
    if (Object.keys(options).some((name) => !OF_ASKER.has(name))) {
      return store.query(statement, options);
    }
    const { text, parameters } = bind(statement);
    const name = JSON.stringify([text, ...parameters]);
    const known = asked.get(name);
    if (known !== undefined) return known.catch(() => store.query(statement, options));
    const answer = store.query(statement, options);
    asked.set(name, answer);
    return answer;
  };
  return { ...store, query };
}
