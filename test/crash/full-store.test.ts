/** The disk of the log store is full while events keep coming: they wait, then are refused, and none is given up. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeadLetter } from '../../src/contract/dead-letters.ts';
import { startApp } from '../support/programs/start-app.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { fillDisk, newDisk } from '../support/store/small-disk.ts';
import {
  assertKept,
  ENVIRONMENT,
  keepSending,
  prepareSending,
  type Promises,
  untilDrained,
} from './numbered-events.ts';

const QUEUE_EVENTS_MAX = 2_000;
const WAITING_MS_MAX = 60_000;
const DRAINED_MS_MAX = 120_000;

test('a full disk of the log store: 429 when the queue is full, no dead letter, everything stored afterwards', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'xplain-data-'));
  const folder = join(data, 'store');
  mkdirSync(folder);
  // It has to go before the folder that it is in.
  const disk = newDisk(t, folder);
  t.after(() => removeFolder(data));
  if (disk === undefined) return;
  const limits = { ingest: { queueEventsMax: QUEUE_EVENTS_MAX } };
  const environment = {
    ...ENVIRONMENT,
    XPLAIN_EMBEDDED_STORE: 'segments',
    XPLAIN_LIMITS: JSON.stringify(limits),
  };
  const app = await startApp(t, environment, data);
  const { ada, key } = await prepareSending(app.url);
  const sender = { url: app.url, key };
  const promises: Promises = { accepted: new Set(), answers: [] };
  const stop = new AbortController();
  t.after(() => stop.abort());
  const sending = keepSending(sender, promises, stop.signal, { pauseMs: 10 });
  await sleep(1_000);

  fillDisk(disk, 0);
  const fullAt = Date.now();
  const during = () => promises.answers.filter(({ at }) => at >= fullAt);
  while (!during().some(({ status }) => status !== 202)) {
    assert.ok(Date.now() < fullAt + WAITING_MS_MAX, 'nothing is refused');
    await sleep(100);
  }
  await sleep(3_000);
  const refusals = during().filter(({ status }) => status !== 202);
  assert.deepEqual(new Set(refusals.map(({ code }) => code)), new Set(['QUEUE_FULL']));
  assert.ok(refusals.every(({ retryAfter }) => Number(retryAfter) >= 1));
  const letters = (): Promise<readonly DeadLetter[]> => ada.read('/api/v1/dead-letters?limit=10');
  assert.deepEqual(await letters(), [], 'nothing is given up');
  // Not hot: a batch is tried again twice a second at most, and each try says so in two lines.
  const tries = app.output().split('log store unavailable').length - 1;
  assert.ok(tries > 0 && tries <= 2 * ((Date.now() - fullAt) / 500 + 1), `${tries} tries`);

  rmSync(join(disk, 'filler'));
  await sleep(2_000);
  stop.abort();
  await sending;
  await untilDrained(app.url, DRAINED_MS_MAX);
  assert.deepEqual(await letters(), []);
  const stored = await assertKept(sender, promises);
  t.diagnostic(`${promises.accepted.size} events accepted, ${stored} stored, ${tries} tries`);
  await app.stop();
});
