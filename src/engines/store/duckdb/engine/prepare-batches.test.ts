import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fakeClock } from '../../../../../test/support/fake-clock.ts';
import { logRecord } from '../../../../../test/support/log-records.ts';
import { encodedBatch, openFiles } from '../../../../../test/support/store/open-day-files.ts';
import { newFolder } from '../../../../../test/support/store/supervised-store.ts';
import { DAY_MS } from '../../../../spec/units.ts';
import { createPreparing } from './prepare-batches.ts';
import { GROUP_ROWS } from './words/group-rows.ts';
import { hashWord } from './words/key-hash.ts';

const NOW = Date.UTC(2026, 2, 10, 12);

function batchOf(body: string, rows = 1) {
  return encodedBatch(Array.from({ length: rows }, () => logRecord({ body })));
}

test('batches get places behind each other, and those of what failed once nothing is under way', async (t) => {
  using opened = await openFiles(newFolder(t), fakeClock(NOW));
  const preparing = createPreparing({ files: opened.files, requireRoom: async () => {} });

  const first = await preparing.prepare(batchOf('one', 3));
  const second = await preparing.prepare(batchOf('two', 2));
  first[Symbol.dispose]();
  const third = await preparing.prepare(batchOf('three'));
  second[Symbol.dispose]();
  third[Symbol.dispose]();
  using again = await preparing.prepare(batchOf('four'));

  assert.deepEqual(
    [first, second, third, again].map(({ firstRow }) => firstRow),
    [0, 3, 5, 0],
  );
});

test('filters know the words of what is prepared before it is stored, and wait for whoever needs the thread', async (t) => {
  using opened = await openFiles(newFolder(t), fakeClock(NOW));
  const preparing = createPreparing({ files: opened.files, requireRoom: async () => {} });
  const { filters } = await opened.files.today();
  const find = (word: string): number[] => filters.find([[hashWord(word) ?? -1]]);

  const thread = preparing.pause();
  const under = preparing.prepare(batchOf('early'));
  await sleep(20);
  const paused = find('early');
  thread[Symbol.dispose]();
  using prepared = await under;

  assert.deepEqual(paused, []);
  assert.deepEqual(find('early'), [0]);
  assert.equal(prepared.blocks.length, 1);
});

test('nothing is prepared without room, and what could not be holds no place', async (t) => {
  using opened = await openFiles(newFolder(t), fakeClock(NOW));
  let isFull = true;
  const requireRoom = async (): Promise<void> => {
    if (isFull) throw new Error('no room');
  };
  const preparing = createPreparing({ files: opened.files, requireRoom });

  await assert.rejects(preparing.prepare(batchOf('one', 3)), /no room/);
  isFull = false;
  const damaged = { ...batchOf('two'), bytes: Buffer.alloc(64, 0xff) };
  await assert.rejects(preparing.prepare(damaged));
  using prepared = await preparing.prepare(batchOf('three'));

  assert.equal(prepared.firstRow, 0);
});

test('what was prepared before midnight is stored and found in the file of the day that has begun', async (t) => {
  const clock = fakeClock(NOW);
  using opened = await openFiles(newFolder(t), clock);
  const yesterday = await opened.files.today();
  await opened.inserter.insert(batchOf('before'));
  // The turn of storing is somebody else's until the day is over.
  const { promise, resolve } = Promise.withResolvers<void>();
  const alone = opened.inserter.alone(() => promise);
  const inserted = Promise.all([1, 2].map((i) => opened.inserter.insert(batchOf(`late${i}`, 2))));
  await sleep(50);
  clock.advance(DAY_MS);
  resolve();
  await alone;
  await inserted;

  const today = await opened.files.today();
  assert.notEqual(today, yesterday);
  assert.deepEqual([yesterday.bounds.rows, today.bounds.rows], [1, 4]);
  assert.deepEqual(today.filters.find([[hashWord('late2') ?? -1]]), [0]);
  assert.deepEqual(Object.fromEntries(await opened.bodies()), {
    before: 1,
    late1: 2,
    late2: 2,
  });
});

test('a batch that fails leaves a gap at most: those prepared behind it are found by their words', async (t) => {
  using opened = await openFiles(newFolder(t), fakeClock(NOW));
  const damaged = { ...batchOf('damaged'), bytes: Buffer.alloc(64, 0xff) };

  const results = await Promise.allSettled([
    opened.inserter.insert(batchOf('first', GROUP_ROWS - 1)),
    opened.inserter.insert(damaged),
    opened.inserter.insert(batchOf('second', 3)),
  ]);

  const { bounds, filters } = await opened.files.today();
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(filters.find([[hashWord('second') ?? -1]]), [0, 1]);
  assert.deepEqual([bounds.rows, bounds.written], [GROUP_ROWS + 2, GROUP_ROWS + 2]);
});

test('a filter that cannot be written fails its batch alone, whose place is free again', async (t) => {
  using opened = await openFiles(newFolder(t), fakeClock(NOW));
  const preparing = createPreparing({ files: opened.files, requireRoom: async () => {} });
  const { filters } = await opened.files.today();
  const add = t.mock.method(filters, 'add', () => {
    throw new Error('no space left');
  });

  await assert.rejects(preparing.prepare(batchOf('one', 3)), /no space left/);
  add.mock.restore();
  using prepared = await preparing.prepare(batchOf('two'));

  assert.equal(prepared.firstRow, 0);
});
