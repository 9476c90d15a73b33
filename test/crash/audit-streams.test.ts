/** Audit entries reach a receiver that dies, is slow and fails, while nodes are killed: all of them, in order. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../src/base/clock.ts';
import { type ChainPlace, findBreak, type HashedEntry } from '../../src/contract/audit-chain.ts';
import { openMetadata } from '../../src/engines/metadata/open-metadata.ts';
import { silentLog } from '../../src/base/log.ts';
import { openSecrets } from '../../src/engines/secrets/open-secrets.ts';
import { createStream } from '../../src/features/audit-streams/manage-streams.ts';
import { accessOn } from '../support/open-access.ts';
import { newTestDatabase } from '../support/open-test-metadata.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { isSigned, type ReceivedBody, startStreams } from '../support/start-streams.ts';
import { SECRET } from './audit-stream-secret.ts';

const NODE = fileURLToPath(new URL('./audit-stream-node.ts', import.meta.url));
/** XPLAIN_TEST_CRASH_ROUNDS asks for more kills, each among so many entries. */
const KILLS = Number(process.env['XPLAIN_TEST_CRASH_ROUNDS'] ?? 4);
const ENTRIES_PER_KILL = 200;
const DONE_MS_MAX = 120_000;

test('kill -9 of one of two nodes, and a failing receiver, lose no entry and keep the order', async (t) => {
  const seed = Number(process.env['XPLAIN_TEST_SEED'] ?? Date.now() % 1_000_000);
  t.diagnostic(`seed ${seed}, ${KILLS} kills`);
  const random = seededRandom(seed);
  const place = await newTestDatabase(t);
  if (place === undefined) return;
  const { url } = place;
  const metadata = await openMetadata({ clock: systemClock, log: silentLog }, place);
  t.after(() => metadata[Symbol.asyncDispose]());
  const access = await accessOn(t, metadata);
  const { owner } = await access.newOrganization();
  const streams = await startStreams(t, access);
  const { receiver, record, bodies } = streams;
  const needs = {
    ...streams.needs,
    clock: systemClock,
    secrets: openSecrets({ secret: SECRET, previous: undefined }),
  };
  const draft = { name: 'SIEM', url: receiver.url };
  const { secret = '' } = await createStream(needs, owner.actor, draft);
  const taken: ReceivedBody[] = [];
  let calls = 0;
  receiver.behave(async ({ body }) => {
    calls += 1;
    const what = calls % 5 === 1 ? 0 : random.integer(0, 9);
    if (what === 0) return { status: 500 };
    if (what === 1) await sleep(random.integer(50, 300));
    // An answer that nobody gets: the entries were taken all the same.
    taken.push(JSON.parse(body) as ReceivedBody);
    return { status: what === 2 ? 503 : 200 };
  });
  const nodes = [await startNode(t, url), await startNode(t, url)];
  for (let kill = 0; kill < KILLS; kill++) {
    await record(owner.actor, ENTRIES_PER_KILL);
    await sleep(random.integer(0, 400));
    const victim = random.integer(0, 1);
    await end(nodes[victim]);
    nodes[victim] = await startNode(t, url);
  }
  const count = KILLS * ENTRIES_PER_KILL + 1;
  const doneBy = performance.now() + DONE_MS_MAX;
  while (!taken.some(({ to }) => to >= count) && performance.now() < doneBy) await sleep(100);
  for (const node of nodes) await end(node);

  let before: ChainPlace | undefined;
  for (const { from, entries } of taken) {
    // A repetition begins where an earlier request began; what is new follows without a gap.
    assert.ok(from <= (before?.seq ?? 0) + 1, `entry ${from} came after ${before?.seq}`);
    for (const entry of entries as unknown as HashedEntry[]) {
      if (before !== undefined && entry.seq <= before.seq) continue;
      assert.equal(findBreak(before, entry, sha256), undefined);
      before = entry;
    }
  }
  assert.equal(before?.seq, count);
  const byId = Map.groupBy(receiver.calls, ({ headers }) => headers['webhook-id']);
  for (const same of byId.values()) assert.equal(new Set(same.map(({ body }) => body)).size, 1);
  assert.ok(receiver.calls.every((call) => isSigned(call, secret)));
  assert.ok(byId.size < receiver.calls.length, 'nothing was repeated: the test shows nothing');
  t.diagnostic(`${count} entries in ${byId.size} requests, ${bodies().length} calls`);
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function startNode(t: TestContext, url: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [NODE, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

async function end(child: ChildProcess | undefined): Promise<void> {
  assert.ok(child !== undefined && child.exitCode === null, 'a node ended by itself');
  child.kill('SIGKILL');
  await once(child, 'exit');
}
