/** Windows that are counted once more, and what a run that does not count leaves; with counts of the test. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { exportWithoutStore, NOON } from '../../../../test/support/exports/export-without-store.ts';
import { needsWithoutStore } from '../../../../test/support/needs-without-store.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';
import type { ExportFileRow, ExportRunRow } from '../../../engines/metadata/tables/exports.ts';
import { bind, type Sql } from '../../../engines/store/sql.ts';
import { insertFiles } from './export-files-table.ts';
import { insertRun } from './export-runs-table.ts';
import { leaveNothing } from './leave-nothing.ts';
import { recountRuns } from './recount-runs.ts';
import type { RunNeeds } from './run-needs.ts';
import { newRun } from './run-settings.ts';
import { spoolPath } from './spool-file.ts';

const HOUR = 3_600_000;

async function start(t: TestContext, change: Partial<ExportRunRow> = {}) {
  const spool = mkdtempSync(join(tmpdir(), 'xplain-recount-'));
  t.after(() => removeFolder(spool));
  const started = await exportWithoutStore(t);
  const row = await started.row();
  const plan = { cause: 'schedule', requestedBy: null, at: NOON, revision: 1 } as const;
  const run: ExportRunRow = {
    ...newRun({ ...row, format: 'csv' }, { ...plan, from: NOON - HOUR, to: NOON }, NOON),
    id: 'run_1',
    state: 'done',
    ended_at: NOON,
    row_count: 10,
    ...change,
  };
  await started.metadata.transaction((unit) => insertRun(unit, run));
  const asked: string[][] = [];
  const answers = { found: 10 };
  const query = async (statement: Sql) => {
    const { text, parameters } = bind(statement);
    asked.push([...parameters.values()].map(String));
    const names = [...(text.split(' FROM ')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const cells = [0, 0, answers.found, 0, 0, 0, 0, 0, 0];
    const columns = names.map((name, at) => ({ name, values: [cells[at]] }));
    return { queryId: 'q', columns, rowCount: 1, statistics: {} };
  };
  const search = { ...needsWithoutStore({ now: NOON }), store: { query } };
  const needs = { ...started.needs, spool, search } as unknown as RunNeeds;
  const work = recountRuns(needs);
  return {
    ...started,
    needs,
    asked,
    answers,
    run,
    exportRow: row,
    recount: () => work.work(run, started.claim()),
    work,
  };
}

test('windows are counted once more one after the other, five times at most', () => {
  const { work, giveUp, retryDelayMs, ...facts } = recountRuns({} as never);
  assert.deepEqual(facts, {
    name: 'export-recounts',
    table: 'export_runs',
    owner: 'organization_id',
    placesMax: 1,
    leaseMs: 30_000,
    everyMs: 1_000,
    attemptsMax: 5,
  });
  assert.equal(retryDelayMs(1), HOUR);
  assert.deepEqual([typeof work, typeof giveUp], ['function', 'function']);
});

for (const found of [9, 10]) {
  test(`${found} of ten events that were exported are no reason for another run`, async (t) => {
    const { recount, answers, settled, runs, asked } = await start(t);
    answers.found = found;

    await recount();

    assert.deepEqual(settled, [{ dueAt: null }]);
    assert.equal((await runs()).length, 1);
    const sizes = asked[0]?.filter((value) => [String(NOON - HOUR), String(HOUR)].includes(value));
    assert.deepEqual(sizes, [String(NOON - HOUR), String(HOUR)]);
  });
}

test('more events are exported again, as the run was, in place of it', async (t) => {
  const { recount, answers, settled, runs, row, change } = await start(t);
  await change({ due_at: null });
  answers.found = 11;

  await recount();

  assert.deepEqual(settled, [{ dueAt: null }]);
  const again = (await runs()).find(({ id }) => id !== 'run_1');
  assert.deepEqual(
    [
      again?.state,
      again?.cause,
      again?.revision,
      again?.from_ms,
      again?.to_ms,
      again?.requested_by,
    ],
    ['waiting', 'recount', 2, NOON - HOUR, NOON, null],
  );
  const settings = JSON.parse(again?.settings ?? '{}') as Record<string, unknown>;
  assert.deepEqual([settings['format'], settings['destination']], ['csv', { kind: 'keep' }]);
  assert.equal((await row()).due_at, NOON);
});

test('while another run is open it waits for that', async (t) => {
  const { recount, answers, settled, runs, metadata, run } = await start(t);
  answers.found = 11;
  const open = { ...run, id: 'run_2', state: 'waiting' as const, ended_at: null };
  await metadata.transaction((unit) => insertRun(unit, open));

  await recount();

  assert.deepEqual(settled, [{ dueAt: NOON + BUSY_MS }]);
  assert.equal((await runs()).length, 2);
});

test('a window is exported anew so often, and no more', async (t) => {
  const { recount, answers, settled, runs } = await start(t, { revision: REVISIONS_MAX });
  answers.found = 11;

  await recount();

  assert.deepEqual(settled, [{ dueAt: null }]);
  assert.equal((await runs()).length, 1);
});

test('what cannot be counted is left', async (t) => {
  const { work, run, claim, settled } = await start(t);

  await work.giveUp(run, claim(), new Error('away'));
  assert.deepEqual(settled, [{ dueAt: null }]);
});

const MANIFEST = 'kept/all-events-1/manifests/20260115T110000Z_20260115T120000Z_r1.json';

async function withFiles(t: TestContext) {
  const started = await start(t);
  const { needs, run, organization, files, metadata } = started;
  const fileOf = (number: number, more: Partial<ExportFileRow>): ExportFileRow => ({
    organization_id: organization,
    export_id: 'exp_1',
    run_id: run.id,
    number,
    from_ms: NOON - HOUR,
    to_ms: NOON,
    rows_planned: 0,
    name: `f/${number}`,
    state: 'done',
    mark: null,
    row_count: null,
    byte_count: null,
    sha256: null,
    kept_until: NOON,
    ...more,
  });
  const all = [
    fileOf(1, {}),
    fileOf(2, { state: 'writing', mark: 'm' }),
    fileOf(3, { state: 'planned' }),
  ];
  await metadata.transaction((unit) => insertFiles(unit, all));
  for (const name of ['kept/f/1', 'kept/f/2', 'kept/f/3', MANIFEST]) files.set(name, 'x');
  for (const file of all) writeFileSync(spoolPath(needs, file), 'x');
  const abandoned: unknown[] = [];
  started.place.files.abandon = async (...given) => void abandoned.push(given);
  return {
    ...started,
    abandoned,
    leave: () => leaveNothing(needs, started.exportRow, run),
    spooled: () => all.filter((file) => existsSync(spoolPath(needs, file))).length,
    rows: () =>
      metadata.db
        .selectFrom('export_files')
        .select(['number', 'state', 'mark', 'kept_until'])
        .orderBy('number')
        .execute(),
  };
}

test('after a run that does not count its manifest, uploads and files are gone', async (t) => {
  const { leave, files, abandoned, rows, spooled } = await withFiles(t);

  await leave();

  assert.deepEqual([...files.keys()], ['kept/f/3']);
  assert.deepEqual(abandoned, [['kept/f/2', 'm']]);
  assert.equal(spooled(), 0);
  assert.deepEqual(
    (await rows()).map((row) => ({ ...row })),
    [1, 2, 3].map((number) => ({ number, state: 'planned', mark: null, kept_until: null })),
  );
});

test('a destination that cannot be reached keeps what it has', async (t) => {
  const { leave, faults, files, rows, spooled } = await withFiles(t);
  faults.open = new Error('not mounted');

  await leave();

  assert.equal(files.size, 4);
  assert.equal(spooled(), 0);
  assert.deepEqual(
    (await rows()).map(({ state }) => state),
    ['done', 'writing', 'planned'],
  );
});

const BUSY_MS = 60_000;
const REVISIONS_MAX = 5;
