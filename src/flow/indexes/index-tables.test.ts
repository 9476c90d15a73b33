import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAccess } from '../../../test/support/open-access.ts';
import {
  countIndexes,
  forgetErasure,
  insertIndex,
  keepIndex,
  noteErasure,
  readErasures,
  readIndexes,
  readRetentions,
  removeIndex,
} from './indexes-table.ts';
import { dueRetentions, noteRetention } from './retentions-table.ts';

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata } = access;
  const { id: acme } = await access.newOrganization();
  const { id: birch } = await access.newOrganization();
  const setDays = (id: string, retention_days: number) =>
    metadata.db.updateTable('organizations').set({ retention_days }).where('id', '=', id).execute();
  await setDays(acme, 30);
  await setDays(birch, 7);
  const rowOf = (organization: string, name: string, retention_days: number | null = null) => ({
    organization_id: organization,
    name,
    description: `what ${name} holds`,
    retention_days,
    created_at: 5,
  });
  const insert = (...row: Parameters<typeof rowOf>) =>
    metadata.transaction((unit) => insertIndex(unit, rowOf(...row)));
  return { metadata, acme, birch, rowOf, insert, setDays };
}

test('indexes are those of their organization, by name', async (t) => {
  const { metadata, acme, birch, insert, rowOf } = await start(t);
  await insert(acme, 'web', 90);
  await insert(acme, 'api');
  await insert(birch, 'web', 5);

  assert.deepEqual(
    (await readIndexes(metadata, acme)).map((row) => ({ ...row })),
    [rowOf(acme, 'api'), rowOf(acme, 'web', 90)],
  );
  const retentions = await readRetentions(metadata, acme);
  assert.equal(retentions.usualDays, 30);
  assert.deepEqual(
    new Map(retentions.indexes.map(({ name, retention_days }) => [name, retention_days])),
    new Map([
      ['api', null],
      ['web', 90],
    ]),
  );
  assert.equal((await readRetentions(metadata, birch)).usualDays, 7);
});

test('the plan counts each index, and main once, whether it was changed or not', async (t) => {
  const { metadata, acme, birch, insert } = await start(t);
  const counts = async () => [
    await countIndexes(metadata, acme),
    await countIndexes(metadata, birch),
  ];

  assert.deepEqual(await counts(), [1, 1]);
  await insert(acme, 'web');
  assert.deepEqual(await counts(), [2, 1]);
  await insert(acme, 'main');
  assert.deepEqual(await counts(), [2, 1]);
});

test('an index is kept anew under its name, and removed once', async (t) => {
  const { metadata, acme, birch, insert, rowOf } = await start(t);
  await insert(acme, 'web', 90);
  await insert(birch, 'web', 5);
  const days = async (organization = acme) =>
    (await readIndexes(metadata, organization)).map(({ name, retention_days }) => [
      name,
      retention_days,
    ]);
  const remove = (name: string) => metadata.transaction((unit) => removeIndex(unit, acme, name));

  await metadata.transaction((unit) => keepIndex(unit, rowOf(acme, 'web', 60)));
  await metadata.transaction((unit) => keepIndex(unit, rowOf(acme, 'api', 1)));

  assert.deepEqual(await days(), [
    ['api', 1],
    ['web', 60],
  ]);
  assert.deepEqual([await remove('web'), await remove('web')], [true, false]);
  assert.deepEqual(await days(), [['api', 1]]);
  assert.deepEqual(await days(birch), [['web', 5]]);
});

test('what is to be erased is the oldest first, and counts from its last time', async (t) => {
  const { metadata, acme, birch } = await start(t);
  const note = (organization_id: string, index_name: string, requested_at: number) =>
    metadata.transaction((unit) =>
      noteErasure(unit, { organization_id, index_name, requested_at }),
    );
  const noted = async () =>
    (await readErasures(metadata)).map(
      ({ index_name, requested_at }) => `${index_name} ${requested_at}`,
    );
  await note(acme, 'web', 5);
  await note(acme, 'api', 4);
  await note(birch, 'job', 6);

  assert.deepEqual(await noted(), ['api 4', 'web 5', 'job 6']);
  await note(acme, 'api', 7);
  assert.deepEqual(await noted(), ['web 5', 'job 6', 'api 7']);
  const forget = (organization_id: string, index_name: string, requested_at: number) =>
    forgetErasure(metadata, { organization_id, index_name, requested_at });
  await forget(acme, 'api', 4);
  await forget(birch, 'api', 7);
  await forget(acme, 'job', 6);
  assert.deepEqual(await noted(), ['web 5', 'job 6', 'api 7']);
  await forget(acme, 'api', 7);
  assert.deepEqual(await noted(), ['web 5', 'job 6']);
});

test('no more than a hundred are erased at once', async (t) => {
  const { metadata, acme } = await start(t);
  const rows = Array.from({ length: 101 }, (_, at) => ({
    organization_id: acme,
    index_name: `i${at}`,
    requested_at: at,
  }));
  await metadata.db.insertInto('index_erasures').values(rows).execute();

  const erased = await readErasures(metadata);

  assert.deepEqual([erased.length, erased.at(-1)?.index_name], [100, 'i99']);
});

test('a retention is due where the stored events have another one, or had none', async (t) => {
  const { metadata, acme, birch, insert, setDays } = await start(t);
  await insert(acme, 'web', 90);
  await insert(acme, 'api');
  const due = async (lateBefore = 0, max = 99) =>
    (await dueRetentions(metadata, lateBefore, max))
      .map(
        ({ organization_id, index_name, retention_days, is_repeated }) =>
          `${organization_id === acme ? 'acme' : 'birch'} ${index_name} ${retention_days} ${is_repeated}`,
      )
      .toSorted((one, other) => (one < other ? -1 : 1));
  const note = (
    organization_id: string,
    index_name: string,
    retention_days: number,
    is_settled: number,
    applied_at = 10,
  ) =>
    noteRetention(metadata, {
      organization_id,
      index_name,
      retention_days,
      applied_at,
      is_settled,
    });

  assert.deepEqual(await due(), [
    'acme api 30 false',
    'acme main 30 false',
    'acme web 90 false',
    'birch main 7 false',
  ]);
  assert.equal((await due(0, 2)).length, 2);
  await note(acme, 'api', 30, 1);
  await note(acme, 'main', 30, 0);
  await note(acme, 'web', 60, 1);
  await note(birch, 'main', 7, 1);
  assert.deepEqual(await due(9), ['acme web 90 false']);
  assert.deepEqual(await due(10), ['acme main 30 true', 'acme web 90 false']);
  await note(acme, 'web', 90, 1);
  assert.deepEqual(await due(9), []);
  await setDays(acme, 31);
  assert.deepEqual(await due(9), ['acme api 31 false', 'acme main 31 false']);
  await insert(acme, 'main', 40);
  assert.deepEqual(await due(9), ['acme api 31 false', 'acme main 40 false']);
});
