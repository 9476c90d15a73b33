import { after } from 'node:test';
import { requireProgram } from '../../../../test/support/programs/require-program.ts';
import { startNats, type TestNats } from '../../../../test/support/programs/start-nats.ts';
import { systemClock } from '../../../base/clock.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import type { IngestQueue } from '../queue.ts';
import { testQueue } from '../queue.suite.ts';
import { openNatsQueue } from './open-nats-queue.ts';

const needs = { clock: systemClock, log: silentLog, limits: LIMITS.queue };

/** One server for all tests of the suite; each has a queue of another name. */
let server: Promise<TestNats | undefined> | undefined;
const cleanUps: (() => unknown)[] = [];
let queues = 0;

after(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

testQueue('NATS', async (t) => {
  if (requireProgram(t, 'nats-server', 'nats-server') === undefined) return undefined;
  server ??= startNats({ name: t.name, skip: () => {}, after: (fn) => cleanUps.push(fn) });
  const url = (await server)?.url ?? '';
  const name = `test${queues++}`;
  let current: IngestQueue | undefined;
  t.after(() => current?.[Symbol.asyncDispose]());
  return {
    async open() {
      await current?.[Symbol.asyncDispose]();
      current = await openNatsQueue(needs, { servers: [url], name });
      return current;
    },
  };
});
