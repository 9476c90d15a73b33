import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import type { Connection } from './connection.ts';
import type { StoreNodes } from './nodes.ts';
import { readDiskUsage, readRunning } from './store-health.ts';

/** Nodes of which each answers with its text. */
function nodesThat(...answers: readonly string[]): StoreNodes {
  const connections = answers.map(
    (answer) => ({ read: async () => Buffer.from(answer) }) as unknown as Connection,
  );
  return {
    connections: connections as unknown as StoreNodes['connections'],
    localDatabase: 'here',
    database: 'all',
    isReplicated: false,
  };
}

const needs = { limits: LIMITS, log: silentLog } as Parameters<typeof readDiskUsage>[0];

test('rows and bytes of all nodes are added up, and the one with least room counts', async () => {
  assert.deepEqual(await readDiskUsage(needs, nodesThat('1\t20\t300\n', '4\t50\t200\n')), {
    rows: 5,
    bytes: 70,
    freeBytes: 200,
  });
});

test('statements that run are told of all nodes', async () => {
  assert.deepEqual(await readRunning(needs, nodesThat('a\nb\n', '', 'c\n')), ['a', 'b', 'c']);
});
