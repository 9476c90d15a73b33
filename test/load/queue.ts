/**
 * What the ingest queue takes and costs.
 *
 *   node --expose-gc test/load/queue.ts [lmdb | nats] [seconds per shape, default 5] [parent of the files]
 *
 * For NATS a server with its default settings is started on this machine, and takes part of its CPU.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../../src/base/clock.ts';
import { organizationId, type OrganizationId } from '../../src/base/ids.ts';
import { silentLog } from '../../src/base/log.ts';
import { openQueue, type QueueOptions } from '../../src/engines/queue/open-queue.ts';
import type { IngestQueue } from '../../src/engines/queue/queue.ts';
import { LIMITS } from '../support/limits.ts';
import { startNats } from '../support/programs/start-nats.ts';
import { inShort } from './bench-size.ts';

interface Shape {
  readonly name: string;
  readonly events: number;
  readonly bytes: number;
  readonly appenders: number;
}

const EVENT_BYTES = 300;
const SHAPES: readonly Shape[] = [
  { name: 'batches of 1,000', events: 1_000, bytes: 1_000 * EVENT_BYTES, appenders: 8 },
  { name: 'single events', events: 1, bytes: EVENT_BYTES, appenders: 64 },
  { name: 'single events, one appender', events: 1, bytes: EVENT_BYTES, appenders: 1 },
];
const acme = organizationId('org_0000000000000000000acme');
const birch = organizationId('org_000000000000000000birch');

const { positionals } = parseArgs({ allowPositionals: true });
const [kind = 'lmdb', secondsText = inShort('5', '0.2'), parent = tmpdir()] = positionals;
const seconds = Number(secondsText);
if (kind === 'nats') await measureNats();
else await measureLmdb();

async function measureLmdb(): Promise<void> {
  const directory = await mkdtemp(join(parent, 'xplain-queue-load-'));
  try {
    await measure({ kind: 'lmdb', directory });
    const { size } = await stat(join(directory, 'queue.mdb'));
    say(`file after draining: ${(size / 1e6).toFixed(0)} MB`);
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function measureNats(): Promise<void> {
  const cleanUps: (() => Promise<void>)[] = [];
  const server = await startNats({
    name: 'load',
    skip: () => process.exit(1),
    after: (cleanUp) => cleanUps.push(cleanUp),
  });
  try {
    if (server !== undefined) await measure({ kind: 'nats', servers: [server.url] });
  } finally {
    for (const cleanUp of cleanUps) await cleanUp();
  }
}

async function measure(options: QueueOptions): Promise<void> {
  const open = (): Promise<IngestQueue> =>
    openQueue({ clock: systemClock, log: silentLog, limits: LIMITS }, options);
  {
    await using queue = await open();
    for (const shape of SHAPES) await measureShape(queue, shape);
    await measureFairness(queue);
  }
  await measureRecovery(open);
}

/** Appenders and writers at once, as in life: the queue neither runs empty nor full. */
async function measureShape(queue: IngestQueue, shape: Shape): Promise<void> {
  const payload = Buffer.alloc(shape.bytes, 'x');
  const latencies: number[] = [];
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const stop = new AbortController();
  const writers = Array.from({ length: LIMITS.ingest.writersPerNode }, () =>
    store(queue, stop.signal),
  );

  const appenders = Array.from({ length: shape.appenders }, async () => {
    while (performance.now() < endsAt) {
      const from = performance.now();
      await queue.append({ organization: acme, events: shape.events, payload });
      latencies.push(performance.now() - from);
    }
  });
  await Promise.all(appenders);
  while (queue.depth().events > 0) await pause(1);
  stop.abort();
  const claims = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);

  const tookSeconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const appends = latencies.length;
  const events = appends * shape.events;
  say(
    `${shape.name}, ${shape.appenders} appenders, appended and drained: ` +
      `${rate(appends, tookSeconds)} appends/s, ${rate(events, tookSeconds)} events/s, ` +
      `append p50 ${quantile(latencies, 0.5)} ms, p99 ${quantile(latencies, 0.99)} ms, ` +
      `${((user + system) / events).toFixed(2)} µs CPU per event, ` +
      `${(appends / claims).toFixed(0)} entries per claim, ` +
      `${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB resident`,
  );
}

/** A writer whose store takes no time. Returns how many claims it had. */
async function store(queue: IngestQueue, signal: AbortSignal): Promise<number> {
  let claims = 0;
  while (!signal.aborted) {
    const claim = await queue.claim({
      eventsMax: LIMITS.ingest.batchEventsMax * LIMITS.ingest.batchesJoinedMax,
      bytesMax: LIMITS.ingest.insertBytesMax,
    });
    if (claim === undefined) await queue.waitForWork(signal);
    else {
      claims++;
      await queue.acknowledge(claim);
    }
  }
  return claims;
}

/** How long one organization's events wait for a writer, alone and beside a flood of another's. */
async function measureFairness(queue: IngestQueue): Promise<void> {
  const alone = await waitOfBirch(queue);
  const payload = Buffer.alloc(1_000 * EVENT_BYTES, 'x');
  for (let n = 0; n < 90; n++) await queue.append({ organization: acme, events: 1_000, payload });
  const beside = await waitOfBirch(queue);
  await drain(queue);
  say(
    `append to claim of a small organization: alone ${alone} ms, beside 90,000 events ${beside} ms`,
  );
}

async function waitOfBirch(queue: IngestQueue): Promise<string> {
  const waits: number[] = [];
  for (let n = 0; n < 20; n++) {
    const from = performance.now();
    await queue.append({ organization: birch, events: 1, payload: Buffer.alloc(EVENT_BYTES) });
    const claim = await queue.claim({ eventsMax: 2_000, bytesMax: LIMITS.ingest.insertBytesMax });
    const found: OrganizationId[] = claim?.entries.map(({ organization }) => organization) ?? [];
    if (!found.includes(birch)) throw new Error('the small organization was not served');
    waits.push(performance.now() - from);
    if (claim !== undefined) await queue.acknowledge(claim);
  }
  return quantile(waits, 0.5);
}

async function measureRecovery(open: () => Promise<IngestQueue>): Promise<void> {
  const events = inShort(LIMITS.ingest.queueEventsMax, 2_000);
  {
    await using queue = await open();
    while (queue.depth().events < events) {
      const missing = Math.min(1_000, events - queue.depth().events);
      await Promise.all(
        Array.from({ length: missing }, () =>
          queue.append({ organization: acme, events: 1, payload: Buffer.alloc(EVENT_BYTES, 'x') }),
        ),
      );
    }
  }
  global.gc?.();
  const memoryBefore = process.memoryUsage().heapUsed;
  const startedAt = performance.now();
  await using queue = await open();
  const tookMs = performance.now() - startedAt;
  global.gc?.();
  const memory = process.memoryUsage().heapUsed - memoryBefore;
  say(
    `opening with ${queue.depth().events.toLocaleString('en')} single events queued: ` +
      `${tookMs.toFixed(0)} ms, ${(memory / 1e6).toFixed(0)} MB of heap for them`,
  );
  const drainedFrom = performance.now();
  const claims = await drain(queue);
  say(`draining them: ${(performance.now() - drainedFrom).toFixed(0)} ms in ${claims} claims`);
}

async function drain(queue: IngestQueue): Promise<number> {
  const stop = new AbortController();
  const writing = store(queue, stop.signal);
  while (queue.depth().events > 0) await pause(1);
  stop.abort();
  return writing;
}

function rate(count: number, inSeconds: number): string {
  return Math.round(count / inSeconds).toLocaleString('en');
}

function quantile(values: readonly number[], part: number): string {
  const sorted = values.toSorted((one, other) => one - other);
  return (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(2);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
