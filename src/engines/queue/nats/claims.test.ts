import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNats } from '../../../../test/support/programs/start-nats.ts';
import { systemClock } from '../../../base/clock.ts';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { acme, entry, EVERYTHING, texts } from '../entries.suite.ts';
import { acknowledge, claimEntries, deadLetter, release } from './claims.ts';
import { connectToNats } from './connect-to-nats.ts';
import { createManifest } from './control.ts';
import { storeEntry } from './entries.ts';
import { newManifest } from './manifest.ts';
import { createNatsQueue, type NatsQueue } from './nats-queue.ts';
import { sweep } from './remove-entries.ts';

const limits = { ...LIMITS.queue, recordMsMin: 0 };
const needs = { clock: systemClock, log: silentLog, limits };

/** A node without timers, where only what the test asks for happens. Nothing is too young to be swept. */
async function openNode(t: TestContext): Promise<NatsQueue | undefined> {
  const server = await startNats(t);
  if (server === undefined) return undefined;
  const connection = await connectToNats(limits, [server.url]);
  t.after(() => connection.close());
  return createNatsQueue(needs, connection, { name: 'test', replicas: 1, node: 'node' });
}

/** As if the server had never told this node of it. */
function unlearn({ ledger }: NatsQueue, sequence: number): void {
  const known = ledger.entries.values().find((one) => one.sequence === sequence);
  assert(known !== undefined);
  ledger.miss(known.ref);
}

async function messages({ jsm, subjects }: NatsQueue): Promise<number> {
  return (await jsm.streams.info(subjects.entryStream)).state.messages;
}

test('a claim is handed out whole, also by a node that was not told of an entry of it', async (t) => {
  const node = await openNode(t);
  if (node === undefined) return;
  for (const text of ['one', 'two', 'three']) await storeEntry(node, entry(acme, text));
  const claim = await claimEntries(node, EVERYTHING);
  assert(claim !== undefined);
  await release(node, claim.token);
  unlearn(node, 2);

  const again = await claimEntries(node, EVERYTHING);

  assert.deepEqual(again?.entries, claim.entries);
  assert.equal(node.ledger.depthCount.depth.events, 3);
});

test('what another node has thrown away is not handed out, though it is still there', async (t) => {
  const node = await openNode(t);
  if (node === undefined) return;
  for (const text of ['thrown away', 'kept']) await storeEntry(node, entry(acme, text));
  const [ref] = node.ledger.entries.keys();
  assert(ref !== undefined);
  const claim = await claimEntries(node, EVERYTHING);
  assert(claim !== undefined);
  await release(node, claim.token);

  const gone = newManifest({ token: 'gone', fate: 'gone', entries: [ref], createdAt: 0 });
  await createManifest(node, () => gone);

  assert.equal(await messages(node), 2);
  assert.deepEqual(texts(await claimEntries(node, EVERYTHING)), ['kept']);
});

test('a stored claim leaves nothing behind, also of an entry that its node was not told of', async (t) => {
  const node = await openNode(t);
  if (node === undefined) return;
  for (const text of ['one', 'two']) await storeEntry(node, entry(acme, text));
  const claim = await claimEntries(node, EVERYTHING);
  assert(claim !== undefined);
  unlearn(node, 2);

  await acknowledge(node, claim.token);

  await Promise.all(node.removals);
  assert.equal(await messages(node), 0);
});

test('the record of a dead letter stays, also when a node was not told of the letter', async (t) => {
  const node = await openNode(t);
  if (node === undefined) return;
  await storeEntry(node, entry(acme, 'one'));
  const claim = await claimEntries(node, EVERYTHING);
  assert(claim !== undefined);
  await deadLetter(node, claim.token, 'Refused.');
  unlearn(node, 1);

  await sleep(2);
  await sweep(node);

  assert.equal(node.ledger.manifests.get(claim.token)?.fate, 'dead');
  assert.equal(node.ledger.entries.values().next().value?.place, 'dead');
});
