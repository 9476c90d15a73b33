/**
 * A node that does nothing but look at alert rules and send their messages, for the crash test. Every rule finds one
 * group, named after the round that the test is in. It prints `ready`, then a line for each rule that it looks at
 * (`asked`, rule, tick) and for what it has settled (`ticked`, count), and works until it is killed.
 *
 *   node alerts-node.ts <address of PostgreSQL> <when the time of the test began | real> [ms that a rule takes]
 *
 * In real time leases are as long as they are in the product.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { silentMetrics } from '../../src/base/metrics.ts';
import { openMetadata } from '../../src/engines/metadata/open-metadata.ts';
import { openOutbound } from '../../src/engines/outbound/open-outbound.ts';
import { openDueRunner } from '../../src/engines/schedule/open-due-runner.ts';
import { waitForReal } from '../../src/engines/schedule/wait.ts';
import { openSecrets } from '../../src/engines/secrets/open-secrets.ts';
import { deliverMessages } from '../../src/features/alerts/messages/deliver.ts';
import { queueMessages } from '../../src/features/alerts/messages/queue-messages.ts';
import { queueNotice } from '../../src/features/alerts/messages/queue-notice.ts';
import { findRules } from '../../src/features/alerts/tables/alert-rules-table.ts';
import { createMeasuredTicks } from '../../src/features/alerts/ticking/quiet.ts';
import { runBatches } from '../../src/features/alerts/ticking/run-batch.ts';
import { openStoreTime } from '../../src/features/alerts/ticking/store-time.ts';
import { SECOND_MS } from '../../src/spec/units.ts';
import { measured, measuredGroup } from '../support/alerts/example-rule.ts';
import { aheadClock, fastClock, waitFast } from '../support/time/fast-clock.ts';

const [url = '', beganAt = '', takesMs] = process.argv.slice(2);
const isReal = beganAt === 'real';
const storeClock = isReal ? systemClock : fastClock(Number(beganAt));
const clock = isReal ? systemClock : aheadClock;
/** Short, so that what a dead node held is soon taken over. */
const lease = isReal ? {} : { leaseMs: 3 * SECOND_MS };
const tell = (...parts: readonly unknown[]): void =>
  void process.stdout.write(`${parts.join(' ')}\n`);
const metadata = await openMetadata({ clock, log: silentLog }, { kind: 'postgres', url });
const runner = openDueRunner({
  metadata,
  clock,
  log: silentLog,
  metrics: silentMetrics,
});
const frontier = async (): Promise<number> => Math.floor(storeClock.now() / SECOND_MS) * SECOND_MS;
const base = { metadata, clock, log: silentLog };

async function readRound(): Promise<string> {
  const { value } = await metadata.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'round')
    .executeTakeFirstOrThrow();
  return value;
}

runner.start({
  ...runBatches({
    ...base,
    storeTime: openStoreTime({ frontier }, clock),
    meters: {
      ticked: (outcome, count) => tell('ticked', count, outcome),
      evaluated() {},
      shared() {},
      late() {},
      fired() {},
      firedAfter() {},
    },
    openAsks: () => ({
      measureRule: async (rule, tick) => {
        tell('asked', rule.id, tick.at);
        await sleep(takesMs === undefined ? Math.random() * 10 : Number(takesMs));
        return measured([measuredGroup('true', await readRound())]);
      },
      searchText: async () => 'level=error',
      findSamples: async () => [],
    }),
    sharing: {
      shareRules: async (rules) => rules.map((rule) => [rule]),
      countShared: async () => ({ counts: new Map(), statements: 0 }),
    },
    pace: { begin: () => ({ run: (work) => work(), end: () => {} }) },
    quiet: {
      isQuietSince: () => false,
      catchUp: async () => false,
      measured: createMeasuredTicks(),
    },
    wait: isReal ? waitForReal : waitFast,
    queueMessages,
    queueNotice: (...notice) => queueNotice(base, ...notice),
  }),
  ...lease,
});
runner.start({
  ...deliverMessages({
    ...base,
    secrets: openSecrets({ secret: 'x'.repeat(40), previous: undefined }),
    outbound: openOutbound({ networks: ['127.0.0.1'], hosts: [] }),
    publicOrigin: () => 'https://logs.example.com',
    isMailSent: true,
    random: Math.random,
    findRule: async (reader, organization, id) => (await findRules(reader, organization, [id]))[0],
    readSamples: async () => [],
  }),
  ...lease,
});
tell('ready');
