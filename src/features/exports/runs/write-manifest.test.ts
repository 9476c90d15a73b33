import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Manifest } from '../../../contract/archive-manifest.ts';
import type { ExportFileRow, ExportRow } from '../../../engines/metadata/tables/exports.ts';
import {
  EXPORT_KEY,
  exportWithoutStore,
  NOON,
} from '../../../../test/support/exports/export-without-store.ts';
import { readManifest, writeManifest } from '../archive/manifest.ts';
import { insertFiles } from './export-files-table.ts';
import { insertRun } from './export-runs-table.ts';
import { newRun } from './run-settings.ts';
import { findFinished, finishManifest, nameOfManifest, readText } from './write-manifest.ts';

const HOUR = 3_600_000;
const HASH = 'a'.repeat(64);
const PREVIOUS = { name: 'before.json', sha256: 'b'.repeat(64) };
const NAME = 'all-events-1/manifests/20260115T110000Z_20260115T120000Z_r3.json';

async function start(t: TestContext, change: Partial<ExportRow> = {}) {
  const started = await exportWithoutStore(t, change);
  const row = await started.row();
  const plan = { cause: 'schedule', requestedBy: null, at: NOON, revision: 3 } as const;
  const made = newRun(row, { ...plan, from: NOON - HOUR, to: NOON }, NOON);
  const run = { ...made, columns: '["_id","host"]' };
  const fileOf = (number: number, more: Partial<ExportFileRow>): ExportFileRow => ({
    organization_id: started.organization,
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
    kept_until: null,
    ...more,
  });
  await started.metadata.transaction(async (unit) => {
    await insertRun(unit, run);
    await insertFiles(unit, [
      fileOf(2, { row_count: 3, byte_count: 40, sha256: HASH, from_ms: NOON - 1_000 }),
      fileOf(1, { row_count: 2, byte_count: 30, sha256: HASH }),
      fileOf(3, {}),
    ]);
  });
  const finish = () => finishManifest(started.needs, row, made, started.place);
  const find = (other: Partial<ExportRow> = {}) =>
    findFinished(started.needs, { ...row, ...other }, made, started.place);
  return { ...started, exportRow: row, run, finish, find };
}

test('a manifest names the files in their order, with their totals', async (t) => {
  const { finish, files, organization, run } = await start(t, {
    manifest: JSON.stringify(PREVIOUS),
  });

  const { name, sha256, manifest } = await finish();

  assert.equal(name, NAME);
  const window = { from: '2026-01-15T11:00:00.000Z', to: '2026-01-15T12:00:00.000Z' };
  assert.deepEqual(manifest, {
    version: 1,
    organization,
    export: 'exp_1',
    name: 'All events',
    run: run.id,
    revision: 3,
    mode: 'archive',
    window,
    query: '*',
    format: 'jsonl',
    compression: 'zstd',
    columns: ['_id', 'host'],
    files: [
      { name: 'f/1', rows: 2, bytes: 30, sha256: HASH, ...window },
      {
        name: 'f/2',
        rows: 3,
        bytes: 40,
        sha256: HASH,
        ...window,
        from: '2026-01-15T11:59:59.000Z',
      },
      { name: 'f/3', rows: 0, bytes: 0, sha256: '', ...window },
    ],
    totals: { files: 3, rows: 5, bytes: 70 },
    previous: PREVIOUS,
  });
  assert.deepEqual([...files.keys()], [`kept/${NAME}`]);
  assert.equal(files.get(`kept/${NAME}`), writeManifest(manifest, EXPORT_KEY));
  assert.match(sha256, /^[0-9a-f]{64}$/);
});

test('what stands in place of a manifest gives way, and other faults are told', async (t) => {
  const { finish, files, place, exportRow, needs, run } = await start(t);
  files.set(`kept/${NAME}`, 'of somebody else');
  const { sha256, manifest } = await finish();
  assert.equal(files.get(`kept/${NAME}`), writeManifest(manifest, EXPORT_KEY));
  assert.equal(manifest.previous, null);

  let writes = 0;
  const counting = {
    ...place,
    files: {
      ...place.files,
      write: (...given: Parameters<typeof place.files.write>) => {
        writes += 1;
        return place.files.write(...given);
      },
    },
  };
  assert.equal((await finishManifest(needs, exportRow, run, counting)).sha256, sha256);
  assert.equal(writes, 1);

  const broken = {
    ...place,
    files: { ...place.files, write: () => Promise.reject(new Error('broken')) },
  };
  await assert.rejects(finishManifest(needs, exportRow, run, broken), /broken/);
});

test('a run that has ended writes no manifest', async (t) => {
  const { finish, files, metadata } = await start(t);
  await metadata.db.updateTable('export_runs').set({ state: 'cancelled', ended_at: 1 }).execute();
  await assert.rejects(finish(), { name: 'Cancelled' });
  assert.equal(files.size, 0);
});

test('a run is found finished by its manifest and by all of its files', async (t) => {
  const { finish, find, files, metadata } = await start(t);
  await metadata.db.deleteFrom('export_files').where('number', '=', 3).execute();
  assert.equal(await find(), undefined);
  const { manifest, sha256 } = await finish();
  assert.equal(await find(), undefined);
  files.set('kept/f/1', 'x'.repeat(30));
  assert.equal(await find(), undefined);
  files.set('kept/f/2', 'x'.repeat(39));
  assert.equal(await find(), undefined);
  files.set('kept/f/2', 'x'.repeat(40));

  const found = await find();

  assert.deepEqual([found?.name, found?.sha256], [NAME, sha256]);
  assert.deepEqual(found?.manifest, manifest);
});

test('a manifest of another key, export, query, form or chain is not that of the run', async (t) => {
  const { find, files, organization, run } = await start(t);
  const window = { from: '2026-01-15T11:00:00.000Z', to: '2026-01-15T12:00:00.000Z' };
  const ours: Manifest = {
    version: 1,
    organization,
    export: 'exp_1',
    name: 'All events',
    run: run.id,
    revision: 3,
    mode: 'archive',
    window,
    query: '*',
    format: 'jsonl',
    compression: 'zstd',
    columns: [],
    files: [],
    totals: { files: 0, rows: 0, bytes: 0 },
    previous: null,
  };
  const isFound = async (more: object, key = EXPORT_KEY, other: Partial<ExportRow> = {}) => {
    files.set(`kept/${NAME}`, writeManifest({ ...ours, ...more }, key));
    return (await find(other)) !== undefined;
  };
  assert.equal(await isFound({}), true);
  assert.equal(
    await isFound({ previous: PREVIOUS }, EXPORT_KEY, { manifest: JSON.stringify(PREVIOUS) }),
    true,
  );
  assert.equal(await isFound({}, 'another key'), false);
  for (const more of [
    { export: 'exp_2' },
    { query: 'a' },
    { format: 'csv' },
    { compression: 'none' },
    { previous: PREVIOUS },
  ]) {
    assert.equal(await isFound(more), false, JSON.stringify(more));
  }
  assert.equal(await isFound({}, EXPORT_KEY, { manifest: JSON.stringify(PREVIOUS) }), false);
  files.set(`kept/${NAME}`, 'no manifest');
  assert.equal(await find(), undefined);
});

test('a text is read up to the largest manifest', async (t) => {
  const { place, files, run } = await start(t);
  assert.equal(nameOfManifest(run), NAME);
  assert.equal(await readText(place, 'none'), undefined);
  files.set('kept/some', 'x'.repeat(4 * 1_024 * 1_024 + 5));
  const { length } = (await readText(place, 'some')) ?? '';
  assert.equal(length, 4 * 1_024 * 1_024);
  assert.equal(readManifest('x'), undefined);
});
