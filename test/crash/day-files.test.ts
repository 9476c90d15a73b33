import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '../../src/spec/units.ts';
import { openFiles } from '../support/store/open-day-files.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { newFolder } from '../support/store/supervised-store.ts';

const CHILD = fileURLToPath(new URL('./day-files-child.ts', import.meta.url));
/** XPLAIN_TEST_CRASH_ROUNDS asks for more. */
const ROUNDS = Number(process.env['XPLAIN_TEST_CRASH_ROUNDS'] ?? 20);
const NUMBERS_PER_ROUND = 1_000_000;
const ROWS = 200;
/** Finished days are written anew in every second round. */
const ROUNDS_A_DAY = 2;
/** Processor time of opening. */
const OPEN_MS_MAX = 5_000;
/** Every second round is ended after so many batches at the earliest, however slow the machine is. */
const BATCHES_MIN = 4;

test('kill -9 during inserts, checkpoints and rewriting of days loses and doubles no batch', async (t) => {
  const seed = Number(process.env['XPLAIN_TEST_SEED'] ?? Date.now() % 1_000_000);
  t.diagnostic(`seed ${seed}, ${ROUNDS} rounds`);
  const random = seededRandom(seed);
  const folder = newFolder(t);
  const stored = new Set<string>();
  const openings: number[] = [];
  const start = Date.UTC(2026, 2, 1, 12);
  const nowOf = (round: number): number => start + Math.floor(round / ROUNDS_A_DAY) * DAY_MS;

  for (let round = 0; round < ROUNDS; round++) {
    const order = [CHILD, folder, String(round * NUMBERS_PER_ROUND), String(nowOf(round))];
    const child = spawn(process.execPath, order, { stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => child.kill('SIGKILL'));
    const storedBefore = stored.size;
    const batchesMin = round % 2 === 0 ? BATCHES_MIN : 0;
    const isUnderWay = new Promise<void>((resolve, reject) => {
      createInterface(child.stdout).on('line', (line) => {
        const [word, number = ''] = line.split(' ');
        if (word === 'stored') stored.add(number);
        else openings.push(Number(number));
        if (stored.size - storedBefore >= batchesMin) resolve();
      });
      child.once('exit', () => reject(new Error('the engine ended by itself')));
    });
    await isUnderWay;
    await sleep(random.integer(0, 800));
    child.kill('SIGKILL');
    await once(child, 'close');
  }

  using opened = await openFiles(folder, { now: () => nowOf(ROUNDS) });
  const counts = await opened.bodies();
  assert.deepEqual(opened.files.unreadable(), []);
  const torn = [...counts].filter(([, count]) => count !== ROWS);
  assert.deepEqual(torn.slice(0, 5), [], 'batches are torn or doubled');
  const lost = [...stored].filter((number) => !counts.has(number));
  assert.deepEqual([lost.length, lost.slice(0, 5)], [0, []], 'stored batches are missing');
  assert.ok(stored.size > ROUNDS);
  const slowest = Math.max(...openings);
  assert.ok(slowest <= OPEN_MS_MAX, `opening took ${slowest} ms of processor time`);
  const rewritten = opened.files.all().filter(({ isSorted }) => isSorted).length;
  t.diagnostic(
    `${stored.size} batches stored, ${rewritten} days rewritten, opening took ${slowest} ms at most`,
  );
});
