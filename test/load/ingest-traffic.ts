/** What the measurements of ingest share: bodies, a marked event that is waited for, and figures on the screen. */
import { setTimeout as sleep } from 'node:timers/promises';
import { logCorpus } from '../support/patterns/log-corpus.ts';
import { openRawConnection, type RawConnection, rawPost } from './raw-client.ts';

/** Who sends, and where. */
export interface Sender {
  readonly url: string;
  readonly key: string;
}

export function makeBodies(events: number, perRequest: number): Buffer[] {
  const bodies: Buffer[] = [];
  let batch: unknown[] = [];
  const finish = (): void => {
    bodies.push(Buffer.from(JSON.stringify(perRequest === 1 ? batch[0] : batch)));
    batch = [];
  };
  for (const record of logCorpus(events, 1, Date.now())) {
    batch.push({
      event: record.body,
      level: record.level,
      source: record.source,
      timestamp: new Date(record.timestamp).toISOString(),
      attributes: Object.fromEntries(record.attributes),
    });
    if (batch.length === perRequest) finish();
  }
  if (batch.length > 0) finish();
  return bodies;
}

/** How long one event took, in milliseconds. */
export interface Delay {
  /** Until it was accepted. */
  readonly answer: number;
  /** From then until a search found it. */
  readonly queryable: number;
}

const FOUND_MS_MAX = 60_000;
const LOOK_EVERY_MS = 20;
/** Of the events that are waited for. */
const SOURCE = 'probe';
let marks = 0;

/**
 * A marked event every so often, without waiting for the one before, until the signal. One search at a time
 * looks for all of them: many would be a load of their own.
 */
export async function measureDelays(
  { url, key }: Sender,
  everyMs: number,
  signal: AbortSignal,
): Promise<Delay[]> {
  const sent: Promise<void>[] = [];
  const awaited = new Map<string, { answer: number; acceptedAt: number }>();
  const delays: Delay[] = [];
  using connections = await openConnections(url);
  const send = async (): Promise<void> => {
    const mark = `probe${process.pid}x${++marks}`;
    const event = { event: mark, source: SOURCE };
    const body = Buffer.from(JSON.stringify(event));
    const request = rawPost({ url, key, path: '/api/v1/logs', body });
    const startedAt = performance.now();
    while ((await connections.ask(request)) !== 202) await sleep(LOOK_EVERY_MS);
    const acceptedAt = performance.now();
    awaited.set(mark, { answer: acceptedAt - startedAt, acceptedAt });
  };
  const isOver = { is: false };
  const looking = (async () => {
    while (!isOver.is || awaited.size > 0) {
      const found = await findProbes({ url, key });
      const now = performance.now();
      for (const [mark, { answer, acceptedAt }] of awaited) {
        if (!found.has(mark) && now - acceptedAt < FOUND_MS_MAX) continue;
        awaited.delete(mark);
        delays.push({ answer, queryable: now - acceptedAt });
      }
      await sleep(LOOK_EVERY_MS);
    }
  })();
  while (!signal.aborted) {
    sent.push(send());
    await sleep(everyMs, undefined, { signal }).catch(() => {});
  }
  await Promise.all(sent);
  isOver.is = true;
  await looking;
  return delays;
}

/** As many connections as there are requests at once: one that waits must not hold up the next. */
async function openConnections(url: string): Promise<RawConnection> {
  const free: RawConnection[] = [];
  const all: RawConnection[] = [];
  return {
    async ask(request) {
      let connection = free.pop();
      if (connection === undefined) {
        connection = await openRawConnection(url);
        all.push(connection);
      }
      const status = await connection.ask(request);
      free.push(connection);
      return status;
    },
    [Symbol.dispose]: () => {
      for (const connection of all) connection[Symbol.dispose]();
    },
  };
}

async function findProbes({ url, key }: Sender): Promise<Set<string>> {
  const query = encodeURIComponent(`source=${SOURCE} earliest=-2m`);
  const answer = await fetch(`${url}/api/v1/search?query=${query}&limit=10000`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { data } = (await answer.json()) as { data?: { rows: { event: string }[] } };
  return new Set(data?.rows.map(({ event }) => event));
}

/** The middle and the 99th of a hundred. */
export function percentiles(values: readonly number[]): { p50: number; p99: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

export async function count({ url, key }: Sender, query: string): Promise<number> {
  const address = `${url}/api/v1/search?query=${encodeURIComponent(query)}`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
  const { data } = (await answer.json()) as { data?: { rows: { count: number }[] } };
  return Number(data?.rows[0]?.count ?? 0);
}

export function print(title: string, figures: Readonly<Record<string, number>>): void {
  process.stdout.write(`${title}\n`);
  for (const [name, value] of Object.entries(figures)) {
    const text = value.toLocaleString('en', { maximumFractionDigits: 2 });
    process.stdout.write(`  ${name.padEnd(46)} ${text}\n`);
  }
}
