/**
 * Moves an installation with many rows from one data folder to another: copied ahead while its server runs, switched once that
 * has stopped, killed in the middle of either, and compared.
 *
 *   npm run bench:migrate                          1,000,000 rows
 *   XPLAIN_BENCH_EVENTS=20000 npm run bench:migrate
 *   XPLAIN_BENCH_TARGET=clickhouse npm run bench:migrate   from DuckDB to the other engine
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENVIRONMENT, prepareSending, untilDrained } from '../crash/numbered-events.ts';
import { killWhen, migrate } from '../support/programs/run-migrate.ts';
import { newDataFolder, startApp } from '../support/programs/start-app.ts';
import type { Visitor } from '../support/programs/visitor.ts';
import { inShort } from './bench-size.ts';

const EVENTS = Number(process.env['XPLAIN_BENCH_EVENTS'] ?? inShort(1_000_000, 4_000));
/** The engine that the rows move to, from DuckDB. */
const TARGET = process.env['XPLAIN_BENCH_TARGET'] ?? 'duckdb';
/** Each is copied by itself, so that there is a middle. */
const INDEXES = Array.from({ length: 8 }, (_, i) => `part-${i + 1}`);
const BATCH_EVENTS = 2_000;
const SENDERS = 4;
const WAIT_MS = 200;
const DRAIN_MS_MAX = 600_000;

test(`${EVENTS} rows move while their server runs`, async (t) => {
  const environment = { ...ENVIRONMENT, XPLAIN_EMBEDDED_STORE: 'duckdb' };
  const app = await startApp(t, environment);
  const { ada, key } = await prepareSending(app.url);
  const filling = await timed(() => fill(app.url, ada, key));
  await untilDrained(app.url, DRAIN_MS_MAX);
  const target = {
    ...environment,
    XPLAIN_EMBEDDED_STORE: TARGET,
    XPLAIN_DATA: await newDataFolder(t),
  };

  await killWhen(target, ['copy', '--from', app.data], /[1-9]\d* of \d+ rows are there/);
  const copied = await migrate('copy', app.data, target);
  assert.equal(await app.stop(), 0);
  await killWhen(target, ['switch', '--from', app.data], /copying queued events/);
  const switched = await migrate('switch', app.data, target);
  const verified = await migrate('verify', app.data, target);

  assert.equal(verified.rows, switched.rows);
  assert.ok(switched.rows >= EVENTS);
  const figures = {
    rows: switched.rows,
    sentPerSecond: Math.round(EVENTS / filling),
    // After the first copy was killed.
    copySeconds: copied.seconds,
    copiedRowsPerSecond: Math.round((copied.copied?.copied ?? 0) / copied.seconds),
    pauseSeconds: switched.pauseSeconds,
    verifySeconds: verified.seconds,
  };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
});

async function fill(url: string, ada: Visitor, key: string): Promise<void> {
  for (const name of INDEXES) await ada.create('/api/v1/indexes', { name });
  let sent = 0;
  const send = async (): Promise<void> => {
    while (sent < EVENTS) {
      const from = sent;
      sent = Math.min(EVENTS, sent + BATCH_EVENTS);
      const events = Array.from({ length: sent - from }, (_, i) => eventOf(from + i));
      await sendUntilTaken(url, key, JSON.stringify(events));
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
}

/** A queue that is full takes it a moment later. */
async function sendUntilTaken(url: string, key: string, body: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  for (;;) {
    const answer = await fetch(`${url}/api/v1/logs/batch`, { method: 'POST', headers, body });
    const text = await answer.text();
    if (answer.status === 202) return;
    assert.equal(answer.status, 429, text);
    await sleep(WAIT_MS);
  }
}

function eventOf(number: number): object {
  return {
    event: `order ${number} was taken by clerk ${number % 997} in ${number % 350} ms`,
    index: INDEXES[number % INDEXES.length],
    level: number % 50 === 0 ? 'error' : 'info',
    service: `shop-${number % 12}`,
    attributes: { order: String(number), region: `region-${number % 5}` },
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}
