/** Sends events that each have a number of their own, remembers what was promised, and compares it with what is there. */
import assert from 'node:assert/strict';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn, type Visitor } from '../support/programs/visitor.ts';

export const ADMIN = { email: 'ada@example.com', password: 'Correct-Horse-42-Battery' } as const;
/** Of a program that takes whatever is sent. */
export const ENVIRONMENT = {
  XPLAIN_ADMIN_EMAIL: ADMIN.email,
  XPLAIN_ADMIN_PASSWORD: ADMIN.password,
  XPLAIN_LOG_LEVEL: 'warn',
  ...Object.fromEntries(
    ['INGEST', 'LOGS', 'SEARCH', 'AUTH', 'PUBLIC'].map((rate) => [`XPLAIN_RATE_${rate}`, '0']),
  ),
} as const;

export interface Answer {
  /** When it came. */
  readonly at: number;
  readonly status: number;
  readonly code: string;
  readonly retryAfter: string | null;
}

export interface Promises {
  /** Numbers of the events that were accepted. */
  readonly accepted: Set<string>;
  /** In the order in which they came. */
  readonly answers: Answer[];
}

/** A plan without a quota, and a key. */
export async function prepareSending(url: string): Promise<{ ada: Visitor; key: string }> {
  const ada = await signIn(url, ADMIN);
  await ada.change('/api/v1/organization/billing', { plan: 'enterprise' });
  const draft = { name: 'sender', scope: 'full-access' };
  return { ada, key: (await ada.create<{ value: string }>('/api/v1/api-keys', draft)).value };
}

let numbers = 0;
let batches = 0;
/** Makes the body of a larger batch so large that another thread reads it. */
const PADDING = 'x'.repeat(1_000);
const ANSWER_MS_MAX = 20_000;

/** Batches of different sizes from several senders at once, until the signal. */
export async function keepSending(
  { url, key }: { readonly url: string; readonly key: string },
  promises: Promises,
  signal: AbortSignal,
  { senders = 4, pauseMs = 0 } = {},
): Promise<void> {
  const send = async (): Promise<void> => {
    const size = [1, 3, 50][++batches % 3] ?? 1;
    const names = Array.from({ length: size }, () => `number-${++numbers}`);
    const answer = await fetch(`${url}/api/v1/logs/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(names.map((event) => ({ event, padding: size > 3 ? PADDING : '' }))),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    const { code = '' } = (await answer.json()) as { code?: string };
    promises.answers.push({
      at: Date.now(),
      status: answer.status,
      code,
      retryAfter: answer.headers.get('retry-after'),
    });
    if (answer.status === 202) for (const name of names) promises.accepted.add(name);
    else await sleep(20);
  };
  await Promise.all(
    Array.from({ length: senders }, async () => {
      while (!signal.aborted) {
        // A connection that breaks with its server has promised nothing.
        await send().catch(() => sleep(20));
        await sleep(pauseMs);
      }
    }),
  );
}

/** Until so many events were accepted. */
export async function sendSome(
  target: { readonly url: string; readonly key: string },
  promises: Promises,
  count: number,
): Promise<void> {
  const stop = new AbortController();
  const sending = keepSending(target, promises, stop.signal);
  for (let tries = 0; tries < 2_400 && promises.accepted.size < count; tries++) await sleep(50);
  stop.abort();
  await sending;
  assert.ok(promises.accepted.size >= count, `only ${promises.accepted.size} were accepted`);
}

/** Waits until nothing is queued any more. */
export async function untilDrained(url: string, msMax: number): Promise<void> {
  const until = Date.now() + msMax;
  let depth = Number.NaN;
  while (Date.now() < until) {
    const text = await fetch(`${url}/metrics`).then((answer) => answer.text());
    depth = Number(/^xplain_queue_events (\S+)$/m.exec(text)?.[1]);
    if (depth === 0) return;
    await sleep(200);
  }
  assert.fail(`${depth} events are still queued`);
}

/** Every accepted event is there, and no event is there twice; `also` are nodes with stores of their own. */
export async function assertKept(
  { url, key, also = [] }: { url: string; key: string; also?: readonly string[] },
  { accepted }: Promises,
): Promise<number> {
  const query = 'query=number earliest=-1d&format=jsonl'.replaceAll(' ', '%20');
  const times = new Map<string, number>();
  for (const node of [url, ...also]) {
    const answer = await fetch(`${node}/api/v1/logs/export?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    assert.equal(answer.status, 200);
    assert.ok(answer.body !== null);
    // An hour of events is longer than a text can be.
    for await (const line of createInterface({ input: Readable.fromWeb(answer.body) })) {
      if (line === '') continue;
      const { event } = JSON.parse(line) as { event: string };
      times.set(event, (times.get(event) ?? 0) + 1);
    }
  }
  const lost = [...accepted].filter((name) => !times.has(name));
  const doubled = [...times].filter(([, count]) => count > 1);
  assert.deepEqual([lost.length, lost.slice(0, 5)], [0, []], 'accepted events are missing');
  assert.deepEqual([doubled.length, doubled.slice(0, 5)], [0, []], 'events are there twice');
  return times.size;
}
