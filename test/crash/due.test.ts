import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { openMetadata } from '../../src/engines/metadata/open-metadata.ts';
import {
  addThings,
  createThings,
  readSettlements,
  readThings,
} from '../support/metadata/due-things.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startPostgres } from '../support/metadata/start-postgres.ts';

const NODE = fileURLToPath(new URL('./due-node.ts', import.meta.url));
/** XPLAIN_TEST_CRASH_ROUNDS asks for more. */
const ROUNDS = Number(process.env['XPLAIN_TEST_CRASH_ROUNDS'] ?? 8);
const ROWS_PER_ROUND = 60;
const OWNERS = 5;
const LEASE_MS = 1_500;
const TAKEOVER_MS_MAX = 45_000;

test('kill -9 of one of two nodes leaves no due row undone and settles none twice', async (t) => {
  const seed = Number(process.env['XPLAIN_TEST_SEED'] ?? Date.now() % 1_000_000);
  t.diagnostic(`seed ${seed}, ${ROUNDS} rounds`);
  const random = seededRandom(seed);
  const database = await startPostgres(t);
  if (database === undefined) return;
  const { url } = database;
  const place = { kind: 'postgres', url } as const;
  await using metadata = await openMetadata({ clock: systemClock, log: silentLog }, place);
  await createThings(metadata);
  const nodes = [await startNode(t, url), await startNode(t, url)];
  let interrupted = 0;

  for (let round = 0; round < ROUNDS; round++) {
    const rows = Array.from({ length: ROWS_PER_ROUND }, (_, number) => ({
      id: `${round}-${number}`,
      owner: `owner ${number % OWNERS}`,
      due_at: systemClock.now() + random.integer(0, 300),
    }));
    await addThings(metadata, rows);
    await metadata.notify('things', '');
    await sleep(random.integer(0, 400));
    const victim = random.integer(0, 1);
    await kill(nodes[victim]);
    // What the dead node had under way is seen by its claims, which nobody renews any more.
    interrupted += (await readThings(metadata)).filter((row) => row.lease_until !== null).length;
    nodes[victim] = await startNode(t, url);
  }

  const doneBy = performance.now() + TAKEOVER_MS_MAX;
  const countOpen = async () =>
    (await readThings(metadata)).filter((row) => row.due_at !== null).length;
  while ((await countOpen()) > 0 && performance.now() < doneBy) await sleep(100);
  const settled = (await readSettlements(metadata)).map(({ thing }) => thing);
  for (const node of nodes) await kill(node);

  assert.equal(await countOpen(), 0, 'rows that nobody has done');
  assert.equal(new Set(settled).size, ROUNDS * ROWS_PER_ROUND);
  assert.equal(settled.length, ROUNDS * ROWS_PER_ROUND, 'some were settled twice');
  assert.ok(interrupted > 0, 'no kill met work under way: the test shows nothing');
  const attempts = (await readThings(metadata)).filter((row) => row.fence > 1).length;
  assert.ok(attempts > 0, 'no row was taken over');
  t.diagnostic(`${settled.length} rows settled, ${attempts} of them taken over from a dead node`);
});

async function startNode(t: TestContext, url: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [NODE, url, String(LEASE_MS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  assert.ok(child !== undefined && child.exitCode === null, 'a node ended by itself');
  child.kill('SIGKILL');
  await once(child, 'exit');
}
