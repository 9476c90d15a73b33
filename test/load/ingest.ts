/**
 * What ingest costs, over HTTP and with everything in place: `npm run bench:ingest [-- events]`. Prints
 * figures and asserts nothing. With XPLAIN_BENCH_DRIVER set to a load driver's script, that one pushes and
 * queries instead, with the address, the key, the processes and the folder as its options.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { logCorpus } from '../support/log-corpus.ts';
import { type BenchApp, startBenchApp } from './start-bench-app.ts';

const EVENTS = Number(process.argv[2] ?? 500_000);
const PER_REQUEST = 1_000;
const CONNECTIONS = 4;

await using app = await startBenchApp();
const driver = process.env['XPLAIN_BENCH_DRIVER'];
if (driver !== undefined) await runDriver(app, driver);
else {
  await measureBatches(app);
  await measureSingles(app);
  await measureDelay(app);
}

async function runDriver({ url, key, pids, data }: BenchApp, script: string): Promise<void> {
  const options = ['--url', url, '--key', key, '--pid', pids.join(','), '--data-dir', data];
  const child = spawn(
    process.execPath,
    [script, 'ours', ...options, '--events', String(EVENTS), '--queries'],
    { stdio: 'inherit' },
  );
  await once(child, 'exit');
}

/** Full batches as fast as they are taken. */
async function measureBatches(target: BenchApp): Promise<void> {
  const bodies = makeBodies(EVENTS);
  const cpuBefore = await target.cpuSeconds();
  const startedAt = performance.now();
  let next = 0;
  let refused = 0;
  let peak = 0;
  const sampler = setInterval(() => {
    void target.memory().then(([server = 0]) => void (peak = Math.max(peak, server)));
  }, 200);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
        while ((await post(target, agent, '/api/v1/logs/batch', body)) !== 202) {
          refused++;
          await sleep(50);
        }
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const queryable = await untilCounted(target, EVENTS, startedAt);
  const cpuPushed = await target.cpuSeconds();
  await untilQuiet(target);
  clearInterval(sampler);
  const cpuSettled = await target.cpuSeconds();
  agent.destroy();
  print('batches of 1,000', {
    'events accepted/s': Math.round(EVENTS / seconds),
    'refused for a full queue': refused,
    'all queryable after the last answer, s': queryable - seconds,
    'CPU µs/event while pushing': ((cpuPushed - cpuBefore) / EVENTS) * 1e6,
    'CPU µs/event settled': ((cpuSettled - cpuBefore) / EVENTS) * 1e6,
    'bytes/event on disk': (await target.diskBytes()) / EVENTS,
    'server memory at most, MB': peak / 1e6,
  });
}

/** One event per request, from many connections. */
async function measureSingles(target: BenchApp): Promise<void> {
  const body = makeBodies(1, 1)[0] ?? Buffer.alloc(0);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const statuses = new Map<number, number>();
  const until = performance.now() + 10_000;
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      while (performance.now() < until) {
        const status = await post(target, agent, '/api/v1/logs', body);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  agent.destroy();
  print('one event per request, 64 connections', {
    'requests/s accepted': (statuses.get(202) ?? 0) / 10,
    'refused for a full queue': statuses.get(429) ?? 0,
  });
}

/** From the answer to being found, at 1,000 events a second. */
async function measureDelay(target: BenchApp): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const delays: number[] = [];
  const probes: Promise<void>[] = [];
  for (let round = 0; round < 150; round++) {
    const startedAt = performance.now();
    const body = makeBodies(100, 100)[0] ?? Buffer.alloc(0);
    await post(target, agent, '/api/v1/logs/batch', body);
    if (round % 3 === 0) {
      const mark = `probe${round}x${Date.now()}`;
      await post(target, agent, '/api/v1/logs', Buffer.from(JSON.stringify({ event: mark })));
      probes.push(untilFound(target, mark).then((ms) => void delays.push(ms)));
    }
    await sleep(Math.max(0, 100 - (performance.now() - startedAt)));
  }
  await Promise.all(probes);
  delays.sort((a, b) => a - b);
  agent.destroy();
  print('from the answer to queryable at 1,000 events/s', {
    'p50, ms': delays[Math.floor(delays.length * 0.5)] ?? Number.NaN,
    'p99, ms': delays[Math.floor(delays.length * 0.99)] ?? Number.NaN,
  });
}

async function untilFound(target: BenchApp, mark: string): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 30_000) {
    if ((await count(target, `${mark} earliest=-5m | stats count`)) > 0) break;
    await sleep(50);
  }
  return performance.now() - startedAt;
}

function makeBodies(events: number, perRequest = PER_REQUEST): Buffer[] {
  const bodies: Buffer[] = [];
  let batch: unknown[] = [];
  for (const record of logCorpus(events, 1, Date.now())) {
    batch.push({
      event: record.body,
      level: record.level,
      source: record.source,
      timestamp: new Date(record.timestamp).toISOString(),
      attributes: Object.fromEntries(record.attributes),
    });
    if (batch.length < perRequest) continue;
    bodies.push(Buffer.from(JSON.stringify(batch)));
    batch = [];
  }
  if (batch.length > 0) bodies.push(Buffer.from(JSON.stringify(batch)));
  return bodies;
}

async function post(target: BenchApp, agent: Agent, path: string, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(target.url + path, {
      agent,
      method: 'POST',
      headers: {
        authorization: `Bearer ${target.key}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    });
    sent.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function count(target: BenchApp, query: string): Promise<number> {
  const url = `${target.url}/api/v1/search?query=${encodeURIComponent(query)}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${target.key}` } });
  const { data } = (await answer.json()) as { data?: { rows: { count: number }[] } };
  return Number(data?.rows[0]?.count ?? 0);
}

async function untilCounted(target: BenchApp, events: number, since: number): Promise<number> {
  while ((await count(target, '* earliest=-2d | stats count')) < events) await sleep(100);
  return (performance.now() - since) / 1_000;
}

/** For five seconds in a row less than a tenth of a core. */
async function untilQuiet(target: BenchApp): Promise<void> {
  let before = await target.cpuSeconds();
  for (let quiet = 0, waited = 0; quiet < 5 && waited < 180; waited++) {
    await sleep(1_000);
    const now = await target.cpuSeconds();
    quiet = now - before < 0.1 ? quiet + 1 : 0;
    before = now;
  }
}

function print(title: string, figures: Readonly<Record<string, number>>): void {
  process.stdout.write(`${title}\n`);
  for (const [name, value] of Object.entries(figures)) {
    process.stdout.write(
      `  ${name.padEnd(42)} ${value.toLocaleString('en', { maximumFractionDigits: 2 })}\n`,
    );
  }
}
