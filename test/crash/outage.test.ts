/**
 * The store is away while events keep coming. The transitions are the same whether it takes seconds or minutes:
 * XPLAIN_TEST_OUTAGE=real waits 60 s and 6 minutes, with the five minutes of the specification between.
 */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeadLetter } from '../../src/contract/dead-letters.ts';
import { LIMITS } from '../support/limits.ts';
import { engineUnderTest } from '../support/open-test-store.ts';
import { type RunningApp, startApp } from '../support/programs/start-app.ts';
import { startClickhouse } from '../support/store/start-clickhouse.ts';
import { startTwoNodes } from '../support/programs/start-two-nodes.ts';
import { embeddedOutage, type StoreOutage } from '../support/store/store-process.ts';
import type { Visitor } from '../support/programs/visitor.ts';
import { withoutClickhouse } from '../support/store/without-clickhouse.ts';
import {
  type Answer,
  assertKept,
  ENVIRONMENT,
  keepSending,
  prepareSending,
  type Promises,
  untilDrained,
} from './numbered-events.ts';

const isReal = process.env['XPLAIN_TEST_OUTAGE'] === 'real';
const DURATIONS = isReal
  ? { short: 60_000, long: 360_000, storeOutageMsMax: LIMITS.ingest.storeOutageMsMax }
  : { short: 3_000, long: 9_000, storeOutageMsMax: 5_000 };
const QUEUE_EVENTS_MAX = 2_000;
const DRAINED_MS_MAX = 120_000;
const WAITING_MS_MAX = 60_000;

interface Outage {
  readonly app: RunningApp;
  readonly store: StoreOutage;
  readonly sender: { readonly url: string; readonly key: string };
  readonly ada: Visitor;
  readonly promises: Promises;
  /** Stops sending. */
  readonly end: () => Promise<void>;
}

type Nodes = Pick<Outage, 'app' | 'store'>;
type StartNodes = (
  t: TestContext,
  environment: Readonly<Record<string, string>>,
) => Promise<Nodes | undefined>;

/** The process of the segment store only reads: what keeps it from storing is its disk, see full-store.test.ts. */
const STORING = engineUnderTest() === 'segments' ? { XPLAIN_EMBEDDED_STORE: 'duckdb' } : {};

const oneNode: StartNodes = async (t, environment) => {
  const app = await startApp(t, { ...environment, ...STORING });
  const store = embeddedOutage(t, app);
  return store === undefined ? undefined : { app, store };
};

const oneNodeOnServer: StartNodes = async (t, environment) => {
  const store = await startClickhouse();
  t.after(() => store[Symbol.asyncDispose]());
  const app = await startApp(t, { ...environment, XPLAIN_CLICKHOUSE_URL: store.url });
  return { app, store };
};

async function startOutage(
  t: TestContext,
  storeOutageMsMax: number,
  start: StartNodes,
): Promise<Outage | undefined> {
  const limits = { ingest: { queueEventsMax: QUEUE_EVENTS_MAX, storeOutageMsMax } };
  const nodes = await start(t, { ...ENVIRONMENT, XPLAIN_LIMITS: JSON.stringify(limits) });
  if (nodes === undefined) return undefined;
  const { url } = nodes.app;
  const { ada, key } = await prepareSending(url);
  const sender = { url, key };
  const promises: Promises = { accepted: new Set(), answers: [] };
  const stop = new AbortController();
  t.after(() => stop.abort());
  const sending = keepSending(sender, promises, stop.signal, { pauseMs: 10 });
  await sleep(500);
  const end = async (): Promise<void> => {
    stop.abort();
    await sending;
  };
  return { ...nodes, sender, ada, promises, end };
}

const codesOf = (answers: readonly Answer[]): string[] => [
  ...new Set(answers.map(({ status, code }) => `${status} ${code}`.trim())),
];
const lettersOf = (ada: Visitor): Promise<readonly DeadLetter[]> =>
  ada.read<readonly DeadLetter[]>('/api/v1/dead-letters?limit=10');

/** Where the store is. */
const PLACES = {
  'one node': { start: oneNode, skip: false },
  'one node on a server': { start: oneNodeOnServer, skip: withoutClickhouse() },
  'two nodes': { start: startTwoNodes, skip: withoutClickhouse() },
} as const;

for (const place of ['one node', 'one node on a server'] as const) {
  const { start, skip } = PLACES[place];
  test(
    `a short outage on ${place}: the queue fills, 429 with Retry-After, and everything is stored afterwards`,
    { skip },
    async (t) => {
      const outage = await startOutage(t, LIMITS.ingest.storeOutageMsMax, start);
      if (outage !== undefined) await sitOut(t, outage);
    },
  );
}

async function sitOut(
  t: TestContext,
  { app, store, sender, ada, promises, end }: Outage,
): Promise<void> {
  const killedAt = Date.now();
  await store.kill();
  await sleep(DURATIONS.short);
  await untilAnswered(promises, 429);
  const during = promises.answers.filter(({ at }) => at >= killedAt);
  assert.deepEqual(codesOf(during), ['202', '429 QUEUE_FULL']);
  assert.ok(during.every(({ status, retryAfter }) => status === 202 || Number(retryAfter) >= 1));
  assert.deepEqual(await lettersOf(ada), [], 'nothing is given up');
  assert.equal((await fetch(`${app.url}/ready`)).status, 503);
  assert.ok((await outageSeconds(app.url)) > 0);

  await store.start();
  await untilAccepting(promises);
  await end();
  await untilDrained(app.url, DRAINED_MS_MAX);
  assert.equal(await outageSeconds(app.url), 0);
  const stored = await assertKept(sender, promises);
  t.diagnostic(`${promises.accepted.size} events accepted, ${stored} stored`);
  await app.stop();
}

for (const place of ['one node', 'two nodes'] as const) {
  const { start, skip } = PLACES[place];
  test(
    `a long outage on ${place}: then 503, the oldest events become dead letters, and come back by themselves`,
    { skip },
    async (t) => {
      const outage = await startOutage(t, DURATIONS.storeOutageMsMax, start);
      if (outage !== undefined) await outlast(t, outage);
    },
  );
}

async function outlast(
  t: TestContext,
  { app, store, sender, ada, promises, end }: Outage,
): Promise<void> {
  const { storeOutageMsMax } = DURATIONS;
  const killedAt = Date.now();
  await store.kill();
  await untilAnswered(promises, 503);
  await sleep(Math.max(0, killedAt + DURATIONS.long - Date.now()));
  const letters = await untilLetters(ada, (found) => found.length > 0);
  const isEarly = ({ at }: Answer): boolean => at <= killedAt + storeOutageMsMax;
  const during = promises.answers.filter(({ at }) => at >= killedAt);
  for (const code of codesOf(during.filter(isEarly))) assert.match(code, /^202$|^429 QUEUE_FULL$/);
  const refusals = during.filter(({ status }) => status === 503);
  assert.deepEqual(codesOf(refusals), ['503 STORAGE_UNAVAILABLE']);
  assert.ok(refusals.every(({ retryAfter }) => Number(retryAfter) >= 1));
  const deadSince = Math.min(...letters.map(({ deadAt }) => Date.parse(deadAt)));
  assert.ok(deadSince > killedAt + storeOutageMsMax, 'nothing is given up before its time');
  assert.ok(letters.every(({ isSpilled }) => isSpilled));

  await store.start();
  await untilAccepting(promises);
  await end();
  await untilLetters(ada, (found) => found.length === 0);
  await untilDrained(app.url, DRAINED_MS_MAX);
  const stored = await assertKept(sender, promises);
  t.diagnostic(`${promises.accepted.size} events accepted, ${stored} stored`);
  t.diagnostic(`${refusals.length} requests were answered with 503`);
  await app.stop();
}

async function outageSeconds(url: string): Promise<number> {
  const text = await fetch(`${url}/metrics`).then((answer) => answer.text());
  return Number(/^xplain_writer_outage_seconds (\S+)$/m.exec(text)?.[1]);
}

async function untilAnswered({ answers }: Promises, status: number): Promise<void> {
  const until = Date.now() + DURATIONS.long + WAITING_MS_MAX;
  while (!answers.some((answer) => answer.status === status)) {
    assert.ok(Date.now() < until, `no ${status} came`);
    await sleep(100);
  }
}

async function untilLetters(
  ada: Visitor,
  isReached: (letters: readonly DeadLetter[]) => boolean,
): Promise<readonly DeadLetter[]> {
  const until = Date.now() + WAITING_MS_MAX;
  for (;;) {
    const letters = await lettersOf(ada);
    if (isReached(letters)) return letters;
    assert.ok(Date.now() < until, `there are ${letters.length} dead letters or more`);
    await sleep(200);
  }
}

/** Fifty acceptances in a row: the queue drains. */
async function untilAccepting({ answers }: Promises): Promise<void> {
  const until = Date.now() + WAITING_MS_MAX;
  for (;;) {
    const last = answers.slice(-50);
    if (last.length === 50 && last.every(({ status }) => status === 202)) return;
    assert.ok(Date.now() < until, 'the program does not accept again');
    await sleep(200);
  }
}
