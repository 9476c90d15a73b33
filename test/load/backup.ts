/**
 * What backups cost while events come in, and how long a restore takes. The server dies in the middle of a backup, and
 * what the last finished one holds is compared event by event.
 *
 *   npm run bench:backup                          200,000 events
 *   XPLAIN_BENCH_EVENTS=20000 npm run bench:backup
 *   XPLAIN_BENCH_MINUTES=60 npm run bench:backup  an hour of about 200 events a second, a backup each minute
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '../../src/spec/units.ts';
import {
  assertKept,
  keepSending,
  prepareSending,
  type Promises,
  untilDrained,
} from '../crash/numbered-events.ts';
import {
  backUp,
  backupEnvironment,
  type BackupFigures,
  restore,
} from '../support/programs/back-up.ts';
import { runCommand } from '../support/programs/run-command.ts';
import { newDataFolder, startApp } from '../support/programs/start-app.ts';
import { inShort } from './bench-size.ts';

const EVENTS = Number(process.env['XPLAIN_BENCH_EVENTS'] ?? inShort(200_000, 200));
const MINUTES = Number(process.env['XPLAIN_BENCH_MINUTES'] ?? 0);
/** How long each of the senders waits after a request: as fast as they can, or steadily. */
const SENDING = MINUTES === 0 ? {} : { pauseMs: 350 };
const BETWEEN_BACKUPS_MS = MINUTES === 0 ? inShort(SECOND_MS, 0) : MINUTE_MS;
const DRAIN_MS_MAX = 600_000;
const LOOK_MS = 100;
const FOUND_MS_MAX = 60_000;

interface Target {
  readonly url: string;
  readonly key: string;
}

test(`${EVENTS} events, backed up while they come in, and restored`, async (t) => {
  const place = await newDataFolder(t);
  const environment = backupEnvironment(place);
  const app = await startApp(t, environment);
  const target: Target = { url: app.url, key: (await prepareSending(app.url)).key };
  const promises: Promises = { accepted: new Set(), answers: [] };
  const stop = new AbortController();
  const sending = keepSending(target, promises, stop.signal, SENDING);
  const foundMs: number[] = [];
  const looking = keepLooking(target, foundMs, stop.signal);
  const made: BackupFigures[] = [];
  let known = new Set<string>();
  const begunAt = performance.now();
  while (promises.accepted.size < EVENTS || performance.now() - begunAt < MINUTES * MINUTE_MS) {
    known = new Set(promises.accepted);
    made.push(await backUp(app));
    await sleep(BETWEEN_BACKUPS_MS);
  }
  const refused = promises.answers.filter(({ status }) => status !== 202).length;
  const dying = runCommand(['backup', 'now', '--data', app.data]);
  await sleep(200);
  await app.stop('SIGKILL');
  stop.abort();
  await Promise.all([sending, looking, dying]);

  print({
    events: promises.accepted.size,
    backups: made.length,
    looks: foundMs.length,
    refused,
    pauseMsMost: Math.max(...made.map(({ pauseMs }) => pauseMs)),
    foundMsP50: quantile(foundMs, 0.5),
    foundMsP99: quantile(foundMs, 0.99),
  });

  const data = join(await newDataFolder(t), 'restored');
  const id = made.at(-1)?.id ?? assert.fail('no backup was made');
  const report = await restore(place, data, '--at', id);
  const restored = await startApp(t, environment, data);
  await untilDrained(restored.url, DRAIN_MS_MAX);
  const there = await assertKept(
    { ...target, url: restored.url },
    { ...promises, accepted: known },
  );
  const { rpoSeconds, rtoSeconds, megabytesPerSecond } = report;
  print({
    restored: there,
    // More of either has ended the run above.
    lost: 0,
    doubled: 0,
    rpoSeconds,
    rtoSeconds,
    megabytesPerSecond: Math.round(megabytesPerSecond * 10) / 10,
  });
  assert.equal(refused, 0);
});

function print(figures: Readonly<Record<string, number>>): void {
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
}

/** How long it takes until an event that was accepted is found, one after the other. */
async function keepLooking(
  { url, key }: Target,
  foundMs: number[],
  signal: AbortSignal,
): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  while (!signal.aborted) {
    const nonce = randomUUID();
    const body = JSON.stringify([{ event: `looked for ${nonce}` }]);
    try {
      const sent = await fetch(`${url}/api/v1/logs/batch`, { method: 'POST', headers, body });
      if (sent.status !== 202) continue;
      const sentAt = performance.now();
      while (!(await isFound(url, headers, nonce)) && performance.now() - sentAt < FOUND_MS_MAX) {
        await sleep(LOOK_MS);
      }
      foundMs.push(Math.round(performance.now() - sentAt));
    } catch {
      // The server was killed.
      await sleep(LOOK_MS);
    }
  }
}

async function isFound(
  url: string,
  headers: Record<string, string>,
  nonce: string,
): Promise<boolean> {
  const answer = await fetch(`${url}/api/v1/search?query=%22${nonce}%22`, { headers });
  const { data } = (await answer.json()) as { data?: { rows: readonly unknown[] } };
  return (data?.rows.length ?? 0) > 0;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
