import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { openStoreTime } from './store-time.ts';

const NOON = Date.UTC(2026, 0, 15, 12);

function opened() {
  const clock = fakeClock(NOON);
  const store = { frontier: NOON, reads: 0, isAway: false };
  const time = openStoreTime(
    {
      async frontier() {
        store.reads += 1;
        if (store.isAway) throw new Error('away');
        return store.frontier;
      },
    },
    clock,
  );
  return { clock, store, time };
}

test('before it is read the time is that of this node, and everything is behind', () => {
  const { time } = opened();

  assert.equal(time.now(), NOON);
  assert.deepEqual([time.behindMs(), time.stuckMs()], [NOON, NOON]);
});

test('the best of the readings tells by how much the store is ahead', async () => {
  const { clock, store, time } = opened();
  const frontiers: number[] = [];
  for (const ahead of [-3_000, 500, -2_000]) {
    clock.advance(10_000);
    store.frontier = clock.now() + ahead;
    frontiers.push((await time.frontier()) - NOON);
  }

  assert.deepEqual(frontiers, [7_000, 20_500, 28_000]);
  assert.equal(time.now(), NOON + 30_500);
  assert.deepEqual([time.behindMs(), time.stuckMs()], [2_500, 2_500]);
});

test('a frontier that stands still tells nothing of the time', async () => {
  const { clock, time } = opened();
  await time.frontier();
  for (let i = 0; i < 40; i += 1) {
    clock.advance(1_000);
    assert.equal(await time.frontier(), NOON);
  }

  assert.equal(time.now(), NOON + 40_000);
  assert.equal(time.behindMs(), 40_000);
});

test('what is known of the clocks is forgotten after 32 readings', async () => {
  const { clock, store, time } = opened();
  const read = async (ahead: number): Promise<number> => {
    clock.advance(10_000);
    store.frontier = clock.now() + ahead;
    await time.frontier();
    return time.now() - clock.now();
  };
  await read(9_000);
  for (let i = 0; i < 30; i += 1) await read(0);

  assert.deepEqual([await read(0), await read(0)], [9_000, 0]);
});

test('batches that tick together share a reading', async () => {
  const { clock, store, time } = opened();
  await time.frontier();
  clock.advance(199);
  await time.frontier();
  const shared = store.reads;
  clock.advance(1);
  await time.frontier();
  clock.advance(-200);
  await time.frontier();

  assert.deepEqual([shared, store.reads], [1, 3]);
});

test('a store that is away is asked again at once, and is stuck since it was away', async () => {
  const { clock, store, time } = opened();
  await time.frontier();
  store.isAway = true;
  clock.advance(1_000);
  await assert.rejects(time.frontier(), /away/);
  clock.advance(100);
  await assert.rejects(time.frontier(), /away/);
  const away = [store.reads, time.stuckMs()];
  store.isAway = false;
  store.frontier = clock.now();
  await time.frontier();

  assert.deepEqual(away, [3, 100]);
  assert.deepEqual([time.stuckMs(), time.behindMs()], [0, 0]);
});
