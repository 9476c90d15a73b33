/**
 * A node that does nothing but run exports, for the crash test. Its files take a while, so that a kill finds every step
 * of a run. It prints `ready`, then works until it is killed.
 *
 *   node exports-node.ts <address of PostgreSQL> <socket of the store> <its key> <folder> <its number>
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '../../src/base/log.ts';
import { silentMetrics } from '../../src/base/metrics.ts';
import type { Objects } from '../../src/engines/objects/objects.ts';
import { openDueRunner } from '../../src/engines/schedule/open-due-runner.ts';
import { runExports } from '../../src/features/exports/runs/run-exports.ts';
import { SECOND_MS } from '../../src/spec/units.ts';
import { connectSimulatedStore } from '../support/store/open-simulated-store.ts';
import { openExportNode } from './open-export-node.ts';

const [databaseUrl = '', socketPath = '', key = '', folder = '', number = ''] =
  process.argv.slice(2);
const store = connectSimulatedStore({ socketPath, key });
const node = await openExportNode({ databaseUrl, store, folder, slow });
const { metadata, clock, needs } = node;
const runner = openDueRunner({ metadata, clock, log: silentLog, metrics: silentMetrics });
const spool = join(folder, `spool-${number}`);
// Short, so that what a dead node held is soon taken over.
runner.start({ ...runExports({ ...needs, spool }), leaseMs: 3 * SECOND_MS });
process.stdout.write('ready\n');

function slow(objects: Objects): Objects {
  const pause = (): Promise<void> => sleep(Math.random() * 150);
  return {
    ...objects,
    async write(...what) {
      await pause();
      const written = await objects.write(...what);
      await pause();
      return written;
    },
    async upload(...what) {
      await pause();
      const sent = await objects.upload(...what);
      await pause();
      return sent;
    },
  };
}
