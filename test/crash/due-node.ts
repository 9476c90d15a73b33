/**
 * A node that does nothing but work off due rows, for the crash test. It prints `ready`, then works until
 * it is killed.
 *
 *   node due-node.ts <address of PostgreSQL> <its lease in ms>
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { silentMetrics } from '../../src/base/metrics.ts';
import { openMetadata } from '../../src/engines/metadata/open-metadata.ts';
import { openDueRunner } from '../../src/engines/schedule/open-due-runner.ts';
import { noteSettlement, type Thing } from '../support/metadata/due-things.ts';
import type { DueWork } from '../../src/engines/schedule/schedule.ts';

const [url = '', leaseMs = ''] = process.argv.slice(2);
const needs = { clock: systemClock, log: silentLog };
const metadata = await openMetadata(needs, { kind: 'postgres', url });
const runner = openDueRunner({ ...needs, metadata, metrics: silentMetrics });
const work: DueWork<Thing> = {
  name: 'things',
  table: 'things',
  owner: 'owner',
  placesMax: 8,
  perOwnerMax: 4,
  leaseMs: Number(leaseMs),
  everyMs: 100,
  channel: 'things',
  // A kill uses up a try of what was under way; here every row must come to its end all the same.
  attemptsMax: 1_000,
  retryDelayMs: () => 10,
  async work({ id }, claim) {
    await sleep(Math.random() * 60);
    await metadata.transaction(async (unit) => {
      await noteSettlement(unit, id, `node ${process.pid}`);
      await sleep(Math.random() * 5);
      await claim.settle(unit, { dueAt: null });
    });
  },
  giveUp: () => Promise.reject(new Error('nothing is given up here')),
};
runner.start(work);
process.stdout.write('ready\n');
