import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../support/seeded-random.ts';
import { newDataFolder, startApp } from '../support/programs/start-app.ts';
import { storeProcessOf } from '../support/store/store-process.ts';
import {
  assertKept,
  ENVIRONMENT,
  keepSending,
  prepareSending,
  type Promises,
  untilDrained,
} from './numbered-events.ts';

/** XPLAIN_TEST_CRASH_ROUNDS asks for more. */
const ROUNDS = Number(process.env['XPLAIN_TEST_CRASH_ROUNDS'] ?? 3);
const DRAINED_MS_MAX = 120_000;

test('what the whole program has accepted outlives kill -9 of the program and of its store', async (t) => {
  const seed = Number(process.env['XPLAIN_TEST_SEED'] ?? Date.now() % 1_000_000);
  t.diagnostic(`seed ${seed}, ${ROUNDS} rounds`);
  const random = seededRandom(seed);
  const data = await newDataFolder(t);
  const promises: Promises = { accepted: new Set(), answers: [] };
  let app = await startApp(t, ENVIRONMENT, data);
  const { key } = await prepareSending(app.url);

  for (let round = 0; round < ROUNDS; round++) {
    const stop = new AbortController();
    t.after(() => stop.abort());
    const sending = keepSending({ url: app.url, key }, promises, stop.signal);
    await sleep(random.integer(0, 1_500));
    // Every other time the store's process dies first, and comes back or not before the program dies.
    if (round % 2 === 1) {
      await askEngine(app.url, key);
      process.kill(await storeProcessOf(app), 'SIGKILL');
      await sleep(random.integer(0, 2_000));
    }
    app.child.kill('SIGKILL');
    await once(app.child, 'exit');
    stop.abort();
    await sending;
    app = await startApp(t, ENVIRONMENT, data);
  }
  await untilDrained(app.url, DRAINED_MS_MAX);

  const stored = await assertKept({ url: app.url, key }, promises);
  assert.ok(promises.accepted.size > 0);
  t.diagnostic(`${promises.accepted.size} events accepted, ${stored} stored`);
  await app.stop();
});

/** The segment store ends its process while nobody needs it: counts alone do not. */
async function askEngine(url: string, key: string): Promise<void> {
  const query = encodeURIComponent('index=main | stats median(number) by source');
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/api/v1/search?query=${query}&earliest=-1h`, { headers });
  assert.equal(answer.status, 200, await answer.text());
}
