import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { openSegmentStore } from '../../src/engines/store/segments/open-segment-store.ts';
import { sql, string } from '../../src/engines/store/sql.ts';
import { rowsOf } from '../../src/engines/store/store.ts';
import { LIMITS } from '../support/limits.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { newFolder } from '../support/store/supervised-store.ts';

const CHILD = fileURLToPath(new URL('./parts-child.ts', import.meta.url));
/** XPLAIN_TEST_CRASH_ROUNDS asks for more. */
const ROUNDS = Number(process.env['XPLAIN_TEST_CRASH_ROUNDS'] ?? 12);
const NUMBERS_PER_ROUND = 1_000_000;
const ROWS = 200;
/** Processor time of opening. */
const OPEN_MS_MAX = 3_000;
/** Every second round is ended after so many batches at the earliest, however slow the machine is. */
const BATCHES_MIN = 8;

test('kill -9 during inserts, merges and deletions loses and doubles no batch', async (t) => {
  const seed = Number(process.env['XPLAIN_TEST_SEED'] ?? Date.now() % 1_000_000);
  t.diagnostic(`seed ${seed}, ${ROUNDS} rounds`);
  const random = seededRandom(seed);
  const folder = newFolder(t);
  const said = {
    stored: new Set<string>(),
    deleting: new Set<string>(),
    deleted: new Set<string>(),
  };
  const openings: number[] = [];

  for (let round = 0; round < ROUNDS; round++) {
    const order = [CHILD, folder, String(round * NUMBERS_PER_ROUND + round)];
    const child = spawn(process.execPath, order, { stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => child.kill('SIGKILL'));
    const storedBefore = said.stored.size;
    const deletedBefore = said.deleted.size;
    const batchesMin = round % 2 === 0 ? BATCHES_MIN : 0;
    // Else a busy machine would be killed before any deletion has come to its end.
    const deletedMin = round % 4 === 0 ? 1 : 0;
    const isUnderWay = new Promise<void>((resolve, reject) => {
      createInterface(child.stdout).on('line', (line) => {
        const [word = '', number = ''] = line.split(' ');
        if (word === 'stored' || word === 'deleting' || word === 'deleted') said[word].add(number);
        else openings.push(Number(number));
        const isStored = said.stored.size - storedBefore >= batchesMin;
        if (isStored && said.deleted.size - deletedBefore >= deletedMin) resolve();
      });
      child.once('exit', () => reject(new Error('the store ended by itself')));
    });
    await isUnderWay;
    await sleep(random.integer(0, 800));
    child.kill('SIGKILL');
    await once(child, 'close');
  }

  const needs = { clock: systemClock, limits: LIMITS, log: silentLog };
  await using store = await openSegmentStore(needs, folder);
  assert.deepEqual(await store.health(), { state: 'up' });
  const answer = await store.query(
    sql`SELECT body, count() AS n FROM logs WHERE organization = ${string('org_a')} GROUP BY body`,
    { resultRowsMax: 0 },
  );
  const counts = new Map(
    rowsOf(answer).map((row) => [String(row['body']).slice('batch'.length), Number(row['n'])]),
  );
  const torn = [...counts].filter(([, count]) => count !== ROWS);
  assert.deepEqual(torn.slice(0, 5), [], `batches are torn or doubled, seed ${seed}`);
  const lost = [...said.stored].filter(
    (number) => !counts.has(number) && !said.deleting.has(number),
  );
  assert.deepEqual(
    [lost.length, lost.slice(0, 5)],
    [0, []],
    `stored batches are missing, seed ${seed}`,
  );
  const back = [...said.deleted].filter((number) => counts.has(number));
  assert.deepEqual(back.slice(0, 5), [], `deleted batches are back, seed ${seed}`);
  assert.ok(said.stored.size > ROUNDS);
  assert.ok(said.deleted.size >= ROUNDS / 4);
  const slowest = Math.max(...openings);
  assert.ok(slowest <= OPEN_MS_MAX, `opening took ${slowest} ms of processor time`);
  t.diagnostic(
    `${said.stored.size} batches stored, ${said.deleted.size} deleted, opening took ${slowest} ms at most`,
  );
});
