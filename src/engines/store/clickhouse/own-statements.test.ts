/** What the store asks its nodes by itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { silentLog } from '../../../base/log.ts';
import { materializeIndexes } from './materialize-indexes.ts';
import type { StoreNodes } from './nodes.ts';
import { readFrontier } from './read-frontier.ts';
import { nodesOf, nodeThat } from './scripted-nodes.suite.ts';

const frontier = (nodes: StoreNodes): Promise<number> => readFrontier({ limits: LIMITS }, nodes);
const processes = (...lines: (readonly (string | number)[])[]): string =>
  lines.map((line) => `${line.join('\t')}\n`).join('');
const NOW = [1, 'self', 0, 1_000_000, 'Select'] as const;

test('everything before the oldest insert can be found, in whole seconds', async () => {
  const of = (...lines: (readonly (string | number)[])[]) =>
    frontier(nodesOf(nodeThat(() => processes(NOW, ...lines))));

  assert.equal(await of(), 1_000_000);
  assert.equal(await of([1, 'a', 2.0001, 1_000_000, 'Insert']), 997_000);
  assert.equal(await of([1, 'a', 2, 1_000_000, 'Insert']), 998_000);
  assert.equal(await of([1, 'a', 9, 1_000_000, 'Select']), 1_000_000);
});

test('an insert for another shard counts with the one that was asked for, or as long as one may take', async () => {
  const own = nodeThat(() => processes(NOW, [1, 'a', 3, 1_000_000, 'Insert']));
  const other = nodeThat(() => processes(NOW, [0, 'a', 1, 1_000_000, 'Insert']));
  const lost = nodeThat(() => processes(NOW, [0, 'gone', 1, 1_000_000, 'Insert']));

  assert.equal(await frontier(nodesOf(own, {}, other)), 997_000);
  const { insertTimeoutMs } = LIMITS.store;
  assert.equal(await frontier(nodesOf(own, {}, lost)), 999_000 - insertTimeoutMs);
});

test('replicas are waited for', async () => {
  const node = nodeThat(({ text }) => (text.startsWith('SYSTEM') ? '' : processes(NOW)));

  await frontier(nodesOf(node, { isReplicated: true, database: 'all' }));

  const [list, sync] = node.asked;
  assert.deepEqual(
    [...(list?.parameters ?? [])],
    [
      ['local', 'own'],
      ['all', 'all'],
    ],
  );
  assert.deepEqual([list?.purpose, list?.silenceMsMax], ['health', LIMITS.store.healthTimeoutMs]);
  assert.deepEqual(
    [sync?.text, sync?.database, sync?.silenceMsMax],
    ['SYSTEM SYNC REPLICA logs LIGHTWEIGHT', 'own', LIMITS.store.insertTimeoutMs + 5_000],
  );
});

test('partitions without indexes are indexed one after the other, with all indexes', async () => {
  const node = nodeThat(({ text }) => {
    if (text.includes('FROM system.parts')) return '20260101\n20260102\n';
    return text.includes('data_skipping_indices') ? 'one\ntwo\n' : '';
  });

  await materializeIndexes(
    { limits: LIMITS, log: silentLog },
    nodesOf(node),
    new AbortController().signal,
  );

  assert.deepEqual(
    node.asked.slice(2).map(({ text, database }) => [text, database]),
    ['20260101', '20260102'].map((day) => [
      `ALTER TABLE logs MATERIALIZE INDEX one IN PARTITION ID '${day}', MATERIALIZE INDEX two IN PARTITION ID '${day}'`,
      'own',
    ]),
  );
  const { indexAfterMs, indexRowsMin } = LIMITS.store;
  assert.deepEqual(
    [...(node.asked[0]?.parameters ?? [])],
    [
      ['database', 'own'],
      ['age', String(indexAfterMs / 1_000)],
      ['rows', String(indexRowsMin)],
    ],
  );
});

test('nothing is asked further where every partition has its indexes, nor once it is stopped', async () => {
  const whole = nodeThat(() => '');
  const needs = { limits: LIMITS, log: silentLog };
  await materializeIndexes(needs, nodesOf(whole), new AbortController().signal);
  assert.equal(whole.asked.length, 1);

  const bare = nodeThat(() => '20260101\n');
  await assert.rejects(materializeIndexes(needs, nodesOf(bare), AbortSignal.abort()));
  assert.equal(bare.asked.length, 2);
});
