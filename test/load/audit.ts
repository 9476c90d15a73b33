/**
 * What audited changes cost beside ingest: `npm run bench:audit [-- seconds [rounds]]`. Prints figures and asserts nothing.
 *
 * In turns, the whole program takes a fixed stream of events, and entries as 1,000 changes a minute leave them are
 * numbered, chained, put into the queue and sent to a receiver, with real engines, second by second. What is told is
 * processor time: of the server and its store for the events, of this process for the entries. What a change costs
 * itself, its entry in the transaction included, is not counted.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { openQueue } from '../../src/engines/queue/open-queue.ts';
import { runDue } from '../../src/engines/schedule/schedule.ts';
import { wakeStreams } from '../../src/features/audit-streams/index.ts';
import { sendEntries } from '../../src/features/audit-streams/send-entries.ts';
import { appendReserved, createEncoder } from '../../src/flow/ingest/index.ts';
import { recordAudit } from '../../src/guard/audit/index.ts';
import { shipAudit } from '../../src/guard/audit/ship-audit.ts';
import { LIMITS } from '../support/limits.ts';
import { openAccess } from '../support/open-access.ts';
import { startStreams } from '../support/start-streams.ts';
import { benchContext } from './bench-context.ts';
import { inShort } from './bench-size.ts';
import { makeBodies, percentiles, print } from './ingest-traffic.ts';
import { openRawConnection, rawPost } from './raw-client.ts';
import { type BenchApp, startBenchApp } from './start-bench-app.ts';

const SECONDS = Number(process.argv[2] ?? inShort(30, 1));
const ROUNDS = Number(process.argv[3] ?? inShort(3, 1));
const EVENTS_PER_SECOND = inShort(2_000, 20);
const CHANGES_PER_MINUTE = 1_000;

await using opened = new AsyncDisposableStack();
const app = opened.use(await startBenchApp());
const pipeline = await openPipeline(opened, app.data);
const bodies = makeBodies(EVENTS_PER_SECOND, EVENTS_PER_SECOND);
await ingest(app, inShort(5, 0));
// Longer: a server has done this for hours, and code that is not compiled yet costs several times as much.
await pipeline(inShort(120, 1));
const [ofIngest, ofAudit]: [number[], number[]] = [[], []];
for (let round = 0; round < ROUNDS; round += 1) {
  ofIngest.push(await ingest(app, SECONDS));
  ofAudit.push(await pipeline(SECONDS));
}
const ratios = ofAudit.map((audit, i) => (100 * audit) / (ofIngest[i] ?? Number.NaN));
print(
  `${CHANGES_PER_MINUTE} audited changes a minute beside ${EVENTS_PER_SECOND} events/s, ${ROUNDS} turns of ${SECONDS} s`,
  {
    'ingest, ms of processor a second': 1e3 * percentiles(ofIngest).p50,
    'audit, ms of processor a second': 1e3 * percentiles(ofAudit).p50,
    'audit by ingest, %, in the middle': percentiles(ratios).p50,
    'audit by ingest, %, at most': Math.max(...ratios),
  },
);

/** Processor seconds of each second. */
async function ingest(target: BenchApp, seconds: number): Promise<number> {
  using connection = await openRawConnection(target.url);
  const [body = Buffer.alloc(0)] = bodies;
  const { url, key } = target;
  const request = rawPost({ url, key, path: '/api/v1/logs/batch', body });
  const before = await target.cpuSeconds();
  for (let second = 0; second < seconds; second += 1) {
    const endsAt = performance.now() + 1_000;
    const status = await connection.ask(request);
    if (status !== 202) throw new Error(`The events were answered ${status}.`);
    await sleep(Math.max(0, endsAt - performance.now()));
  }
  return ((await target.cpuSeconds()) - before) / Math.max(1, seconds);
}

async function openPipeline(
  stack: AsyncDisposableStack,
  folder: string,
): Promise<(seconds: number) => Promise<number>> {
  const t = benchContext(stack);
  const access = await openAccess(t);
  const { metadata } = access;
  const base = { clock: systemClock, log: silentLog };
  const queue = stack.use(
    await openQueue(
      { ...base, limits: LIMITS },
      { kind: 'lmdb', directory: join(folder, 'audit') },
    ),
  );
  const encoder = await createEncoder({ ...base, metadata });
  const { owner } = await access.newOrganization('enterprise');
  const streams = await startStreams(t, access);
  await streams.create(owner.actor, { name: 'SIEM', url: await startTaker(stack) });
  const work = sendEntries({ ...streams.needs, ...base });
  const never = new AbortController().signal;
  const perSecond = Math.round(CHANGES_PER_MINUTE / 60);
  return async (seconds) => {
    let micros = 0;
    for (let second = 0; second < seconds; second += 1) {
      await metadata.transaction(async (unit) => {
        for (let i = 0; i < perSecond; i += 1) {
          const change = {
            before: { threshold: i, name: 'x' },
            after: { threshold: i + 1, name: 'x' },
          };
          const details = { name: `Rule ${i}`, version: i };
          const event = {
            action: 'alert_rule.updated',
            resource: `alr_${i}`,
            details,
            change,
          } as const;
          await recordAudit(unit, owner.actor, event, systemClock.now());
        }
      });
      const before = process.cpuUsage();
      await shipAudit({
        ...base,
        metadata,
        append: (...given) => appendReserved({ queue, encoder, ...base }, 'guard/audit', ...given),
        afterNumbering: wakeStreams,
      });
      await runDue({ ...base, metadata }, work, never);
      const { user, system } = process.cpuUsage(before);
      micros += user + system;
    }
    return micros / 1e6 / Math.max(1, seconds);
  };
}

/** A receiver in a process of its own, which takes everything. */
async function startTaker(stack: AsyncDisposableStack): Promise<string> {
  const program = `const server = require('node:http').createServer((request, response) =>
    request.resume().on('end', () => response.writeHead(204).end()));
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  stack.defer(() => void child.kill('SIGKILL'));
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return `http://127.0.0.1:${port.toString().trim()}`;
}
