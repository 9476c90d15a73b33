/**
 * A node that does nothing but measure services, for the crash test. What it measures is told by the slot alone, so
 * that every node finds the same. It prints `ready`, then works until it is killed.
 *
 *   node services-node.ts <address of PostgreSQL> <when the time of the test began>
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '../../src/base/log.ts';
import { silentMetrics } from '../../src/base/metrics.ts';
import { openMetadata } from '../../src/engines/metadata/open-metadata.ts';
import { openDueRunner } from '../../src/engines/schedule/open-due-runner.ts';
import { createMeasureMeters } from '../../src/features/services/measuring/measure-meters.ts';
import { measureServices } from '../../src/features/services/measuring/run-service.ts';
import { SECOND_MS } from '../../src/spec/units.ts';
import { aheadClock, fastClock } from '../support/time/fast-clock.ts';

const [url = '', beganAt = ''] = process.argv.slice(2);
const storeClock = fastClock(Number(beganAt));
/** Short, so that what a dead node held is soon taken over. */
const leaseMs = 3 * SECOND_MS;
const metadata = await openMetadata(
  { clock: aheadClock, log: silentLog },
  { kind: 'postgres', url },
);
const runner = openDueRunner({
  metadata,
  clock: aheadClock,
  log: silentLog,
  metrics: silentMetrics,
});

runner.start({
  ...measureServices({
    metadata,
    clock: storeClock,
    log: silentLog,
    meters: createMeasureMeters(silentMetrics),
    store: { frontier: async () => storeClock.now() },
    append: async () => {},
    askIndex: async () => [],
    sharing: { share: async () => undefined },
    askSlots: async (_actor, { kpis, slots }) => {
      await sleep(5 + Math.random() * 30);
      const facts = slots.map((from) => {
        const total = 100 + (Math.floor(from / SECOND_MS) % 7);
        return [from, { value: 0, good: total, total }] as const;
      });
      return new Map(kpis.map(({ id }) => [id, { kind: 'slots', slots: new Map(facts) }]));
    },
  }),
  leaseMs,
});
process.stdout.write('ready\n');
