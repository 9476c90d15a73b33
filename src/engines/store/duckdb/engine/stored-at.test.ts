import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../../../test/support/fake-clock.ts';
import { logRecord } from '../../../../../test/support/log-records.ts';
import {
  encodedBatch,
  everything,
  openFiles,
  type OpenedFiles,
} from '../../../../../test/support/store/open-day-files.ts';
import { newFolder } from '../../../../../test/support/store/supervised-store.ts';
import { DAY_MS, HOUR_MS } from '../../../../spec/units.ts';
import { filesFor } from './choose-files.ts';
import { compactDays } from './compact-day.ts';

const FIRST = Date.UTC(2026, 2, 10, 12, 0, 7);

/** Bodies with the time at which their rows were stored. */
async function storedTimes({ database, files }: OpenedFiles): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  await database.use(async (connection) => {
    for (const { catalog } of files.all()) {
      const answer = await connection.runAndReadAll(
        `SELECT body, epoch_ms(stored_at) FROM ${catalog}.logs`,
      );
      for (const [body, at] of answer.getRows()) times.set(String(body), Number(at));
    }
  });
  return times;
}

/** As a release wrote them that did not know when rows are stored. */
async function forgetStoredAt({ database, files }: OpenedFiles): Promise<void> {
  await database.use(async (connection) => {
    for (const { catalog } of files.all()) {
      await connection.run(`ALTER TABLE ${catalog}.logs DROP COLUMN stored_at`);
      await connection.run(`UPDATE ${catalog}.schema_versions SET version = 1`);
      await connection.run(`CHECKPOINT ${catalog}`);
    }
  });
}

test('rows of an earlier release were stored when they were received', async (t) => {
  const folder = newFolder(t);
  const clock = fakeClock(FIRST);
  {
    using old = await openFiles(folder, clock);
    for (const day of [0, 1]) {
      const receivedAt = clock.now() + 250;
      await old.inserter.insert(encodedBatch([logRecord({ body: `old ${day}`, receivedAt })]));
      clock.advance(DAY_MS);
    }
    await forgetStoredAt(old);
  }
  clock.advance(-DAY_MS + HOUR_MS);
  const expected = new Map([
    ['old 0', FIRST],
    ['old 1', FIRST + DAY_MS],
  ]);
  {
    using opened = await openFiles(folder, clock);

    assert.deepEqual(await storedTimes(opened), expected);
    // The day goes on in the file that was brought to the new form.
    await opened.inserter.insert(encodedBatch([logRecord({ body: 'new', receivedAt: FIRST })]));
    assert.equal(opened.files.all().length, 2);
  }
  using again = await openFiles(folder, clock);
  expected.set('new', FIRST + DAY_MS + HOUR_MS);
  assert.deepEqual(await storedTimes(again), expected);
});

test('an event that is stored days after it was received is found by when it was stored', async (t) => {
  const clock = fakeClock(FIRST);
  using opened = await openFiles(newFolder(t), clock);
  await opened.inserter.insert(encodedBatch([logRecord({ body: 'early', receivedAt: FIRST })]));
  clock.advance(3 * DAY_MS);
  const replayed = logRecord({ body: 'replayed', receivedAt: FIRST, timestamp: FIRST });
  await opened.inserter.insert(encodedBatch([replayed]));

  const chosen = (storedFrom: number, storedTo: number): string[] =>
    filesFor(opened.files.all(), { ...everything, storedFrom, storedTo }).map(({ day }) => day);

  assert.deepEqual(chosen(clock.now(), clock.now() + 1), ['20260313']);
  assert.deepEqual(chosen(FIRST, FIRST + 1), ['20260310']);
  assert.deepEqual(chosen(FIRST + 1, clock.now()), []);
});

test('a day that is sorted keeps when its rows were stored', async (t) => {
  const folder = newFolder(t);
  const clock = fakeClock(FIRST);
  using opened = await openFiles(folder, clock);
  for (const body of ['first', 'second']) {
    await opened.inserter.insert(encodedBatch([logRecord({ body })]));
    clock.advance(HOUR_MS);
  }
  const before = await storedTimes(opened);
  clock.advance(2 * DAY_MS);

  await compactDays({ ...opened, folder }, clock, new AbortController().signal);

  assert(opened.files.all().every(({ isSorted }) => isSorted));
  assert.deepEqual(await storedTimes(opened), before);
  const [file] = opened.files.all();
  assert.deepEqual([file?.bounds.storedFrom, file?.bounds.storedTo], [FIRST, FIRST + HOUR_MS]);
});
