/** What a file knows of its rows after an insert, and that a batch is stored once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../../../test/support/fake-clock.ts';
import { logRecord } from '../../../../../test/support/log-records.ts';
import { encodedBatch, openFiles } from '../../../../../test/support/store/open-day-files.ts';
import { newFolder } from '../../../../../test/support/store/supervised-store.ts';
import { DAY_MS, SECOND_MS } from '../../../../spec/units.ts';

const NOW = Date.UTC(2026, 2, 10, 12);

test('a file knows the least and the most of every time, and when its first row may go', async (t) => {
  const folder = newFolder(t);
  const clock = fakeClock(NOW);
  {
    using opened = await openFiles(folder, clock);
    await opened.inserter.insert(
      encodedBatch([
        logRecord({ timestamp: NOW - 50, receivedAt: NOW - 5, retentionDays: 7 }),
        logRecord({ timestamp: NOW - 90, receivedAt: NOW - 9, retentionDays: 5 }),
        logRecord({ timestamp: NOW - 10, receivedAt: NOW - 1, retentionDays: 9 }),
      ]),
    );
    clock.advance(3 * SECOND_MS);
    await opened.inserter.insert(
      encodedBatch([logRecord({ timestamp: NOW + 7, receivedAt: NOW + 3, retentionDays: 30 })]),
    );
    assert.deepEqual(reported(opened.files.all()), [EXPECTED]);
    // Whatever the number of the node in the lower bits is.
    const { rowIdFrom, rowIdTo } = opened.files.all()[0]?.bounds ?? assert.fail('no file');
    assert.deepEqual([rowIdFrom & 0xffffn, rowIdTo & 0xffffn], [0n, 0xffffn]);
  }
  using again = await openFiles(folder, clock);
  // What comes next begins a group of its own.
  assert.deepEqual(reported(again.files.all()), [{ ...EXPECTED, written: 4_096 }]);
});

/** No row goes before the oldest event and the shortest retention of its batch allow it. */
const EXPECTED = {
  rows: 4,
  written: 4,
  batches: 2,
  from: NOW - 90,
  to: NOW + 7,
  receivedFrom: NOW - 9,
  receivedTo: NOW + 3,
  storedFrom: NOW,
  storedTo: NOW + 3 * SECOND_MS,
  expiresFrom: NOW - 90 + 5 * DAY_MS,
};

type Files = Awaited<ReturnType<typeof openFiles>>['files'];

function reported(files: ReturnType<Files['all']>): object[] {
  return files.map(({ bounds: { rowIdFrom, rowIdTo, ...times } }) => {
    assert.ok(rowIdFrom < rowIdTo);
    return { ...times };
  });
}

test('batches that come together are stored together, those with one token once', async (t) => {
  using opened = await openFiles(newFolder(t), fakeClock(NOW));
  const batches = ['a', 'b', 'c'].map((body) => encodedBatch([logRecord({ body })]));
  const [first] = batches;
  assert.ok(first !== undefined);

  await Promise.all([...batches, first].map((batch) => opened.inserter.insert(batch)));
  await opened.inserter.insert(first);

  assert.deepEqual(
    await opened.bodies(),
    new Map([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ]),
  );
  assert.equal(opened.files.all()[0]?.bounds.batches, 3);
});

test('of a batch that may have been stored under another token only what is missing is written', async (t) => {
  using opened = await openFiles(newFolder(t), fakeClock(NOW));
  const batch = encodedBatch([logRecord({ body: 'a' }), logRecord({ body: 'b' })]);

  await opened.inserter.insert(batch);
  await opened.inserter.insert({ ...batch, token: 'another', isRepeated: true });
  await opened.inserter.insert(encodedBatch([logRecord({ body: 'c' })], true));

  assert.deepEqual(
    await opened.bodies(),
    new Map([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ]),
  );
  assert.equal(opened.files.all()[0]?.bounds.rows, 3);
});

test('a batch that cannot be read keeps nobody else from being stored', async (t) => {
  using opened = await openFiles(newFolder(t), fakeClock(NOW));
  const broken = { token: 'broken', bytes: Buffer.from([1, 2, 3]), isRepeated: false };
  const good = encodedBatch([logRecord({ body: 'good' })]);

  const [left, right] = await Promise.allSettled([
    opened.inserter.insert(broken),
    opened.inserter.insert(good),
  ]);

  assert.deepEqual([left.status, right.status], ['rejected', 'fulfilled']);
  assert.deepEqual([...(await opened.bodies())], [['good', 1]]);
});
