import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { EngineRefusal, type EngineRequest, NodeUnreachable } from './connection.ts';
import { insertBatch } from './insert-batch.ts';
import type { StoreNodes } from './nodes.ts';
import { nodesOf, nodeThat } from './scripted-nodes.suite.ts';

const AWAY = new NodeUnreachable(new Error('away'));
const BATCH = { token: 't', blocks: [new Uint8Array([19, 0])], events: 1 };

function insert(nodes: StoreNodes, batch: Parameters<typeof insertBatch>[1]): Promise<void> {
  return insertBatch({ nodes, turn: () => 0, limits: LIMITS }, batch);
}

/** What was asked for, in a word each: rows, how many are missing, which are, or the token they were sent under. */
function wordsOf(asked: readonly EngineRequest[]): unknown[] {
  return asked.map(({ text, settings, isSentOnce }) => {
    if (text.startsWith('SELECT count()')) return 'how many';
    if (text.startsWith('SELECT ')) return 'which';
    return [settings?.['insert_deduplication_token'], isSentOnce ?? false];
  });
}

test('a batch that was never sent is sent once, and not looked for', async () => {
  const node = nodeThat(() => '');

  await insert(nodesOf(node), BATCH);

  assert.deepEqual(wordsOf(node.asked), [['t', true]]);
  const [request] = node.asked;
  assert.match(request?.text ?? '', /^INSERT INTO logs \(organization, .*\) FORMAT Native$/);
  assert.doesNotMatch(request?.text ?? '', /stored_at/);
  assert.equal(request?.silenceMsMax, LIMITS.store.insertTimeoutMs + 5_000);
  assert.deepEqual([request?.purpose, request?.database], ['insert', 'own']);
});

test('rows of another store bring the time at which they were stored', async () => {
  const node = nodeThat(() => '');

  await insert(nodesOf(node), { ...BATCH, blocks: [new Uint8Array([20])] });

  assert.match(node.asked[0]?.text ?? '', /, stored_at\) FORMAT Native$/);
});

test('a batch that may have been sent is looked for, and nothing is sent when it is there', async () => {
  const node = nodeThat(() => '0');

  await insert(nodesOf(node), { ...BATCH, isRepeated: true });

  assert.deepEqual(wordsOf(node.asked), ['how many']);
  const [look] = node.asked;
  assert.equal(look?.settings?.['apply_deleted_mask'], 0);
  assert.equal(look?.settings?.['max_result_rows'], 0);
  assert.equal(look?.settings?.['max_rows_to_read'], 0);
  assert.equal(look?.silenceMsMax, LIMITS.store.insertTimeoutMs + 5_000);
  const table = look?.tables?.get('batch');
  assert.equal(table?.format, 'Native');
  assert.match(table?.structure ?? '', /^organization /);
  assert.deepEqual(table?.bytes, Buffer.from([19, 0]));
});

test('what is missing is sent under the token of the batch, then under further ones', async () => {
  let missing = 3;
  const node = nodeThat(({ text }) => {
    if (text.startsWith('SELECT count()')) return String(missing--);
    return text.startsWith('SELECT') ? Buffer.from([19, 7]) : '';
  });

  await insert(nodesOf(node), { ...BATCH, isRepeated: true });

  assert.deepEqual(wordsOf(node.asked), [
    'how many',
    ['t', false],
    'how many',
    'which',
    ['t.1', false],
    'how many',
    'which',
    ['t.2', false],
    'how many',
  ]);
  assert.deepEqual(node.asked[1]?.data, BATCH.blocks);
  assert.deepEqual(node.asked[4]?.data, [Buffer.from([19, 7])]);
});

test('after eleven tokens it is given up', async () => {
  const node = nodeThat(({ text }) => (text.startsWith('SELECT count()') ? '1' : ''));

  await assert.rejects(insert(nodesOf(node), { ...BATCH, isRepeated: true }), {
    message: 'The log store does not keep the rows of a batch.',
  });
  const tokens = wordsOf(node.asked).filter((word) => Array.isArray(word));
  assert.equal(tokens.length, 11);
  assert.deepEqual(tokens.at(-1), ['t.10', false]);
});

test('when nobody knows what became of a batch it is looked for, on the next node, too', async () => {
  const first = nodeThat(() => AWAY);
  const second = nodeThat(() => '0');

  await insert(nodesOf(first, {}, second), BATCH);

  assert.deepEqual(wordsOf(first.asked), [['t', true], 'how many']);
  assert.deepEqual(wordsOf(second.asked), ['how many']);
});

test('replicas know a token together with its rows', async () => {
  const node = nodeThat(() => '');

  await insert(nodesOf(node, { isReplicated: true }), { ...BATCH, isRepeated: true });

  assert.deepEqual(wordsOf(node.asked), [['t', false]]);
});

test('what a node refuses is not sent elsewhere', async () => {
  const first = nodeThat(() => new EngineRefusal({ code: 60, text: '' }));
  const second = nodeThat(() => '');

  await assert.rejects(insert(nodesOf(first, {}, second), BATCH));
  assert.deepEqual([first.asked.length, second.asked.length], [1, 0]);
});
