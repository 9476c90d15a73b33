/** What the measurements of ingest share: bodies, a marked event that is waited for, and figures on the screen. */
import { setTimeout as sleep } from 'node:timers/promises';
import { logCorpus } from '../support/log-corpus.ts';
import { openRawConnection, rawPost } from './raw-client.ts';

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
const LOOK_EVERY_MS = 25;
let marks = 0;

/** Sends one event that can be told from all others, and searches until it is there. */
export async function measureDelay({ url, key }: Sender): Promise<Delay> {
  const mark = `probe${process.pid}x${Date.now()}x${++marks}`;
  const body = Buffer.from(JSON.stringify({ event: mark, id: mark }));
  using connection = await openRawConnection(url);
  const request = rawPost({ url, key, path: '/api/v1/logs', body });
  const startedAt = performance.now();
  while ((await connection.ask(request)) !== 202) await sleep(LOOK_EVERY_MS);
  const acceptedAt = performance.now();
  while ((await count({ url, key }, `${mark} earliest=-5m | stats count`)) === 0) {
    if (performance.now() - acceptedAt > FOUND_MS_MAX) break;
    await sleep(LOOK_EVERY_MS);
  }
  return { answer: acceptedAt - startedAt, queryable: performance.now() - acceptedAt };
}

/** A marked event every so often, without waiting for the one before, until the signal. */
export async function measureDelays(
  sender: Sender,
  everyMs: number,
  signal: AbortSignal,
): Promise<Delay[]> {
  const delays: Promise<Delay>[] = [];
  while (!signal.aborted) {
    delays.push(measureDelay(sender));
    await sleep(everyMs, undefined, { signal }).catch(() => {});
  }
  return Promise.all(delays);
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
