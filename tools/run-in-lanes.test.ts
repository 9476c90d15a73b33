import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Room, runInLanes } from './run-in-lanes.ts';

const QUIET: Room = { idleShare: 0.9, freeBytes: 8_000_000_000 };
const BUSY: Room = { idleShare: 0.1, freeBytes: 8_000_000_000 };
const FULL: Room = { idleShare: 0.9, freeBytes: 100_000_000 };

/** Items that stay until they are let go, in lanes on a machine with the given room. */
function start(items: readonly string[], room: Room) {
  const begun: string[] = [];
  const ways = new Map<string, { leave: () => void; end: () => void }>();
  const interruption = new AbortController();
  let looks = 0;
  const done = runInLanes(
    items,
    (item, leave) => {
      begun.push(item);
      return new Promise((end) => void ways.set(item, { leave, end }));
    },
    {
      lanes: 2,
      lanesMax: 3,
      signal: interruption.signal,
      lookMs: 1,
      readRoom: () => {
        looks += 1;
        return room;
      },
    },
  );
  const looked = async (): Promise<void> => {
    for (const until = looks + 3; looks < until;) await turn();
  };
  return { begun, ways, interruption, done, looked };
}

test('two run at once, and the next begins when one ends', async () => {
  const { begun, ways, done, looked } = start(['a', 'b', 'c', 'd'], BUSY);
  await looked();
  assert.deepEqual(begun, ['a', 'b']);
  ways.get('b')?.end();
  await looked();
  assert.deepEqual(begun, ['a', 'b', 'c']);
  ways.get('a')?.end();
  while (begun.length < 4) await turn();
  ways.get('c')?.end();
  ways.get('d')?.end();
  await done;
});

test('a third runs while the processors idle, and no fourth', async () => {
  const { begun, ways, done, looked } = start(['a', 'b', 'c', 'd'], QUIET);
  await looked();
  assert.deepEqual(begun, ['a', 'b', 'c']);
  ways.get('a')?.end();
  while (begun.length < 4) await turn();
  for (const { end } of ways.values()) end();
  await done;
});

test('no third runs where memory is short', async () => {
  const { begun, ways, done, looked } = start(['a', 'b', 'c'], FULL);
  await looked();
  assert.deepEqual(begun, ['a', 'b']);
  ways.get('a')?.end();
  while (begun.length < 3) await turn();
  for (const { end } of ways.values()) end();
  await done;
});

test('one that has left its lane is waited for at the end, and counts once', async () => {
  const { begun, ways, done, looked } = start(['a', 'b', 'c', 'd', 'e'], BUSY);
  await looked();
  ways.get('a')?.leave();
  await looked();
  assert.deepEqual(begun, ['a', 'b', 'c']);
  ways.get('a')?.end();
  await looked();
  assert.deepEqual(begun, ['a', 'b', 'c'], 'its end makes no second room');
  ways.get('b')?.leave();
  ways.get('c')?.leave();
  while (begun.length < 5) await turn();
  let isDone = false;
  void done.then(() => (isDone = true));
  await turn();
  assert.equal(isDone, false);
  for (const { end } of ways.values()) end();
  await done;
});

test('after an interruption nothing begins', async () => {
  const { begun, ways, interruption, done, looked } = start(['a', 'b', 'c'], BUSY);
  await looked();
  interruption.abort();
  ways.get('a')?.end();
  ways.get('b')?.end();
  await done;
  assert.deepEqual(begun, ['a', 'b']);
});
