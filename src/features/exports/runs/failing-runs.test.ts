/** What becomes of runs when something goes wrong, by a clock of the test. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { silentLog } from '../../../base/log.ts';
import { ObjectsError } from '../../../engines/objects/objects.ts';
import { runDue as runDueOf } from '../../../engines/schedule/schedule.ts';
import { EXPORT_RETRY_DELAYS_MS } from '../../../spec/exports.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openSimulatedStore } from '../../../../test/support/store/open-simulated-store.ts';
import { startOneExport } from '../../../../test/support/exports/start-one-export.ts';
import { switchExport } from '../managing/manage-exports.ts';
import { openFile } from './download-file.ts';
import { requestRun } from './request-runs.ts';
import { runExports } from './run-exports.ts';
import { tidyExports } from './tidy-exports.ts';
import { watchLag } from './watch-lag.ts';

const storeClock = fakeClock(Date.UTC(2026, 2, 1, 12));
const store = await openSimulatedStore(storeClock);
const never = new AbortController().signal;

const start = (t: TestContext, change?: Readonly<Record<string, unknown>>) =>
  startOneExport(t, { store, storeClock }, change);

const FAILED = (): Promise<void> => Promise.reject(new ObjectsError('failed'));
const DENIED = (): Promise<void> => Promise.reject(new ObjectsError('denied'));

test('a run that failed is tried again after growing waits, and goes on with the same window', async (t) => {
  const { faults, write, advance, runDue, runs, show, archive, ids } = await start(t);
  await write('one', 'two');
  advance(HOUR_MS + 2 * MINUTE_MS);
  faults.upload = FAILED;

  for (const waitMs of EXPORT_RETRY_DELAYS_MS) {
    await runDue();
    const [run] = await runs();
    assert.deepEqual(
      [run?.state, run?.error],
      ['retrying', 'The store reported an internal error.'],
    );
    const waitedMs = Date.parse(run?.nextTryAt ?? '') - storeClock.now();
    assert.equal(waitedMs, waitMs);
    assert.equal((await show()).health, 'retrying');
    advance(waitMs);
  }
  delete faults.upload;
  await runDue();

  const all = await runs();
  assert.equal(all.at(-1)?.state, 'done');
  assert.equal(all.at(-1)?.attempts, EXPORT_RETRY_DELAYS_MS.length + 1);
  assert.equal((await show()).health, 'ok');
  assert.deepEqual((await archive()).ids.toSorted(), ids.toSorted());
});

test('a node that has just started and knows nothing of an organization yet does its runs', async (t) => {
  const started = await start(t, { schedule: { cron: '0 * * * *' } });
  const { write, advance, fresh, access, archive, ids, owner, id, show, runs } = started;
  const { metadata, clock } = access;
  await write('one');
  advance(HOUR_MS + 2 * MINUTE_MS);

  await runDueOf({ metadata, clock, log: silentLog }, runExports(await fresh()), never);

  assert.deepEqual([(await runs())[0]?.state, (await show()).health], ['done', 'ok']);
  assert.deepEqual((await archive()).ids, ids);
  await switchExport(await fresh(), owner.actor, id, false);
  await switchExport(await fresh(), owner.actor, id, true);
  await write('two');
  advance(5 * MINUTE_MS);
  await requestRun(await fresh(), owner.actor, id);
  assert.equal((await show()).enabled, true);
});

test('what needs somebody is told to Owners once, and a run is given up in the end', async (t) => {
  const { faults, write, advance, runDue, runs, show, mails, archive, ids, owner } = await start(t);
  await write('one');
  advance(HOUR_MS + 2 * MINUTE_MS);
  faults.upload = DENIED;

  await runDue();
  assert.equal((await show()).health, 'failing');
  for (let i = 0; i < LIMITS.exports.attemptsMax - 1; i++) {
    advance(HOUR_MS);
    await runDue();
  }

  const [given] = await runs();
  assert.deepEqual([given?.state, given?.attempts], ['given_up', LIMITS.exports.attemptsMax]);
  assert.deepEqual(
    mails().map(({ to, subject }) => [to, subject]),
    [[owner.email, 'Export failing: All events']],
  );
  assert.deepEqual([(await show()).health, (await archive()).manifests.length], ['failing', 0]);
  delete faults.upload;
  advance(2 * HOUR_MS);
  await runDue();
  assert.equal((await show()).health, 'ok');
  assert.deepEqual((await archive()).ids, ids);
});

test('a log store that is away uses up no try, and is asked again soon', async (t) => {
  const { write, advance, exportNeeds, access, runs, archive, ids, show } = await start(t);
  const { metadata, clock } = access;
  let isAway = true;
  const away = new AppError('STORAGE_UNAVAILABLE', 'The log store cannot be reached.');
  const frontier = async () => (isAway ? Promise.reject(away) : clock.now());
  const needs = { ...exportNeeds, store: { frontier } };
  const run = () => runDueOf({ metadata, clock, log: silentLog }, runExports(needs), never);
  await write('one');
  advance(HOUR_MS + 2 * MINUTE_MS);

  for (let i = 0; i <= LIMITS.exports.attemptsMax; i++) {
    await run();
    advance(10 * SECOND_MS);
  }
  const [between] = await runs();
  isAway = false;
  await run();

  const facts = [between?.state, between?.error];
  assert.deepEqual(facts, ['retrying', 'The log store cannot be reached.']);
  assert.deepEqual([(await runs()).at(-1)?.state, (await show()).health], ['done', 'ok']);
  assert.deepEqual((await archive()).ids, ids);
});

test('a failed run is tried at once when somebody asks', async (t) => {
  const { faults, write, advance, runDue, post, runs } = await start(t);
  await write('one');
  advance(HOUR_MS + 2 * MINUTE_MS);
  faults.upload = FAILED;
  await runDue();
  delete faults.upload;

  const asked = await post('retry');
  await runDue();

  assert.equal(asked.status, 202);
  assert.equal((await runs())[0]?.state, 'done');
});

test('a manifest that was written before a crash is taken, not written again', async (t) => {
  const { faults, uploads, write, advance, runDue, runs, archive, ids } = await start(t);
  await write('one');
  advance(HOUR_MS + 2 * MINUTE_MS);
  // The manifest is there, and our note of it is not.
  faults.tell = FAILED;
  await runDue();
  assert.equal((await archive()).manifests.length, 1);
  let reported = 0;
  faults.tell = async () => void reported++;
  advance(MINUTE_MS);

  await runDue();

  assert.equal((await runs())[0]?.state, 'done');
  assert.equal(uploads.length, 1);
  assert.equal(reported, 1, 'nobody was told of it before');
  assert.deepEqual((await archive()).ids, ids);
});

test('a cancelled run leaves nothing, and the next one takes its window along', async (t) => {
  const { faults, write, advance, runDue, post, runs, archive, ids, objects, organization } =
    await start(t);
  await write('one');
  advance(HOUR_MS + 2 * MINUTE_MS);
  const begun = Promise.withResolvers<void>();
  const blocked = Promise.withResolvers<void>();
  faults.upload = async () => {
    begun.resolve();
    await blocked.promise;
  };

  const running = runDue();
  await begun.promise;
  const cancelled = await post('cancel');
  delete faults.upload;
  blocked.resolve();
  await running;

  assert.equal(cancelled.status, 200);
  assert.equal((await runs())[0]?.state, 'cancelled');
  const left = await objects.list(`${organization}/`, { limit: 10 });
  assert.deepEqual(left, []);
  advance(HOUR_MS);
  await runDue();
  assert.deepEqual((await archive()).ids, ids);
});

test('events stored behind the watermark make a second revision', async (t) => {
  const { write, advance, runDue, recount, runs, archive, ids } = await start(t);
  await write('one');
  advance(HOUR_MS + 2 * MINUTE_MS);
  await runDue();
  // The clock of the store is set back, so that an event lands in a window that is exported already.
  storeClock.advance(-HOUR_MS);
  await write('behind');
  storeClock.advance(HOUR_MS);

  advance(LIMITS.exports.recountAfterMs - SECOND_MS);
  await recount();
  assert.equal((await archive()).ids.length, 1);
  advance(SECOND_MS);
  await recount();
  await runDue();

  const revisions = (await runs()).map(({ revision, state, trigger }) => [
    revision,
    state,
    trigger,
  ]);
  assert(
    revisions.some((each) => String(each) === '2,done,recount'),
    String(revisions),
  );
  assert.deepEqual((await archive()).ids.toSorted(), ids.toSorted());
});

test('a large window has several files, each of bounded size', async (t) => {
  const limits = { ...LIMITS, exports: { ...LIMITS.exports, sliceRowsMax: 3 } };
  const started = await start(t);
  const { write, advance, exportNeeds, archive, ids, access } = started;
  const needs = { ...exportNeeds, search: { ...exportNeeds.search, limits } };
  for (let i = 0; i < 4; i++) {
    await write('a', 'b');
    advance(SECOND_MS);
    await write('c');
    advance(MINUTE_MS);
  }
  advance(HOUR_MS);

  const { metadata, clock } = access;
  await runDueOf({ metadata, clock, log: silentLog }, runExports(needs), never);

  const { manifests, ids: found } = await archive();
  assert.deepEqual(found.toSorted(), ids.toSorted());
  assert.deepEqual(
    manifests[0]?.files.map(({ rows }) => rows),
    [3, 3, 3, 3],
  );
});

test('a backfill goes on at once, a day at a time', async (t) => {
  const startAt = new Date(storeClock.now() - 60 * HOUR_MS).toISOString();
  const { write, advance, runDue, runs, archive, ids, show } = await start(t, { startAt });
  await write('one');
  advance(HOUR_MS + 2 * MINUTE_MS);

  await runDue();

  const all = await runs();
  assert.deepEqual(
    all.map(({ state }) => state),
    ['done', 'done', 'done'],
  );
  const longest = Math.max(...all.map(({ from, to }) => Date.parse(to) - Date.parse(from)));
  assert.equal(longest, LIMITS.exports.windowMsMax);
  assert.deepEqual((await archive()).ids, ids);
  assert(((await show()).lagSeconds ?? Infinity) <= HOUR_MS / SECOND_MS);
});

test('a report writes what a query answers at its time', async (t) => {
  const { write, advance, runDue, runs, objects, organization } = await start(t, {
    mode: 'report',
    query: '* | stats count',
    schedule: { cron: '0 * * * *' },
    earliest: '-1h',
    format: 'csv',
  });
  await write('one', 'two');
  advance(HOUR_MS);

  await runDue();

  const [run] = await runs();
  assert.deepEqual([run?.state, run?.rows], ['done', 1]);
  const files = await objects.list(`${organization}/`, { limit: 10 });
  const csv = files.find(({ name }) => name.endsWith('.csv'));
  const object = await objects.read(csv?.name ?? '');
  assert(object !== undefined);
  assert.equal((await object.content.toArray()).join(''), '"count"\n2\n');
});

test('an archive that falls far behind warns once, while there is time', async (t) => {
  const { advance, show, mails, exportNeeds } = await start(t);
  const lag = { ...exportNeeds, indexesOf: async () => new Map([['main', 30]]) };
  const halfMs = (30 * DAY_MS) / LIMITS.exports.lagRetentionDivisor;

  advance(halfMs);
  await watchLag(lag, never);
  assert.equal((await show()).health, 'new');
  advance(SECOND_MS);
  await watchLag(lag, never);
  await watchLag(lag, never);

  assert.equal((await show()).health, 'late');
  assert.equal(mails().length, 1);
});

test('files that we keep go after a while, and their runs are forgotten later', async (t) => {
  const { write, advance, runDue, runs, objects, organization, exportNeeds, owner, id } =
    await start(t);
  await write('one');
  advance(HOUR_MS + 2 * MINUTE_MS);
  await runDue();
  const [run] = await runs();
  const file = { id, run: run?.id ?? '', file: 1 };
  const { keepMsMax, historyMsMax } = LIMITS.exports;
  const tidy = { ...exportNeeds, objects };

  advance(keepMsMax - SECOND_MS);
  await tidyExports(tidy, never);
  const kept = await openFile(exportNeeds, owner.actor, file);
  kept.content.destroy();
  advance(SECOND_MS);
  await tidyExports(tidy, never);

  await assert.rejects(openFile(exportNeeds, owner.actor, file), { code: 'NOT_FOUND' });
  const left = await objects.list(`${organization}/`, { limit: 10 });
  assert(left.every(({ name }) => name.endsWith('.json')));
  advance(historyMsMax - keepMsMax);
  await tidyExports(tidy, never);
  assert.equal((await runs()).length, 1);
  advance(SECOND_MS);
  await tidyExports(tidy, never);
  assert.equal((await runs()).length, 0);
});
