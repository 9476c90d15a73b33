import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExportFileRow, ExportRow } from '../../../engines/metadata/tables/exports.ts';
import { openZone } from '../../../language/index.ts';
import { showExport, timeOf } from '../managing/show-export.ts';
import { archiveWindow } from './begin-run.ts';
import { nameOfFile, newRun, settingsOf } from './run-settings.ts';
import { showFile, showRun } from './show-run.ts';

const at = (hours: number): number => Date.UTC(2026, 2, 3) + hours * 3_600_000;
const minute = 60_000;

const row: ExportRow = {
  id: 'exp_1',
  organization_id: 'org_1',
  name: 'All events',
  description: 'of us',
  version: 3,
  enabled: 1,
  mode: 'archive',
  query: '*',
  schedule: '{"every":"1h"}',
  start_at: at(0),
  earliest: null,
  latest: null,
  format: 'jsonl',
  compression: 'zstd',
  destination: '{"kind":"keep"}',
  folder: 'all-events-1',
  secret: 'hidden',
  watermark: at(1),
  manifest: null,
  health: 'retrying',
  health_detail: 'Busy.',
  told_at: null,
  last_run_at: null,
  next_at: at(2),
  due_at: null,
  lease_until: null,
  claimed_by: null,
  fence: 0,
  attempts: 0,
  created_by: 'usr_1',
  created_at: at(0),
  updated_at: at(1),
};

for (const [name, more, now, expected] of [
  ['before its time', {}, at(2), undefined],
  ['a second before everything can be found', {}, at(2) + 2 * minute - 1_000, undefined],
  ['when everything can be found', {}, at(2) + 2 * minute, [1, 2]],
  ['within the hour', {}, at(3), [1, 2]],
  ['an hour late', {}, at(3) + 2 * minute, [1, 3]],
  ['a day late', {}, at(25) + 2 * minute, [1, 25]],
  ['two days late', {}, at(49), [1, 25]],
  ['whose last time was long after', { next_at: at(40) }, at(49), [1, 25]],
  ['that has all', { watermark: at(2) }, at(2) + 2 * minute, undefined],
  ['that is ahead', { watermark: at(5) }, at(3), undefined],
  ['without a watermark', { watermark: null }, at(9), undefined],
  ['without a time', { next_at: null }, at(9), undefined],
] as const) {
  test(`an archive ${name} takes the hours ${String(expected)}`, () => {
    const zone = openZone('UTC');
    assert.ok(zone !== undefined);
    const window = archiveWindow({ ...row, ...more }, zone, now);
    const [from, to] = expected ?? [];
    assert.deepEqual(
      window,
      from === undefined || to === undefined ? undefined : { from: at(from), to: at(to) },
    );
  });
}

const plan = {
  cause: 'schedule',
  requestedBy: null,
  revision: 1,
  from: at(1),
  to: at(2),
  at: at(2),
} as const;

test('a run keeps what it began with', () => {
  const { id, settings, ...facts } = newRun(row, plan, at(3));
  assert.match(id, /^\w+_\w+$/);
  assert.deepEqual(settingsOf({ settings }), {
    mode: 'archive',
    query: '*',
    format: 'jsonl',
    compression: 'zstd',
    folder: 'all-events-1',
    destination: { kind: 'keep' },
    at: at(2),
  });
  assert.deepEqual(facts, {
    organization_id: 'org_1',
    export_id: 'exp_1',
    state: 'waiting',
    cause: 'schedule',
    requested_by: null,
    revision: 1,
    from_ms: at(1),
    to_ms: at(2),
    columns: '[]',
    tries: 0,
    error: null,
    next_try_at: null,
    rows_planned: null,
    files_planned: null,
    row_count: 0,
    byte_count: 0,
    files_done: 0,
    manifest: null,
    created_at: at(3),
    started_at: null,
    ended_at: null,
    due_at: null,
    lease_until: null,
    claimed_by: null,
    fence: 0,
    attempts: 0,
  });
});

test('the files of a run are named after its window, itself and its try', () => {
  const run = { ...newRun(row, plan, at(3)), id: 'run_0123456789abcdef', tries: 2 };
  assert.equal(
    nameOfFile(run, 7),
    'all-events-1/dt=2026-03-03/20260303T010000Z_20260303T020000Z_7_89abcdef-2.jsonl.zst',
  );
});

test('an export is shown without its secrets', () => {
  const shown = showExport(row, 'run_1', at(3) + 1_999);
  assert.deepEqual(shown, {
    id: 'exp_1',
    name: 'All events',
    version: 3,
    enabled: true,
    description: 'of us',
    mode: 'archive',
    query: '*',
    schedule: { every: '1h' },
    earliest: null,
    latest: null,
    format: 'jsonl',
    compression: 'zstd',
    destination: { kind: 'keep' },
    startAt: '2026-03-03T00:00:00.000Z',
    watermark: '2026-03-03T01:00:00.000Z',
    lagSeconds: 7_201,
    health: 'retrying',
    healthDetail: 'Busy.',
    running: 'run_1',
    lastRunAt: null,
    nextRunAt: '2026-03-03T02:02:00.000Z',
    createdBy: 'usr_1',
    createdAt: '2026-03-03T00:00:00.000Z',
    updatedAt: '2026-03-03T01:00:00.000Z',
  });
});

test('an export that is switched off, or is a report, has less to show', () => {
  const off = showExport({ ...row, enabled: 0, next_at: null }, undefined, at(0));
  assert.deepEqual(
    [off.enabled, off.health, off.healthDetail, off.running, off.nextRunAt, off.lagSeconds],
    [false, 'disabled', '', null, null, 0],
  );
  const report = showExport({ ...row, mode: 'report', watermark: null }, undefined, at(3));
  assert.deepEqual(
    [report.watermark, report.lagSeconds, report.nextRunAt],
    [null, null, '2026-03-03T02:00:00.000Z'],
  );
  assert.equal(timeOf(null), null);
  assert.equal(timeOf(0), '1970-01-01T00:00:00.000Z');
});

test('a run is shown with how far it is', () => {
  const run = { ...newRun(row, plan, at(3)), id: 'run_1', tries: 2, row_count: 5, byte_count: 6 };
  assert.deepEqual(showRun({ ...run, started_at: at(4), next_try_at: at(5), error: 'Busy.' }), {
    id: 'run_1',
    export: 'exp_1',
    state: 'waiting',
    trigger: 'schedule',
    requestedBy: null,
    revision: 1,
    from: '2026-03-03T01:00:00.000Z',
    to: '2026-03-03T02:00:00.000Z',
    rows: 5,
    rowsPlanned: null,
    bytes: 6,
    filesDone: 0,
    filesPlanned: null,
    manifest: null,
    attempts: 2,
    error: 'Busy.',
    nextTryAt: '2026-03-03T05:00:00.000Z',
    createdAt: '2026-03-03T03:00:00.000Z',
    startedAt: '2026-03-03T04:00:00.000Z',
    endedAt: null,
  });
});

for (const [state, keptUntil, isDownloadable] of [
  ['done', 101, true],
  ['done', 100, false],
  ['done', null, false],
  ['writing', 101, false],
] as const) {
  test(`a file that is ${state} and kept until ${keptUntil} can${isDownloadable ? '' : 'not'} be downloaded`, () => {
    const file: ExportFileRow = {
      organization_id: 'org_1',
      export_id: 'exp_1',
      run_id: 'run_1',
      number: 1,
      from_ms: 0,
      to_ms: 1,
      rows_planned: 1,
      name: 'a',
      state,
      mark: null,
      row_count: 1,
      byte_count: 2,
      sha256: 'x',
      kept_until: keptUntil,
    };
    const shown = { number: 1, name: 'a', state, rows: 1, bytes: 2, sha256: 'x' };
    assert.deepEqual(showFile(file, 100), { ...shown, isDownloadable });
  });
}
