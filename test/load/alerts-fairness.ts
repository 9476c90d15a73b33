/** One organization whose statements take very long, beside another: how late the rules of the other are. */
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { AppError } from '../../src/base/errors.ts';
import type { OrganizationId } from '../../src/base/ids.ts';
import { silentLog } from '../../src/base/log.ts';
import { silentMetrics } from '../../src/base/metrics.ts';
import { openMemoryCounters } from '../../src/engines/counters/memory/open-memory-counters.ts';
import type { Metadata } from '../../src/engines/metadata/metadata.ts';
import { openMining } from '../../src/engines/mining/open-mining.ts';
import { openDueRunner } from '../../src/engines/schedule/open-due-runner.ts';
import { bind } from '../../src/engines/store/sql.ts';
import type { LogStore, QueryAnswer } from '../../src/engines/store/store.ts';
import { createRuleTrees } from '../../src/features/alerts/conditions/rule-trees.ts';
import { queueMessages } from '../../src/features/alerts/messages/queue-messages.ts';
import { queueNotice } from '../../src/features/alerts/messages/queue-notice.ts';
import { createAlertRule } from '../../src/features/alerts/rules/manage-alert-rules.ts';
import { openTicking } from '../../src/features/alerts/ticking/open-ticking.ts';
import { openSearch } from '../../src/flow/search/index.ts';
import { PLANS } from '../../src/spec/plans.ts';
import { SECOND_MS } from '../../src/spec/units.ts';
import { LIMITS } from '../support/limits.ts';
import { type AccessUnderTest, openAccess } from '../support/open-access.ts';
import { benchContext } from './bench-context.ts';
import { inShort } from './bench-size.ts';
import { percentiles, print } from './ingest-traffic.ts';

/** Rules of the other organization, and how many intervals they have: each is a batch, so that many ticks are seen. */
const OTHER_RULES = inShort(50, 2);
const OTHER_INTERVALS = 10;
const OTHER_MS = 20;

export interface Fairness {
  readonly seconds: number;
  readonly slowRules: number;
  readonly slowMs: number;
}

export async function measureFairness({ seconds, slowRules, slowMs }: Fairness): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const access = await openAccess(benchContext(opened));
  const slow = await access.newOrganization('enterprise', 'slow');
  const other = await access.newOrganization('enterprise', 'other');
  await addRules(access, slow.owner.actor, slowRules, () => 60);
  await addRules(access, other.owner.actor, OTHER_RULES, (i) => 30 + (i % OTHER_INTERVALS));
  const asked = { slow: 0, other: 0 };
  const store = slowStore(slow.id, slowMs, (isSlow) => (asked[isSlow ? 'slow' : 'other'] += 1));
  await startTicking(opened, access, store);
  const lags = await watchLags(access.metadata, other.id, seconds);
  print(
    `${slowRules} rules whose statements take ${slowMs / SECOND_MS} s beside ${OTHER_RULES} of another organization, ${seconds} s`,
    {
      'statements of the slow ones': asked.slow,
      'statements of the others': asked.other,
      'ticks of the others': lags.length,
      'lag of the others p50, s': percentiles(lags).p50,
      'lag of the others p99, s': percentiles(lags).p99,
      'lag of the others at most, s': Math.max(...lags),
    },
  );
}

type Owner = Awaited<ReturnType<AccessUnderTest['newOrganization']>>['owner'];

async function addRules(
  { metadata }: AccessUnderTest,
  actor: Owner['actor'],
  count: number,
  intervalOf: (number: number) => number,
): Promise<void> {
  const needs = {
    metadata,
    clock: systemClock,
    plans: PLANS,
    resetRule: async () => {},
    resetGroup: async () => {},
  };
  for (let number = 0; number < count; number += 1) {
    await createAlertRule(needs, actor, {
      name: `Rule ${number}`,
      query: `level=error word${number}`,
      interval: intervalOf(number),
      // By host, so that each has a statement of its own.
      condition: { kind: 'threshold', op: '>', value: 5, by: ['host'] },
    });
  }
}

/** Nothing is ever found, after as long as it takes. */
function slowStore(
  slow: OrganizationId,
  slowMs: number,
  note: (isSlow: boolean) => void,
): Pick<LogStore, 'query' | 'stream' | 'frontier' | 'health'> {
  const none: QueryAnswer = {
    queryId: '',
    columns: [],
    rowCount: 0,
    statistics: { rowsRead: 0, bytesRead: 0, elapsedMs: 0 },
  };
  return {
    async query(statement, { timeoutMs = Infinity, signal } = {}) {
      const isSlow = [...bind(statement).parameters.values()].includes(slow);
      note(isSlow);
      const takesMs = isSlow ? slowMs : OTHER_MS;
      await sleep(Math.min(takesMs, timeoutMs), undefined, { signal });
      if (takesMs > timeoutMs) throw new AppError('QUERY_TIMEOUT', 'The query took too long.');
      return none;
    },
    stream() {
      throw new Error('nobody streams here');
    },
    health: async () => ({ state: 'up' }),
    frontier: async () => Math.floor(Date.now() / SECOND_MS) * SECOND_MS,
  };
}

async function startTicking(
  opened: AsyncDisposableStack,
  { metadata, cache }: AccessUnderTest,
  store: ReturnType<typeof slowStore>,
): Promise<void> {
  const clock = systemClock;
  const base = { metadata, clock, log: silentLog, metrics: silentMetrics };
  const mining = opened.use(await openMining({ limits: LIMITS.mining }));
  const counters = openMemoryCounters({ clock, limits: LIMITS.counters });
  const search = openSearch({ ...base, store, cache, counters, mining, limits: LIMITS });
  const judged = (): Promise<never> => Promise.reject(new Error('nobody judges here'));
  const ticking = openTicking(
    {
      ...base,
      opened,
      store,
      search: { ...search, searchKind: 'alert' },
      trees: createRuleTrees(),
      judge: { judge: judged, estimate: judged },
    },
    { queueMessages, queueNotice: (...notice) => queueNotice({ clock }, ...notice) },
  );
  opened.use(openDueRunner(base)).start(ticking);
}

/** How long after each tick of the organization it was done, in seconds. */
async function watchLags(
  { db }: Metadata,
  organization: OrganizationId,
  seconds: number,
): Promise<number[]> {
  const lags: number[] = [];
  const known = new Map<string, number>();
  for (const endsAt = Date.now() + seconds * SECOND_MS; Date.now() < endsAt; await sleep(50)) {
    const rows = await db
      .selectFrom('alert_batches')
      .select(['id', 'ticked_at'])
      .where('organization_id', '=', organization)
      .execute();
    for (const { id, ticked_at: at } of rows) {
      const before = known.get(id);
      known.set(id, at);
      // The first that is seen was before anybody looked.
      if (before !== undefined && before !== at) lags.push((Date.now() - at) / SECOND_MS);
    }
  }
  return lags;
}
