/** What becomes of an export around its runs, on a metadata store alone. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import type { Manifest } from '../../../contract/archive-manifest.ts';
import type { ExportRow } from '../../../engines/metadata/tables/exports.ts';
import { ObjectsError } from '../../../engines/objects/objects.ts';
import {
  EXPORT_KEY,
  exportWithoutStore,
  NOON,
} from '../../../../test/support/exports/export-without-store.ts';
import { writeManifest } from '../archive/manifest.ts';
import { endOpenRun, insertRun } from './export-runs-table.ts';
import { runExports } from './run-exports.ts';
import { newRun } from './run-settings.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const MANIFEST = 'all-events-1/manifests/20260115T110000Z_20260115T120000Z_r1.json';

/** The run of 12:00 is due, and its manifest is there already: nothing has to be asked of a log store. */
async function start(t: TestContext, change: Partial<ExportRow> = {}) {
  const started = await exportWithoutStore(t, change);
  started.clock.advance(2 * MINUTE);
  const work = runExports(started.needs);
  const run = async (attempts = 1, signal?: AbortSignal) =>
    work.work(await started.row(), started.claim(attempts, signal));
  const putManifest = (): void => {
    const manifest: Manifest = {
      version: 1,
      organization: started.organization,
      export: 'exp_1',
      name: 'All events',
      run: 'run_0',
      revision: 1,
      mode: 'archive',
      query: '*',
      format: 'jsonl',
      window: { from: '2026-01-15T11:00:00.000Z', to: '2026-01-15T12:00:00.000Z' },
      compression: 'zstd',
      columns: [],
      files: [],
      previous: null,
      totals: { files: 2, rows: 7, bytes: 0 },
    };
    started.files.set(`kept/${MANIFEST}`, writeManifest(manifest, EXPORT_KEY));
  };
  return { ...started, work, run, putManifest };
}

test('exports are worked on four at a node, one of an organization', () => {
  const { work, giveUp, retryDelayMs, ...facts } = runExports({} as never);
  assert.deepEqual(facts, {
    name: 'exports',
    table: 'exports',
    owner: 'organization_id',
    placesMax: 4,
    perOwnerMax: 1,
    leaseMs: 30_000,
    everyMs: 1_000,
    channel: 'exports',
    attemptsMax: 28,
  });
  assert.deepEqual(
    [1, 2, 3, 4, 5, 28].map((attempts) => retryDelayMs?.(attempts)),
    [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, HOUR, HOUR],
  );
  assert.deepEqual([typeof work, typeof giveUp], ['function', 'function']);
});

test('a run that is done moves the watermark on and names its manifest', async (t) => {
  const { run, putManifest, runs, row, settled, audit } = await start(t, {
    health: 'failing',
    health_detail: 'Broken.',
    told_at: 1,
  });
  putManifest();

  await run();

  const [done] = await runs();
  const now = NOON + 2 * MINUTE;
  assert.deepEqual(
    [done?.state, done?.manifest, done?.error, done?.ended_at, done?.due_at],
    ['done', MANIFEST, null, now, now + HOUR],
  );
  const after = await row();
  assert.deepEqual(
    [after.watermark, after.health, after.health_detail, after.told_at, after.last_run_at],
    [NOON, 'ok', '', null, now],
  );
  assert.equal((JSON.parse(after.manifest ?? '{}') as { name?: string }).name, MANIFEST);
  assert.equal(after.next_at, NOON + HOUR);
  assert.deepEqual(settled, [{ dueAt: NOON + HOUR + 2 * MINUTE }]);
  const [entry] = await audit();
  assert.deepEqual([entry?.action, entry?.resource], ['log.exported', 'exp_1']);
  assert.deepEqual(JSON.parse(entry?.details ?? ''), {
    export: 'All events',
    query: '*',
    from: '2026-01-15T11:00:00.000Z',
    to: '2026-01-15T12:00:00.000Z',
    rows: 7,
    files: 2,
    manifest: MANIFEST,
  });
});

test('an export that is behind goes on at once, a day at most with each run', async (t) => {
  const { run, settled, row, runs } = await start(t, { watermark: NOON - 30 * HOUR });

  await run();

  const { watermark, next_at: next } = await row();
  assert.deepEqual([watermark, next], [NOON - 6 * HOUR, NOON]);
  assert.deepEqual(settled, [{ dueAt: NOON + 2 * MINUTE }]);
  await run();
  assert.deepEqual(
    (await runs()).map(({ state, to_ms: to }) => [state, to]),
    [
      ['done', NOON - 6 * HOUR],
      ['done', NOON],
    ],
  );
  assert.deepEqual(settled.at(-1), { dueAt: NOON + HOUR + 2 * MINUTE });
});

test('a second revision moves no watermark', async (t) => {
  const { run, row, runs, metadata } = await start(t);
  const plan = { cause: 'recount', requestedBy: null, at: NOON, revision: 2 } as const;
  const window = { from: NOON - 2 * HOUR, to: NOON - HOUR };
  const second = newRun(await row(), { ...plan, ...window }, NOON);
  await metadata.transaction((unit) => insertRun(unit, second));

  await run();

  assert.deepEqual(
    (await runs()).map(({ state, revision, tries }) => [state, revision, tries]),
    [['done', 2, 1]],
  );
  assert.equal((await row()).watermark, NOON - HOUR);
});

test('a run that is cancelled before its end leaves nothing, and waits for its next time', async (t) => {
  const { run, faults, runs, row, settled, files, metadata, organization } = await start(t);
  faults.tell = async () => {
    assert.equal(files.size, 1);
    await metadata.transaction((unit) => endOpenRun(unit, organization, 'exp_1', 'cancelled', 5));
  };

  await run();

  assert.deepEqual(
    (await runs()).map(({ state, ended_at: at, manifest }) => [state, at, manifest]),
    [['cancelled', 5, null]],
  );
  assert.deepEqual([files.size, (await row()).watermark], [0, NOON - HOUR]);
  assert.equal((await row()).next_at, NOON + HOUR);
  assert.deepEqual(settled, [{ dueAt: NOON + HOUR + 2 * MINUTE }]);
});

test('nothing to do settles the next time, and never for one that is switched off', async (t) => {
  const idle = await start(t, { next_at: NOON + HOUR });
  await idle.run();
  assert.deepEqual(idle.settled, [{ dueAt: NOON + HOUR + 2 * MINUTE }]);
  assert.deepEqual(await idle.runs(), []);

  const off = await start(t, { enabled: 0 });
  await off.run();
  assert.deepEqual(off.settled, [{ dueAt: null }]);
  assert.equal((await off.row()).next_at, NOON);

  const report = await start(t, { mode: 'report', watermark: null, next_at: null });
  await report.run();
  assert.deepEqual(report.settled, [{ dueAt: NOON + HOUR }]);
  assert.equal((await report.row()).next_at, NOON + HOUR);
});

test('a try that failed is noted with its words, and the next one is set', async (t) => {
  for (const [error, attempts, delayMs, health, mails] of [
    [new ObjectsError('failed'), 1, MINUTE, 'retrying', 0],
    [new ObjectsError('failed'), 3, 15 * MINUTE, 'retrying', 0],
    [new ObjectsError('denied'), 2, 5 * MINUTE, 'failing', 1],
  ] as const) {
    const { run, faults, runs, row, clock, mails: sent, settled } = await start(t);
    faults.open = error;
    await assert.rejects(run(attempts), error);
    const [open] = await runs();
    assert.deepEqual(
      [open?.state, open?.error, open?.next_try_at, open?.ended_at],
      ['retrying', error.message, clock.now() + delayMs, null],
    );
    const { health: seen, health_detail: detail } = await row();
    assert.deepEqual([seen, detail], [health, error.message]);
    assert.deepEqual([sent.length, settled], [mails, []]);
  }
});

test('no place to search and a store that is away are no failed tries', async (t) => {
  const busy = await start(t);
  busy.faults.open = new AppError('QUERY_SLOTS_BUSY', 'Later.');
  await assert.rejects(busy.run(), { name: 'NotNow', delayMs: 5_000 });
  assert.deepEqual(
    (await busy.runs()).map(({ state, error }) => [state, error]),
    [['running', null]],
  );

  const away = await start(t);
  away.faults.open = new AppError('STORAGE_UNAVAILABLE', 'Away.');
  await assert.rejects(away.run(4), { name: 'NotNow', delayMs: 10_000 });
  const [open] = await away.runs();
  assert.deepEqual(
    [open?.state, open?.error, open?.next_try_at],
    ['retrying', 'Away.', away.clock.now() + 10_000],
  );
});

test('a failure of a node that stops is nobody’s, and is not noted', async (t) => {
  const { run, faults, runs, row } = await start(t);
  faults.open = new ObjectsError('denied');
  await assert.rejects(run(1, AbortSignal.abort()), faults.open);
  assert.deepEqual(
    (await runs()).map(({ state }) => state),
    ['running'],
  );
  assert.equal((await row()).health, 'new');
});

test('a run that is given up ends, is told, and leaves its window to the next', async (t) => {
  const { work, faults, run, row, claim, runs, settled, mails, clock, files } = await start(t);
  faults.open = new ObjectsError('failed');
  await assert.rejects(run());
  delete faults.open;
  files.set(`kept/${MANIFEST}`, 'left over');

  await work.giveUp?.(await row(), claim(28), new ObjectsError('failed'));

  const [given] = await runs();
  assert.deepEqual(
    [given?.state, given?.ended_at, given?.next_try_at],
    ['given_up', clock.now(), null],
  );
  const after = await row();
  assert.deepEqual(
    [after.health, after.health_detail, after.watermark, after.told_at, after.next_at],
    ['failing', 'The store reported an internal error.', NOON - HOUR, clock.now(), NOON + HOUR],
  );
  assert.deepEqual(settled, [{ dueAt: NOON + HOUR + 2 * MINUTE }]);
  assert.deepEqual([mails.length, files.size], [1, 0]);
});

test('one that is switched off is given up for good, and one that is gone is lost', async (t) => {
  const { work, row, claim, settled, metadata, run, change } = await start(t);
  const before = await row();
  await change({ enabled: 0 });
  await work.giveUp?.(before, claim(28), new Error('odd'));
  assert.deepEqual(settled, [{ dueAt: null }]);
  await metadata.db.deleteFrom('exports').execute();
  await assert.rejects(Promise.resolve(work.giveUp?.(before, claim(28), new Error('odd'))), {
    name: 'ClaimLost',
  });
  await assert.rejects(run());
});
