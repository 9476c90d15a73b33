import { inShort } from './bench-size.ts';
import { makeBodies, percentiles, print } from './ingest-traffic.ts';
import { openRawConnection, rawPost, type RawConnection } from './raw-client.ts';
import type { BenchApp } from './start-bench-app.ts';

const CONNECTIONS = inShort(64, 4);
const WARM_UP_MS = inShort(3_000, 0);
const MEASURED_MS = inShort(10_000, 200);

/**
 * One event per request, from many connections. On a machine that does other things as well, the processor
 * time of a request says more than how many fit a second.
 */
export async function measureSingles(app: BenchApp): Promise<void> {
  const [body = Buffer.alloc(0)] = makeBodies(1, 1);
  const request = rawPost({ ...app, path: '/api/v1/logs', body });
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => openRawConnection(app.url)),
  );
  await sendFor(connections, request, WARM_UP_MS);
  const before = await cpuNow(app);
  const { statuses, answersMs, seconds } = await sendFor(connections, request, MEASURED_MS);
  const after = await cpuNow(app);
  for (const connection of connections) connection[Symbol.dispose]();

  const accepted = statuses.get(202) ?? 0;
  const { p50, p99 } = percentiles(answersMs);
  const perRequest = (part: keyof Cpu): number => ((after[part] - before[part]) / accepted) * 1e6;
  print(`one event per request, ${CONNECTIONS} connections`, {
    'requests/s accepted': accepted / seconds,
    'refused for a full queue': statuses.get(429) ?? 0,
    'until the answer p50, ms': p50,
    'until the answer p99, ms': p99,
    'CPU µs/request, server': perRequest('server'),
    'CPU µs/request, store': perRequest('store'),
    'CPU µs/request, this client': perRequest('client'),
  });
}

async function sendFor(connections: readonly RawConnection[], request: Buffer, ms: number) {
  const statuses = new Map<number, number>();
  const answersMs: number[] = [];
  const startedAt = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      for (let sentAt = startedAt; sentAt < startedAt + ms;) {
        const status = await connection.ask(request);
        const now = performance.now();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        answersMs.push(now - sentAt);
        sentAt = now;
      }
    }),
  );
  return { statuses, answersMs, seconds: (performance.now() - startedAt) / 1_000 };
}

interface Cpu {
  readonly server: number;
  readonly store: number;
  readonly client: number;
}

async function cpuNow(app: BenchApp): Promise<Cpu> {
  const [server = 0, store = 0] = await Promise.all(app.pids.map((pid) => app.cpuOf(pid)));
  const { user, system } = process.cpuUsage();
  return { server, store, client: (user + system) / 1e6 };
}
