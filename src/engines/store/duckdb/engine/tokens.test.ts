import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../../../test/support/fake-clock.ts';
import { logRecord } from '../../../../../test/support/log-records.ts';
import { encodedBatch, openFiles } from '../../../../../test/support/store/open-day-files.ts';
import { newFolder } from '../../../../../test/support/store/supervised-store.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../../spec/units.ts';
import { compactDays } from './compact-day.ts';

const BEFORE_MIDNIGHT = Date.UTC(2026, 2, 10, 23, 59, 59);
const never = new AbortController().signal;
const batch = () => encodedBatch([1, 2, 3].map(() => logRecord({ body: 'once' })));

test('a batch that is repeated after midnight is there once, told or untold', async (t) => {
  const clock = fakeClock(BEFORE_MIDNIGHT);
  using opened = await openFiles(newFolder(t), clock);
  const first = batch();
  await opened.inserter.insert(first);

  clock.advance(2 * SECOND_MS);
  await opened.inserter.insert(batch());
  await opened.inserter.insert(first);
  await opened.inserter.insert({ ...first, isRepeated: true });

  assert.deepEqual([...(await opened.bodies())], [['once', 6]]);
  assert.deepEqual(
    opened.files.all().map(({ day }) => day),
    ['20260310', '20260311'],
  );
});

test('a batch that is repeated after midnight and a restart is there once', async (t) => {
  const folder = newFolder(t);
  const clock = fakeClock(BEFORE_MIDNIGHT);
  const first = batch();
  {
    using opened = await openFiles(folder, clock);
    await opened.inserter.insert(first);
  }
  clock.advance(2 * SECOND_MS);
  using opened = await openFiles(folder, clock);

  await opened.inserter.insert(first);
  await opened.inserter.insert({ ...first, isRepeated: true });
  // The same rows as part of another batch.
  await opened.inserter.insert({ ...first, token: 'another', isRepeated: true });

  assert.deepEqual([...(await opened.bodies())], [['once', 3]]);
});

test('a batch of a day that was written anew meanwhile is there once', async (t) => {
  const folder = newFolder(t);
  const clock = fakeClock(BEFORE_MIDNIGHT);
  using opened = await openFiles(folder, clock);
  const first = batch();
  await opened.inserter.insert(first);
  clock.advance(2 * HOUR_MS);
  await opened.inserter.insert(batch());

  await compactDays({ ...opened, folder }, clock, never);
  await opened.inserter.insert({ ...first, isRepeated: true });
  await opened.inserter.insert({ ...first, token: 'another', isRepeated: true });

  assert.deepEqual([...(await opened.bodies())], [['once', 6]]);
});

test('many that are repeated at once are there once', async (t) => {
  using opened = await openFiles(newFolder(t), fakeClock(BEFORE_MIDNIGHT));
  const first = batch();

  await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      opened.inserter.insert({ ...first, isRepeated: i % 2 === 1 }),
    ),
  );

  assert.deepEqual([...(await opened.bodies())], [['once', 3]]);
});

test('a batch that cannot be stored does not keep others from it', async (t) => {
  using opened = await openFiles(newFolder(t), fakeClock(BEFORE_MIDNIGHT));
  const broken = { token: 'broken', bytes: Buffer.from('no block at all'), isRepeated: false };

  const all = await Promise.allSettled(
    [batch(), broken, batch(), broken, batch()].map((each) => opened.inserter.insert(each)),
  );

  assert.deepEqual(
    all.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual([...(await opened.bodies())], [['once', 9]]);
});

test('days follow the clock in UTC, also when it goes back', async (t) => {
  const clock = fakeClock(BEFORE_MIDNIGHT + SECOND_MS);
  using opened = await openFiles(newFolder(t), clock);
  await opened.inserter.insert(batch());
  clock.advance(-SECOND_MS);
  await opened.inserter.insert(batch());
  clock.advance(DAY_MS);
  await opened.inserter.insert(batch());

  assert.deepEqual(
    opened.files
      .all()
      .map(({ day }) => day)
      .toSorted(),
    ['20260310', '20260311'],
  );
  assert.deepEqual([...(await opened.bodies())], [['once', 9]]);
});
