import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fakeClock } from '../../../../../test/support/fake-clock.ts';
import { logRecord } from '../../../../../test/support/log-records.ts';
import { encodedBatch, openFiles } from '../../../../../test/support/store/open-day-files.ts';
import { newFolder } from '../../../../../test/support/store/supervised-store.ts';
import { DAY_MS, HOUR_MS } from '../../../../spec/units.ts';
import { compactDays } from './compact-day.ts';
import { expireRows } from './expire-rows.ts';

const START = Date.UTC(2026, 2, 10, 9);
const never = new AbortController().signal;

async function start(t: Parameters<typeof newFolder>[0]) {
  const folder = newFolder(t);
  const clock = fakeClock(START);
  const opened = await openFiles(folder, clock);
  const insert = (body: string, retentionDays: number): Promise<void> => {
    const now = clock.now();
    const record = logRecord({ body, retentionDays, timestamp: now, receivedAt: now });
    return opened.inserter.insert(encodedBatch([record]));
  };
  const expire = (): Promise<void> => expireRows(opened, clock, never);
  return { folder, clock, opened, insert, expire };
}

test('rows go when their time is over, and a file with the last of them', async (t) => {
  const { folder, clock, opened, insert, expire } = await start(t);
  using _ = opened;
  await insert('a day', 1);
  await insert('a week', 7);
  clock.advance(DAY_MS - 1);
  await insert('the next day', 1);
  await expire();
  assert.deepEqual([...(await opened.bodies()).keys()].toSorted(), [
    'a day',
    'a week',
    'the next day',
  ]);

  clock.advance(1);
  await expire();
  assert.deepEqual([...(await opened.bodies()).keys()].toSorted(), ['a week', 'the next day']);
  clock.advance(2 * DAY_MS);
  await expire();
  assert.deepEqual([...(await opened.bodies()).keys()], ['a week']);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('20260311')),
    [],
  );
  clock.advance(7 * DAY_MS);
  await expire();
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('.duckdb')),
    [],
  );
});

test('files that expire together leave together', async (t) => {
  const { clock, opened, insert, expire } = await start(t);
  using _ = opened;
  for (let day = 0; day < 5; day++) {
    await insert(`day ${day}`, 1);
    clock.advance(DAY_MS);
  }
  clock.advance(DAY_MS);

  await expire();

  assert.deepEqual(opened.files.all(), []);
});

test('a file is kept until those who read it are done, and nobody else sees it', async (t) => {
  const { clock, opened, insert, expire } = await start(t);
  using _ = opened;
  await insert('old', 1);
  const held = [...opened.files.all()];
  const release = opened.files.hold(held);
  clock.advance(3 * DAY_MS);

  const expired = expire();
  await sleep(200);
  assert.equal(opened.files.all().length, 0);
  const [file] = held;
  await opened.database.use((connection) => connection.run(`FROM ${file?.catalog}.logs`));
  release();
  await expired;

  await assert.rejects(
    opened.database.use((connection) => connection.run(`FROM ${file?.catalog}.logs`)),
  );
});

test('two that tidy at once remove each file once', async (t) => {
  const { folder, clock, opened, insert, expire } = await start(t);
  using _ = opened;
  for (let day = 0; day < 3; day++) {
    await insert(`day ${day}`, 1);
    clock.advance(DAY_MS);
  }
  clock.advance(DAY_MS);
  await insert('today', 30);

  await Promise.all([expire(), expire(), compactDays({ ...opened, folder }, clock, never)]);
  // What was written anew meanwhile has its turn the next time.
  await expire();

  assert.deepEqual([...(await opened.bodies()).keys()], ['today']);
  assert.equal(opened.files.all().length, 1);
});

test('rows that are stored while others expire are neither lost nor forgotten', async (t) => {
  const { clock, opened, insert, expire } = await start(t);
  using _ = opened;
  for (let round = 0; round < 20; round++) {
    await insert(`short ${round}`, 0);
    const tidying = expire();
    const storing = insert(`kept ${round}`, 1);
    await Promise.all([tidying, storing]);
    const [file] = opened.files.all();
    assert.equal(file?.bounds.rows, round + 1);
  }
  assert.equal((await opened.bodies()).size, 20);

  clock.advance(DAY_MS + HOUR_MS);
  await expire();

  assert.equal((await opened.bodies()).size, 0);
});
