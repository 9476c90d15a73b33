import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { exportWithoutStore, NOON } from '../../../../test/support/exports/export-without-store.ts';
import { insertFiles } from './export-files-table.ts';
import { cancelRun, listRuns, readRun, requestRun, retryRun } from './request-runs.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const conflict = (message: string): AppError => new AppError('CONFLICT', message);
const iso = (ms: number): string => new Date(ms).toISOString();

test('a run that is asked for takes all that is stored up to two minutes ago', async (t) => {
  const started = await exportWithoutStore(t, { attempts: 3, due_at: NOON + 9 * MINUTE });
  const { needs, owner, clock, row, audit } = started;
  clock.advance(1_999);

  const run = await requestRun(needs, owner.actor, 'exp_1');

  assert.deepEqual(
    [run.state, run.trigger, run.revision, run.from, run.to, run.attempts],
    ['waiting', 'request', 1, iso(NOON - HOUR), iso(NOON - 2 * MINUTE + 1_000), 0],
  );
  assert.ok((run.requestedBy ?? '') !== '');
  const { due_at: dueAt, attempts } = await row();
  assert.deepEqual([dueAt, attempts], [clock.now(), 0]);
  const [entry] = await audit();
  assert.deepEqual([entry?.action, entry?.resource], ['export.run_requested', 'exp_1']);
  assert.deepEqual(JSON.parse(entry?.details ?? ''), { name: 'All events', run: run.id });
  await assert.rejects(
    requestRun(needs, owner.actor, 'exp_1'),
    conflict('A run of this export is still in progress.'),
  );
});

test('a run that is asked for takes a day at most, and something at least', async (t) => {
  const nothing = conflict(
    'Everything stored up to 2 minutes ago is already exported. Try again later.',
  );
  for (const [watermark, to] of [
    [NOON - 25 * HOUR, NOON - HOUR],
    [NOON - 24 * HOUR - 2 * MINUTE, NOON - 2 * MINUTE],
    [NOON - 2 * MINUTE - 1_000, NOON - 2 * MINUTE],
    [NOON - 2 * MINUTE, undefined],
    [null, undefined],
  ] as const) {
    const { needs, owner } = await exportWithoutStore(t, { watermark });
    const asked = requestRun(needs, owner.actor, 'exp_1');
    if (to === undefined) await assert.rejects(asked, nothing);
    else assert.equal((await asked).to, iso(to));
  }
  const report = await exportWithoutStore(t, { mode: 'report', watermark: null, latest: '-1h' });
  const run = await requestRun(report.needs, report.owner.actor, 'exp_1');
  assert.deepEqual([run.from, run.to], [iso(NOON - 24 * HOUR), iso(NOON - HOUR)]);
});

test('a run is cancelled once, and another can be asked for', async (t) => {
  const { needs, owner, clock, audit, runs } = await exportWithoutStore(t);
  const none = conflict('No run of this export is in progress.');
  await assert.rejects(cancelRun(needs, owner.actor, 'exp_1'), none);
  const { id } = await requestRun(needs, owner.actor, 'exp_1');
  clock.advance(MINUTE);

  const cancelled = await cancelRun(needs, owner.actor, 'exp_1');

  assert.deepEqual(
    [cancelled.id, cancelled.state, cancelled.endedAt],
    [id, 'cancelled', iso(NOON + MINUTE)],
  );
  const entry = (await audit()).find(({ action }) => action === 'export.run_cancelled');
  assert.deepEqual(JSON.parse(entry?.details ?? ''), { name: 'All events', run: id });
  await assert.rejects(cancelRun(needs, owner.actor, 'exp_1'), none);
  await requestRun(needs, owner.actor, 'exp_1');
  assert.equal((await runs()).length, 2);
});

test('a run that waits for another try has it now; any other has not', async (t) => {
  const { needs, owner, metadata, clock, row, audit, change } = await exportWithoutStore(t);
  const none = conflict('No failed run of this export is waiting for a retry.');
  await assert.rejects(retryRun(needs, owner.actor, 'exp_1'), none);
  const { id } = await requestRun(needs, owner.actor, 'exp_1');
  await assert.rejects(retryRun(needs, owner.actor, 'exp_1'), none);
  const later = NOON + 9 * HOUR;
  await metadata.db
    .updateTable('export_runs')
    .set({ state: 'retrying', next_try_at: later })
    .execute();
  await change({ due_at: later, attempts: 5 });
  clock.advance(MINUTE);

  const run = await retryRun(needs, owner.actor, 'exp_1');

  assert.deepEqual([run.id, run.state, run.nextTryAt], [id, 'retrying', iso(NOON + MINUTE)]);
  const { due_at: dueAt, attempts } = await row();
  assert.deepEqual([dueAt, attempts], [NOON + MINUTE, 0]);
  assert.deepEqual(
    (await audit()).map(({ action }) => action),
    ['export.run_requested', 'export.run_requested'],
  );
});

test('runs are listed newest first, page by page, and shown with their files', async (t) => {
  const { needs, owner, clock, metadata, organization } = await exportWithoutStore(t);
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) {
    clock.advance(1_000);
    ids.push((await requestRun(needs, owner.actor, 'exp_1')).id);
    await cancelRun(needs, owner.actor, 'exp_1');
  }
  const first = await listRuns(needs, owner.actor, 'exp_1', { limit: 2, after: undefined });
  assert.deepEqual(
    first.data.map(({ id }) => id),
    [ids[2], ids[1]],
  );
  assert.ok(first.nextCursor !== null);
  const whole = await listRuns(needs, owner.actor, 'exp_1', { limit: 3, after: undefined });
  assert.deepEqual([whole.data.length, whole.nextCursor], [3, null]);

  const [run = ''] = ids;
  const file = {
    organization_id: organization,
    export_id: 'exp_1',
    run_id: run,
    from_ms: 0,
    to_ms: 1,
    rows_planned: 1,
    state: 'done',
    mark: null,
    row_count: 1,
    byte_count: 2,
    sha256: 'x',
  } as const;
  await metadata.transaction((unit) =>
    insertFiles(unit, [
      { ...file, number: 2, name: 'b', kept_until: clock.now() },
      { ...file, number: 1, name: 'a', kept_until: clock.now() + 1 },
    ]),
  );
  const shown = await readRun(needs, owner.actor, 'exp_1', run);
  assert.deepEqual(
    [shown.id, ...shown.files.map(({ name, isDownloadable }) => [name, isDownloadable])],
    [run, ['a', true], ['b', false]],
  );
  await assert.rejects(readRun(needs, owner.actor, 'exp_1', 'run_none'), { code: 'NOT_FOUND' });
  await assert.rejects(listRuns(needs, owner.actor, 'exp_2', { limit: 2, after: undefined }), {
    code: 'NOT_FOUND',
  });
});
