import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../support/seeded-random.ts';
import { removeFolder } from '../support/remove-folder.ts';

const NODE = fileURLToPath(new URL('./ingest-node.ts', import.meta.url));
/** XPLAIN_TEST_CRASH_ROUNDS asks for more. */
const ROUNDS = Number(process.env['XPLAIN_TEST_CRASH_ROUNDS'] ?? 50);
const NUMBERS_PER_ROUND = 1_000_000;

test('kill -9 at any moment loses no acknowledged event and stores none twice', async (t) => {
  const seed = Number(process.env['XPLAIN_TEST_SEED'] ?? Date.now() % 1_000_000);
  t.diagnostic(`seed ${seed}, ${ROUNDS} rounds`);
  const random = seededRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'xplain-crash-'));
  t.after(() => removeFolder(folder));
  const acked = new Set<number>();

  for (let round = 0; round < ROUNDS; round++) {
    const node = startNode(folder, String(round * NUMBERS_PER_ROUND), (line) => {
      const [word, number] = line.split(' ');
      if (word === 'acked') acked.add(Number(number));
    });
    const engine = await node.engine;
    await sleep(random.integer(0, 400));
    // Every third time the store's process dies first, and the node a moment later.
    if (round % 3 === 2) {
      process.kill(engine, 'SIGKILL');
      await sleep(random.integer(0, 300));
    }
    node.child.kill('SIGKILL');
    await once(node.child, 'exit');
  }

  const stored = new Map<string, number>();
  let dead = -1;
  const last = startNode(folder, 'drain', (line) => {
    const [word, id = '', times] = line.split(' ');
    if (word === 'stored') stored.set(id, Number(times));
    if (word === 'dead') dead = Number(id);
  });
  const [code] = (await once(last.child, 'close')) as [number | null];

  assert.equal(code, 0, last.errors());
  assert.equal(dead, 0);
  const twice = [...stored].filter(([, times]) => times !== 1);
  assert.deepEqual(twice.slice(0, 5), []);
  const lost = [...acked].flatMap((number) => [0, 1, 2].map((part) => `${number}-${part}`));
  assert.deepEqual(lost.filter((id) => !stored.has(id)).slice(0, 5), []);
  assert.ok(acked.size > ROUNDS, 'something was acknowledged');
  t.diagnostic(`${acked.size} appends acknowledged, ${stored.size} events stored`);
});

interface StartedNode {
  readonly child: ChildProcess;
  /** The process of its store, once it is open. */
  readonly engine: Promise<number>;
  errors(): string;
}

function startNode(folder: string, task: string, onLine: (line: string) => void): StartedNode {
  const child = spawn(process.execPath, [NODE, folder, task], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
  const engine = new Promise<number>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith('engine ')) resolve(Number(line.slice(7)));
      else onLine(line);
    });
    child.once('exit', () => reject(new Error(`the node ended before it was ready: ${errors}`)));
  });
  // In a drain nobody waits for it.
  engine.catch(() => {});
  return { child, engine, errors: () => errors };
}
