/** What an import does when it is cancelled, over its quota, or the process ends while it runs. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { readBlocks } from '../../../../test/support/store/read-block.ts';
import { linesOf, startImport } from '../../../../test/support/exports/start-imports.ts';
import { silentLog } from '../../../base/log.ts';
import type { ObjectsError } from '../../../engines/objects/objects.ts';
import { ClaimLost, Hopeless, NotNow, runDue } from '../../../engines/schedule/schedule.ts';
import type { InsertBatch } from '../../../engines/store/store.ts';
import { type QuotaVerdict, readIngestUsage } from '../../../guard/limits/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { PLANS } from '../../../spec/plans.ts';
import { runImports } from './run-imports.ts';

const never = new AbortController().signal;
/** Three batches of one row. */
const THREE = {
  files: { 'a/1.jsonl': { content: linesOf('one', 'two', 'three'), rows: 3 } },
  limits: { importBatchRowsMax: 1 },
} as const;

function bodiesOf(inserted: readonly InsertBatch[]): string[] {
  return inserted
    .flatMap(({ blocks }) => blocks.flatMap((block) => readBlocks(block)))
    .map(({ body }) => body);
}

function usageOf({ metadata, clock, organization }: Awaited<ReturnType<typeof startImport>>) {
  return readIngestUsage({ metadata, clock, quotaWarnRatio: 0.8 }, organization, PLANS.pro);
}

test('an import that is cancelled stops after the batch that is being stored', async (t) => {
  const { run, faults, change, inserted, settled, find } = await startImport(t, THREE);
  faults.insert = async () => void (await change({ state: 'cancelled', ended_at: 5 }));

  await run();

  assert.deepEqual(bodiesOf(inserted), ['one']);
  assert.deepEqual(settled, [{ dueAt: null }]);
  assert.deepEqual([(await find()).state, (await find()).row_count], ['cancelled', 1]);
});

test('one that was cancelled is not taken up after a restart', async (t) => {
  const { metadata, clock, needs, inserted, faults, find } = await startImport(t, {
    // The node that had it is gone, and had not even planned it.
    row: {
      state: 'cancelled',
      ended_at: 5,
      files_planned: null,
      claimed_by: 'another node',
      lease_until: 1,
      attempts: 1,
      due_at: 0,
    },
  });
  const again = () => runDue({ metadata, clock, log: silentLog }, runImports(needs), never);

  await again();

  const { due_at, lease_until, state } = await find();
  assert.deepEqual([due_at, lease_until, state], [null, null, 'cancelled']);
  assert.deepEqual([faults.listed, inserted], [0, []]);
});

test('a file that ends the process twice fails its import', async (t) => {
  const { run, giveUp, files, changeFile, faults, inserted, find } = await startImport(t, THREE);
  const noted: unknown[] = [];
  faults.insert = async () => void noted.push((await files())[0]?.deaths);
  await changeFile(1, { deaths: LIMITS.exports.importFileDeathsMax });

  const reason: unknown = await run().catch((error: unknown) => error);

  assert(reason instanceof Hopeless);
  assert.equal(
    reason.message,
    "a/1.jsonl can't be read: the server stopped 2 times while reading it.",
  );
  assert.deepEqual(inserted, []);
  await giveUp(reason.cause);
  assert.deepEqual([(await find()).state, (await find()).error], ['failed', reason.message]);

  // What is noted before the first row is taken back with it: from then on it is known to be readable.
  await changeFile(1, { deaths: 1 });
  const other = await startImport(t, THREE);
  other.faults.insert = async () => void noted.push((await other.files())[0]?.deaths);
  await other.run();
  assert.deepEqual(noted, [1, 0, 0]);
});

test('an import over the daily quota waits, and goes on where it was', async (t) => {
  let verdict: QuotaVerdict = 'open';
  const counted: number[] = [];
  const quota = {
    verdict: () => verdict,
    note: (_: unknown, bytes: number) => void counted.push(bytes),
  };
  const course = await startImport(t, { ...THREE, needs: { quota } });
  const { run, find, files, inserted, faults } = course;
  faults.insert = async () => void (verdict = 'held');

  const wait: unknown = await run().catch((error: unknown) => error);

  assert(wait instanceof NotNow);
  assert.equal(wait.delayMs, LIMITS.exports.importQuotaWaitMs);
  const { state, error, row_count } = await find();
  assert.deepEqual([state, row_count, (await files())[0]?.row_count], ['waiting', 1, 1]);
  assert.match(error ?? '', /^Daily quota reached\. The restore continues/);
  for (verdict of ['held', 'paused'] as const) await assert.rejects(run(), NotNow);
  assert.deepEqual(bodiesOf(inserted), ['one']);

  verdict = 'open';
  delete faults.insert;
  await run();

  assert.deepEqual(bodiesOf(inserted), ['one', 'two', 'three']);
  assert.deepEqual(
    inserted.map(({ token }) => token),
    ['imp_1:1:0', 'imp_1:1:1', 'imp_1:1:2'],
  );
  const done = await find();
  assert.deepEqual([done.state, done.row_count, done.error], ['done', 3, null]);
  const { today } = await usageOf(course);
  const bytes = ['one', 'two', 'three'].map((text) => 2 * text.length + 'archive_id'.length);
  assert.deepEqual(counted, bytes);
  assert.deepEqual([today.events, today.bytes], [3, bytes.reduce((sum, each) => sum + each, 0)]);
});

test('a node that stood still counts no row that another has stored meanwhile', async (t) => {
  const course = await startImport(t, THREE);
  const { run, faults, changeFile } = course;
  faults.insert = async () => void (await changeFile(1, { row_count: 2 }));

  await assert.rejects(run(), ClaimLost);

  assert.equal((await usageOf(course)).today.bytes, 0);
});

test('a file has a size, and is fetched only where the disk has room for it', async (t) => {
  const { run } = await startImport(t, { ...THREE, limits: { importFileBytesMax: 10 } });
  await assert.rejects(run(), /The file a\/1\.jsonl is too large to restore/);

  const { needs, run: again, spooled } = await startImport(t, THREE);
  const objects = { ...needs.limits.objects, freeBytesMin: Number.MAX_SAFE_INTEGER };
  Object.assign(needs.limits, { objects });
  await assert.rejects(again(), (error: ObjectsError) => error.code === 'full');
  assert.deepEqual(spooled(), []);
});

test('an import that is cancelled while a file is fetched ends at once', async (t) => {
  const { run, change, faults, settled, inserted } = await startImport(t, {
    ...THREE,
    limits: { cancelPollMs: 10 },
  });
  faults.content = async () => {
    await change({ state: 'cancelled', ended_at: 5 });
    // It sends a byte, and then nothing for ever.
    const content = new PassThrough();
    content.write('{');
    return content;
  };

  await run();

  assert.deepEqual([settled, inserted], [[{ dueAt: null }], []]);
});

test('a file that does not come in time is fetched again later', async (t) => {
  const { run, faults } = await startImport(t, { ...THREE, limits: { importDownloadMsMax: 20 } });
  faults.content = async () => new PassThrough();

  await assert.rejects(run(), (error: ObjectsError) => error.code === 'timed_out');
});
