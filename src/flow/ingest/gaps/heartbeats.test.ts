/** Nodes that come, go and fall silent, on a store of their own. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openTestMetadata } from '../../../../test/support/open-test-metadata.ts';
import { closeGapsOf, openGapsOf, putGap } from './ingest-gaps-table.ts';
import { forgetNodes, giveUpNode, putNode, readNodes } from './ingest-nodes-table.ts';
import {
  recordReturn,
  recordStop,
  recordHeartbeat,
  type SignNeeds,
  detectSilentNodes,
} from './heartbeats.ts';

const NOW = 10_000_000;
const HOUR_MS = 3_600_000;

async function setUp(t: TestContext) {
  const metadata = await openTestMetadata(t);
  const state = { nodes: 1, queued: 0, held: 0 };
  const depth = (events: number) => ({ events, bytes: 0, byOrganization: new Map() });
  const needs: SignNeeds = {
    metadata,
    clock: { now: () => NOW },
    nodeId: 'own',
    queue: { nodes: () => state.nodes, depth: () => depth(state.queued) },
    holding: { depth: () => depth(state.held) },
  };
  const put = (node: string, seen_at: number, holds_events: 0 | 1) =>
    putNode(metadata, { node, seen_at, holds_events });
  const nodes = async () =>
    (await readNodes(metadata)).map(({ node, seen_at, holds_events }) => [
      node,
      seen_at,
      holds_events,
    ]);
  const away = async (node: string) =>
    (await openGapsOf(metadata, node)).map(({ id, kind, from, to }) => [id, kind, from, to]);
  return { metadata, state, needs, put, nodes, away };
}

test('a node shows that it lives, and whether it holds events of its own', async (t) => {
  const { state, needs, nodes } = await setUp(t);
  await recordHeartbeat(needs);
  assert.deepEqual(await nodes(), [['own', NOW, 1]]);
  state.nodes = 2;
  await recordHeartbeat(needs);
  assert.deepEqual(await nodes(), [['own', NOW, 0]]);
});

test('at an orderly stop a node is missed unless it is empty and others go on', async (t) => {
  const { state, needs, put, nodes } = await setUp(t);
  const own = async () => {
    await recordStop(needs);
    return (await nodes()).find(([node]) => node === 'own')?.[2];
  };

  assert.equal(await own(), 1);
  await put('other', NOW - 20_001, 1);
  assert.equal(await own(), 1);
  await put('other', NOW - 20_000, 1);
  assert.equal(await own(), 0);
  state.queued = 1;
  assert.equal(await own(), 1);
  state.queued = 0;
  state.held = 1;
  assert.equal(await own(), 1);
  state.nodes = 2;
  assert.equal(await own(), 0);
});

test('others are noted as away when they fall silent, and given up after an hour', async (t) => {
  const { needs, put, nodes, away } = await setUp(t);
  await put('lively', NOW - 20_000, 1);
  await put('silent', NOW - 20_001, 1);
  await put('empty', NOW - 20_001, 0);
  await put('own', NOW - 20_001, 1);
  await put('border', NOW - HOUR_MS, 1);

  await detectSilentNodes(needs);
  await detectSilentNodes(needs);

  assert.deepEqual(await away('silent'), [
    [`away ${NOW - 20_001} silent`, 'node_away', NOW - 20_001, null],
  ]);
  assert.deepEqual((await away('border')).length, 1);
  for (const node of ['lively', 'empty', 'own']) assert.deepEqual(await away(node), [], node);

  await put('border', NOW - HOUR_MS - 1, 1);
  await detectSilentNodes(needs);
  assert.deepEqual(await away('border'), []);
  assert.deepEqual(
    (await nodes()).find(([node]) => node === 'border'),
    ['border', NOW - HOUR_MS - 1, 0],
  );
});

test('a node that comes back was away since its last sign, and goes on with what it left open', async (t) => {
  const { metadata, needs, put, nodes, away } = await setUp(t);
  const gap = (id: string, kind: 'lag' | 'refusing', from: number) =>
    putGap(metadata, { id, node: 'own', organization: null, kind, from, to: null });
  await put('own', NOW - 20_001, 1);
  await gap('late', 'lag', NOW - 50_000);
  await gap('refused', 'refusing', NOW - 50_000);
  await gap('after', 'refusing', NOW - 5);

  const left = await recordReturn(needs);

  assert.deepEqual(
    left.map(({ id }) => id),
    ['late'],
  );
  assert.deepEqual(await nodes(), [['own', NOW, 1]]);
  assert.deepEqual(await away('own'), [['late', 'lag', NOW - 50_000, null]]);
  const ends = await metadata.db.selectFrom('ingest_gaps').selectAll().orderBy('id').execute();
  assert.deepEqual(
    ends.map((row) => [row.id, row.from_ms, row.to_ms]),
    [
      ['after', NOW - 5, NOW - 5],
      [`away ${NOW - 20_001} own`, NOW - 20_001, NOW],
      ['late', NOW - 50_000, null],
      ['refused', NOW - 50_000, NOW - 20_001],
    ],
  );
});

test('a node that was not silent, or held nothing, was not away', async (t) => {
  const { metadata, needs, put } = await setUp(t);
  for (const [seenAt, holds] of [
    [NOW - 20_000, 1],
    [NOW - 20_001, 0],
  ] as const) {
    await put('own', seenAt, holds);
    assert.deepEqual(await recordReturn(needs), []);
    assert.deepEqual(await metadata.db.selectFrom('ingest_gaps').selectAll().execute(), []);
  }
});

test('only the node that is meant is given up, closed or forgotten', async (t) => {
  const { metadata, put, nodes, away } = await setUp(t);
  await put('a', 5, 1);
  await put('b', 6, 1);
  await giveUpNode(metadata, 'a', 6);
  assert.deepEqual(await nodes(), [
    ['a', 5, 1],
    ['b', 6, 1],
  ]);
  await giveUpNode(metadata, 'a', 5);
  await forgetNodes(metadata, 6);
  assert.deepEqual(await nodes(), [['b', 6, 1]]);

  for (const node of ['a', 'b']) {
    const gap = { id: node, node, organization: null, kind: 'lag', from: 1, to: null } as const;
    await putGap(metadata, gap);
  }
  await closeGapsOf(metadata, 'a', 9);
  assert.deepEqual(await away('a'), []);
  assert.deepEqual(await away('b'), [['b', 'lag', 1, null]]);

  await closeGapsOf(metadata, 'a', 99);
  const ends = await metadata.db.selectFrom('ingest_gaps').select('to_ms').orderBy('id').execute();
  assert.deepEqual(ends, [{ to_ms: 9 }, { to_ms: null }]);
});
