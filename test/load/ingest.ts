/**
 * What ingest costs, over HTTP and with everything in place: `npm run bench:ingest [-- events]`. Prints
 * figures and asserts nothing. With XPLAIN_BENCH_DRIVER set to a load driver's script, that one pushes and
 * queries instead, with the address, the key, the processes and the folder as its options.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { inShort } from './bench-size.ts';
import { measureSingles } from './ingest-singles.ts';
import {
  count,
  type Delay,
  makeBodies,
  measureDelays,
  percentiles,
  print,
} from './ingest-traffic.ts';
import { openRawConnection, rawPost } from './raw-client.ts';
import { type BenchApp, startBenchApp } from './start-bench-app.ts';

const EVENTS = Number(process.argv[2] ?? inShort(500_000, 2_000));
const PER_REQUEST = 1_000;
const CONNECTIONS = 4;
const PROBE_EVERY_MS = inShort(250, 50);
const STEADY_EVENTS = inShort(15_000, 300);
const QUIET_SECONDS = inShort(5, 0);

await using app = await startBenchApp();
const driver = process.env['XPLAIN_BENCH_DRIVER'];
if (driver !== undefined) await runDriver(app, driver);
else {
  await measureBatches(app);
  await measureSingles(app);
  await measureSteady(app);
  print('the server, all in all', { 'memory at most, MB': (await app.memoryMost()) / 1e6 });
}

async function runDriver({ url, key, pids, data }: BenchApp, script: string): Promise<void> {
  const options = ['--url', url, '--key', key, '--pid', pids.join(','), '--data-dir', data];
  const child = spawn(
    process.execPath,
    [script, 'ours', ...options, '--events', String(EVENTS), '--queries', ...process.argv.slice(3)],
    { stdio: 'inherit' },
  );
  await once(child, 'exit');
}

/** Full batches as fast as they are taken, and meanwhile an event now and then that is waited for. */
async function measureBatches(target: BenchApp): Promise<void> {
  const bodies = makeBodies(EVENTS, PER_REQUEST);
  const cpuBefore = await target.cpuSeconds();
  const clientBefore = process.cpuUsage();
  const stopProbes = new AbortController();
  const startedAt = performance.now();
  const probes = measureDelays(target, PROBE_EVERY_MS, stopProbes.signal);
  const refused = await pushAll(target, bodies);
  const seconds = (performance.now() - startedAt) / 1_000;
  const client = process.cpuUsage(clientBefore);
  stopProbes.abort();
  const queryable = await untilCounted(target, EVENTS, startedAt);
  const cpuPushed = await target.cpuSeconds();
  const delays = await probes;
  await untilQuiet(target);
  const cpuSettled = await target.cpuSeconds();
  print('batches of 1,000', {
    'events accepted/s': Math.round(EVENTS / seconds),
    'refused for a full queue': refused,
    'all queryable after the last answer, s': queryable - seconds,
    'CPU µs/event while pushing': ((cpuPushed - cpuBefore) / EVENTS) * 1e6,
    'CPU µs/event settled': ((cpuSettled - cpuBefore) / EVENTS) * 1e6,
    'CPU µs/event, this client': (client.user + client.system) / EVENTS,
    'bytes/event on disk': (await target.diskBytes()) / EVENTS,
    'server memory at most, MB': (await target.memoryMost()) / 1e6,
  });
  printDelays('one event at full load', delays);
}

async function pushAll(target: BenchApp, bodies: readonly Buffer[]): Promise<number> {
  let next = 0;
  let refused = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      using connection = await openRawConnection(target.url);
      for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
        const request = rawPost({ ...target, path: '/api/v1/logs/batch', body });
        while ((await connection.ask(request)) !== 202) {
          refused++;
          await sleep(50);
        }
      }
    }),
  );
  return refused;
}

/** From the answer to being found, at 1,000 events a second. */
async function measureSteady(target: BenchApp): Promise<void> {
  const stopProbes = new AbortController();
  const probes = measureDelays(target, PROBE_EVERY_MS, stopProbes.signal);
  using connection = await openRawConnection(target.url);
  for (const body of makeBodies(STEADY_EVENTS, 100)) {
    const startedAt = performance.now();
    await connection.ask(rawPost({ ...target, path: '/api/v1/logs/batch', body }));
    await sleep(Math.max(0, 100 - (performance.now() - startedAt)));
  }
  stopProbes.abort();
  printDelays('one event at 1,000 events/s', await probes);
}

function printDelays(title: string, delays: readonly Delay[]): void {
  const answers = percentiles(delays.map((delay) => delay.answer));
  const queryable = percentiles(delays.map((delay) => delay.queryable));
  print(title, {
    'until the answer p50, ms': answers.p50,
    'until the answer p99, ms': answers.p99,
    'from the answer to queryable p50, ms': queryable.p50,
    'from the answer to queryable p99, ms': queryable.p99,
  });
}

async function untilCounted(target: BenchApp, events: number, since: number): Promise<number> {
  while ((await count(target, '* earliest=-2d | stats count')) < events) await sleep(100);
  return (performance.now() - since) / 1_000;
}

/** For five seconds in a row less than a tenth of a core. */
async function untilQuiet(target: BenchApp): Promise<void> {
  let before = await target.cpuSeconds();
  for (let quiet = 0, waited = 0; quiet < QUIET_SECONDS && waited < 180; waited++) {
    await sleep(1_000);
    const now = await target.cpuSeconds();
    quiet = now - before < 0.1 ? quiet + 1 : 0;
    before = now;
  }
}
