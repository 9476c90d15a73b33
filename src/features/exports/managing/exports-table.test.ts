import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { exportWithoutStore, NOON } from '../../../../test/support/exports/export-without-store.ts';
import type {
  ExportRow,
  ExportRunRow,
  ImportRow,
} from '../../../engines/metadata/tables/exports.ts';
import {
  countOpenImports,
  findImport,
  forgetImports,
  importSecretKeeper,
  insertImport,
  readImports,
  updateOpenImport,
} from '../imports/imports-table.ts';
import { insertRun } from '../runs/export-runs-table.ts';
import { newRun } from '../runs/run-settings.ts';
import {
  countExports,
  exportSecretKeeper,
  findExport,
  insertExport,
  isOtherRunning,
  readArchives,
  readExports,
  readLagging,
  removeExport,
  updateExport,
} from './exports-table.ts';

/** Two organizations, each with an export of the same name; that of the first is `exp_1`. */
async function start(t: TestContext) {
  const started = await exportWithoutStore(t);
  const { metadata, organization } = started;
  const { id: other } = await started.newOrganization();
  const row = await started.row();
  const add = (id: string, more: Partial<ExportRow> = {}) =>
    metadata.transaction((unit) =>
      insertExport(unit, { ...row, id, name: `Export ${id}`, folder: id, ...more }),
    );
  await add('exp_9', { organization_id: other, name: 'All events' });
  const addRun = (of: Partial<ExportRow>, more: Partial<ExportRunRow>) => {
    const plan = { cause: 'schedule', requestedBy: null, at: NOON, revision: 1 } as const;
    const run = newRun({ ...row, ...of }, { ...plan, from: NOON, to: NOON + 1 }, NOON);
    return metadata.transaction((unit) => insertRun(unit, { ...run, ...more }));
  };
  return { ...started, organization, other, add, addRun };
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

test('each organization has its own exports', async (t) => {
  const { metadata, organization, other, add, row } = await start(t);
  await add('exp_2', { created_at: NOON + 1 });

  assert.deepEqual(
    idsOf(await readExports(metadata, organization, { limit: 5, after: undefined })),
    ['exp_2', 'exp_1'],
  );
  assert.equal(await countExports(metadata, organization), 2);
  assert.equal(await countExports(metadata, other), 1);
  assert.equal((await findExport(metadata, organization, 'exp_2'))?.name, 'Export exp_2');
  assert.equal(await findExport(metadata, other, 'exp_2'), undefined);
  const change = { description: 'new' };
  await metadata.transaction(async (unit) => {
    assert.equal(await updateExport(unit, other, 'exp_2', change), undefined);
    assert.equal(await removeExport(unit, other, 'exp_2'), undefined);
    assert.equal((await updateExport(unit, organization, 'exp_2', change))?.description, 'new');
    assert.equal((await removeExport(unit, organization, 'exp_2'))?.id, 'exp_2');
  });
  assert.equal((await row()).description, '');
  assert.equal(await countExports(metadata, organization), 1);
  assert.equal(await countExports(metadata, other), 1);
});

test('archives are those that have written events to files, by name', async (t) => {
  const { metadata, organization, other, add } = await start(t);
  const manifest = '{}';
  await add('exp_2', { name: 'Zebra', manifest });
  await add('exp_3', { name: 'Aardvark', manifest });
  await add('exp_4', { mode: 'report', manifest });
  await add('exp_5', { organization_id: other, manifest });

  assert.deepEqual(await readArchives(metadata, organization), [
    { id: 'exp_3', name: 'Aardvark' },
    { id: 'exp_2', name: 'Zebra' },
  ]);
});

test('those lag behind that are switched on and were not brought further', async (t) => {
  const { metadata, add, change } = await start(t);
  await change({ watermark: NOON });
  await add('exp_2', { watermark: NOON - 1 });
  await add('exp_3', { watermark: NOON - 1, enabled: 0 });

  assert.deepEqual(idsOf(await readLagging(metadata, NOON)), ['exp_2']);
  assert.deepEqual(idsOf(await readLagging(metadata, NOON + 1)), ['exp_1', 'exp_9', 'exp_2']);
});

test('another export runs while its node is alive and one of its runs is running', async (t) => {
  const { metadata, organization, other, add, addRun } = await start(t);
  const isRunning = () => isOtherRunning(metadata, organization, 'exp_1', NOON);
  const lease_until = NOON + 1;
  const set = (id: string, change: Partial<ExportRow>) =>
    metadata.db.updateTable('exports').set(change).where('id', '=', id).execute();

  await set('exp_1', { lease_until });
  await addRun({ id: 'exp_1' }, { state: 'running' });
  await set('exp_9', { lease_until });
  await addRun({ id: 'exp_9', organization_id: other }, { state: 'running' });
  assert.equal(await isRunning(), false);

  await add('exp_2', { lease_until });
  assert.equal(await isRunning(), false);
  await addRun({ id: 'exp_2' }, { state: 'waiting' });
  assert.equal(await isRunning(), false);
  await metadata.db
    .updateTable('export_runs')
    .set({ state: 'running' })
    .where('export_id', '=', 'exp_2')
    .execute();
  assert.equal(await isRunning(), true);
  await set('exp_2', { lease_until: NOON });
  assert.equal(await isRunning(), false);
});

test('secrets under an old key are found page after page, and replaced when they are still the same', async (t) => {
  const { metadata, organization, other, add } = await start(t);
  const [first, last] = [organization, other].toSorted();
  assert.ok(first !== undefined && last !== undefined);
  await metadata.db.updateTable('exports').set({ secret: 'new:0' }).execute();
  await add('exp_4', { organization_id: first, secret: 'old:4' });
  await add('exp_3', { organization_id: first, secret: 'old:3' });
  await add('exp_2', { organization_id: last, secret: 'old:2' });
  const keeper = exportSecretKeeper(metadata);

  const found = await keeper.readStale('new:', undefined, 2);
  assert.deepEqual(
    found.map(({ place, kept }) => [place.organization, place.row, kept]),
    [
      [first, 'exp_3', 'old:3'],
      [first, 'exp_4', 'old:4'],
    ],
  );
  const [one, two] = found;
  assert.ok(one !== undefined && two !== undefined);
  const rest = await keeper.readStale('new:', one.place, 9);
  assert.deepEqual(
    rest.map(({ kept }) => kept),
    ['old:4', 'old:2'],
  );
  const behind = await keeper.readStale('new:', two.place, 9);
  assert.deepEqual(
    behind.map(({ kept }) => kept),
    ['old:2'],
  );

  await keeper.replace({ ...one, kept: 'old:other' }, 'new:3');
  assert.equal((await findExport(metadata, first as never, 'exp_3'))?.secret, 'old:3');
  await keeper.replace(one, 'new:3');
  const secrets = await metadata.db
    .selectFrom('exports')
    .select(['id', 'secret'])
    .orderBy('id')
    .execute();
  assert.deepEqual(
    secrets.map(({ id, secret }) => [id, secret]),
    [
      ['exp_1', 'new:0'],
      ['exp_2', 'old:2'],
      ['exp_3', 'new:3'],
      ['exp_4', 'old:4'],
      ['exp_9', 'new:0'],
    ],
  );
});

test('imports are kept by organization, counted while they are open, and forgotten later', async (t) => {
  const { metadata, organization, other } = await start(t);
  const importOf = (id: string, more: Partial<ImportRow> = {}) =>
    metadata.transaction((unit) =>
      insertImport(unit, { ...IMPORT, id, organization_id: organization, ...more }),
    );
  await importOf('imp_1', { ended_at: NOON });
  await importOf('imp_2', { created_at: NOON + 1, secret: 'old:2' });
  await importOf('imp_3', { organization_id: other, ended_at: NOON - 1, secret: 'old:3' });

  assert.deepEqual(
    idsOf(await readImports(metadata, organization, { limit: 5, after: undefined })),
    ['imp_2', 'imp_1'],
  );
  assert.equal(await countOpenImports(metadata, organization), 1);
  assert.equal(await countOpenImports(metadata, other), 0);
  const update = (id: string, of = organization) =>
    metadata.transaction((unit) => updateOpenImport(unit, of, id, { files: 3 }));
  assert.equal(await update('imp_1'), undefined);
  assert.equal(await update('imp_2', other), undefined);
  assert.equal((await update('imp_2'))?.files, 3);
  assert.equal((await findImport(metadata, organization, 'imp_1'))?.files, 0);

  const keeper = importSecretKeeper(metadata);
  const stale = await keeper.readStale('new:', undefined, 9);
  assert.deepEqual(
    stale.map(({ place, kept }) => [place.row, kept]),
    [['imp_2', 'old:2']],
  );

  await forgetImports(metadata, NOON);
  assert.equal(await findImport(metadata, other, 'imp_3'), undefined);
  assert.equal((await findImport(metadata, organization, 'imp_1'))?.id, 'imp_1');
  assert.equal((await findImport(metadata, organization, 'imp_2'))?.id, 'imp_2');
});

const IMPORT: Omit<ImportRow, 'id' | 'organization_id'> = {
  state: 'waiting',
  source: '{}',
  secret: null,
  index_name: 'again',
  days: 7,
  from_ms: null,
  to_ms: null,
  unsigned: 1,
  manifests: 0,
  files: 0,
  files_planned: null,
  row_count: 0,
  refused_count: 0,
  rows_planned: null,
  error: null,
  created_by: 'usr_1',
  ip_address: '',
  user_agent: '',
  created_at: NOON,
  ended_at: null,
  due_at: null,
  lease_until: null,
  claimed_by: null,
  fence: 0,
  attempts: 0,
};
